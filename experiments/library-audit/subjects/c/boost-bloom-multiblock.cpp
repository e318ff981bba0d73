// Boost.Bloom with blocks: one bit in each of eight words of 32 bits.

#include "boost.hpp"

int main()
{
    return serve_boost([](std::uint64_t items, double target) -> void * {
        using Blocks = boost::bloom::filter<std::uint64_t, 1, boost::bloom::fast_multiblock32<8>>;
        return static_cast<AnyFilter *>(new Held<Blocks>(items, target));
    });
}
