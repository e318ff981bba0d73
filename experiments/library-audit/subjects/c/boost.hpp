// What the subjects of Boost.Bloom share: filters of any type behind the protocol.
#pragma once

#include <boost/bloom.hpp>
#include <boost/version.hpp>

#include <string>

#include "protocol.h"

// A filter whose type is chosen when it is made.
struct AnyFilter {
    virtual ~AnyFilter() = default;
    virtual void insert(std::uint64_t item) = 0;
    virtual bool contains(std::uint64_t item) const = 0;
    virtual std::uint64_t bits() const = 0;
    virtual std::uint64_t hashes() const = 0;
};

template <class Filter> struct Held final : AnyFilter {
    Filter filter;

    Held(std::uint64_t items, double target) : filter(items, target) {}
    void insert(std::uint64_t item) override { filter.insert(item); }
    bool contains(std::uint64_t item) const override { return filter.may_contain(item); }
    std::uint64_t bits() const override { return filter.capacity(); }
    std::uint64_t hashes() const override { return Filter::k * Filter::subfilter::k; }
};

inline int serve_boost(void *(*create)(std::uint64_t items, double target))
{
    const std::string version = std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000) +
                                "." + std::to_string(BOOST_VERSION % 100);
    const subject boost = {
        "boost-bloom",
        version.c_str(),
        create,
        [](void *filter, std::uint64_t item) { static_cast<AnyFilter *>(filter)->insert(item); },
        [](void *filter, std::uint64_t item) { return static_cast<AnyFilter *>(filter)->contains(item); },
        [](const void *filter) { return static_cast<const AnyFilter *>(filter)->bits(); },
        [](const void *filter) { return static_cast<const AnyFilter *>(filter)->hashes(); },
        [](void *filter) { delete static_cast<AnyFilter *>(filter); },
    };
    return serve(&boost);
}
