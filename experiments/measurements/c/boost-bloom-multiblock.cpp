// Boost.Bloom with blocks: one bit in each of eight words of 32 bits.

#include "boost.hpp"

int main()
{
    return serve_boost(build<Held<boost::bloom::filter<std::uint64_t, 1, boost::bloom::fast_multiblock32<8>>>>);
}
