// What the subjects of Boost.Bloom share: filters of any type behind the protocol.
#pragma once

#include <boost/bloom.hpp>
#include <boost/version.hpp>

#include "protocol.h"

template <class Filters> struct Held final : Filter {
    Filters filter;

    Held(const Case &chosen, const std::vector<std::uint64_t> &items) : filter(chosen.items, chosen.target)
    {
        for (std::uint64_t item : items)
            filter.insert(item);
    }
    bool contains(std::uint64_t item) const override { return filter.may_contain(item); }
    std::uint64_t bits() const override { return filter.capacity(); }
    std::uint64_t hashes() const override { return Filters::k * Filters::subfilter::k; }
};

inline int serve_boost(Builder build)
{
    const std::string version = std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000) +
                                "." + std::to_string(BOOST_VERSION % 100);
    return serve("boost-bloom", version, {}, build);
}
