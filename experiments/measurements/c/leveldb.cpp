// LevelDB: one 32-bit hash h; positions h + j delta modulo 2^32 and then m, delta the hash rotated.

#include <leveldb/db.h>
#include <leveldb/filter_policy.h>

#include "protocol.h"

namespace {

struct Table final : Filter {
    std::unique_ptr<const leveldb::FilterPolicy> policy;
    std::string block;

    Table(const Case &chosen, const std::vector<std::uint64_t> &keys) : policy(leveldb::NewBloomFilterPolicy(chosen.bits))
    {
        std::vector<std::string> texts(keys.size());
        std::vector<leveldb::Slice> slices(keys.size());
        for (std::size_t i = 0; i < keys.size(); i++) {
            texts[i] = bytes(keys[i]);
            slices[i] = texts[i];
        }
        policy->CreateFilter(slices.data(), static_cast<int>(keys.size()), &block);
    }

    bool contains(std::uint64_t key) const override { return policy->KeyMayMatch(bytes(key), block); }
    // the last byte is the number of probes
    std::uint64_t bits() const override { return 8 * (block.size() - 1); }
    std::uint64_t hashes() const override { return static_cast<unsigned char>(block.back()); }
};

} // namespace

int main()
{
    const std::string version = std::to_string(leveldb::kMajorVersion) + "." + std::to_string(leveldb::kMinorVersion);
    return serve("leveldb", version, by_bits("NewBloomFilterPolicy("), build<Table>);
}
