// libbloom: (h1 + i h2) modulo 2^32 and then m, both hashes MurmurHash2; refuses to be made for fewer than 1000 items.

extern "C" {
#include <bloom.h>
}

#include "protocol.h"

namespace {

struct Held final : Filter {
    mutable bloom filter{};

    Held(const Case &chosen, const std::vector<std::uint64_t> &items)
    {
        if (bloom_init(&filter, static_cast<int>(chosen.items), chosen.target))
            throw std::runtime_error("no filter was made");
        for (std::uint64_t item : items)
            bloom_add(&filter, &item, sizeof item);
    }
    ~Held() override { bloom_free(&filter); }
    bool contains(std::uint64_t item) const override { return bloom_check(&filter, &item, sizeof item) == 1; }
    std::uint64_t bits() const override { return static_cast<std::uint64_t>(filter.bits); }
    std::uint64_t hashes() const override { return static_cast<std::uint64_t>(filter.hashes); }
};

} // namespace

int main()
{
    return serve("libbloom", bloom_version(), {}, build<Held>);
}
