// Boost.Bloom with single bits: k is part of the type, and here the one nearest to log2(1/target). Byte and bit of a position come from
// a multiplicative congruential generator, the byte from its upper bits, the bit from its lower ones.

#include "boost.hpp"

template <std::size_t K>
static std::unique_ptr<Filter> of_hashes(std::size_t hashes, const Case &chosen, const std::vector<std::uint64_t> &items)
{
    if constexpr (K > 1) {
        if (hashes < K)
            return of_hashes<K - 1>(hashes, chosen, items);
    }
    return std::make_unique<Held<boost::bloom::filter<std::uint64_t, K>>>(chosen, items);
}

int main()
{
    return serve_boost([](const Case &chosen, const std::vector<std::uint64_t> &items) {
        return of_hashes<24>(static_cast<std::size_t>(std::lround(-std::log2(chosen.target))), chosen, items);
    });
}
