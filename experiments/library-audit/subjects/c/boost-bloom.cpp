// Boost.Bloom with single bits: k is part of the type, and here the one nearest to log2(1/target). Byte and bit of a position come from
// a multiplicative congruential generator, the byte from its upper bits, the bit from its lower ones.

#include <cmath>

#include "boost.hpp"

template <std::size_t K> static AnyFilter *of_hashes(std::size_t hashes, std::uint64_t items, double target)
{
    if constexpr (K > 1) {
        if (hashes < K)
            return of_hashes<K - 1>(hashes, items, target);
    }
    return new Held<boost::bloom::filter<std::uint64_t, K>>(items, target);
}

int main()
{
    return serve_boost([](std::uint64_t items, double target) -> void * {
        return of_hashes<24>(static_cast<std::size_t>(std::lround(-std::log2(target))), items, target);
    });
}
