// What every subject in C++ does: it answers lines of standard input with lines of standard output, as the README of the measurements
// says.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// One line of the table to be measured: a number of bits for each key, or, in the cases of the runner, a rate.
struct Case {
    std::string name;
    std::uint64_t items;
    int bits;
    std::string setting;
    double target = 0;
};

// A filter that was built.
struct Filter {
    virtual ~Filter() = default;
    virtual bool contains(std::uint64_t key) const = 0;
    virtual std::uint64_t bits() const = 0;
    virtual std::uint64_t hashes() const = 0;
};

// Makes the filter of the keys of a case.
using Builder = std::unique_ptr<Filter> (*)(const Case &, const std::vector<std::uint64_t> &);

template <class Built> std::unique_ptr<Filter> build(const Case &chosen, const std::vector<std::uint64_t> &keys)
{
    return std::make_unique<Built>(chosen, keys);
}

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection of 64-bit numbers.
inline std::uint64_t mix(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// Eight bytes of a key, most significant first.
inline std::string bytes(std::uint64_t key)
{
    std::string text(8, '\0');
    for (int i = 0; i < 8; i++)
        text[i] = static_cast<char>(key >> (56 - 8 * i));
    return text;
}

// Ten bits from ten keys to ten million, and 6 … 20 bits at two sizes; the setting ends after the bits.
inline std::vector<Case> by_bits(const std::string &setting)
{
    std::vector<Case> cases;
    const auto add = [&](std::uint64_t items, int bits) {
        cases.push_back({"bits=" + std::to_string(bits), items, bits, setting + std::to_string(bits) + ")"});
    };
    for (std::uint64_t items : {10, 100, 1000, 10'000, 30'000, 100'000, 300'000, 1'000'000, 10'000'000})
        add(items, 10);
    for (std::uint64_t items : {10'000, 100'000})
        for (int bits : {6, 8, 12, 14, 16, 20})
            add(items, bits);
    return cases;
}

// A case as the list has it.
inline std::string described(const Case &one)
{
    return "{\"case\": \"" + one.name + "\", \"items\": " + std::to_string(one.items) + ", \"target\": null, \"setting\": \"" +
           one.setting + "\", \"quick\": " + (one.items <= 1000 ? "true}" : "false}");
}

// A filter for each of the numbers that its keys follow.
inline std::string trial(const Case &chosen, std::uint64_t inserted, std::uint64_t asked, const std::vector<std::uint64_t> &from, Builder build)
{
    std::uint64_t positives = 0, squared = 0, missed = 0, bits = 0, hashes = 0;
    for (std::size_t unit = 0; unit < from.size(); unit++) {
        std::vector<std::uint64_t> keys(inserted);
        for (std::uint64_t i = 0; i < inserted; i++)
            keys[i] = mix(from[unit] + i);
        const auto filter = build(chosen, keys);
        for (std::uint64_t key : keys)
            missed += !filter->contains(key);
        std::uint64_t found = 0;
        for (std::uint64_t i = inserted; i < inserted + asked; i++)
            found += filter->contains(mix(from[unit] + i));
        positives += found;
        squared += found * found;
        if (unit > 0 && (bits != filter->bits() || hashes != filter->hashes()))
            return "error: filters of one case differ in size";
        bits = filter->bits();
        hashes = filter->hashes();
    }
    std::ostringstream answer;
    answer << R"({"items": )" << chosen.items << R"(, "bits": )" << bits << R"(, "hashes": )" << hashes
           << R"(, "reported": null, "given_bits": null, "unit": "filter", "units": )" << from.size() << R"(, "asked": )" << asked
           << R"(, "positives": )" << positives << R"(, "positives_squared": )" << squared << R"(, "missed": )" << missed << "}";
    return answer.str();
}

// A trial of a case of the subject's own: filters where they differ much, questions where they differ little.
inline std::string planned(const Case &chosen, std::uint64_t seed, Builder build)
{
    const auto asked = static_cast<std::uint64_t>(std::clamp(chosen.items / std::sqrt(std::pow(0.62, chosen.bits)), 1000.0, 1e6));
    std::vector<std::uint64_t> from(std::clamp<std::uint64_t>(4'000'000 / (2 * chosen.items + asked), 1, 4000));
    for (std::size_t unit = 0; unit < from.size(); unit++)
        from[unit] = mix(mix(seed) ^ unit);
    return trial(chosen, chosen.items, asked, from, build);
}

// Answers until the input ends; without cases of its own it takes those of the runner.
inline int serve(const std::string &engine, const std::string &version, const std::vector<Case> &cases, Builder build)
{
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string verb, name, target, answer = "error: no case of the line '" + line + "'";
        std::uint64_t items = 0, seed = 0, asked = 0;
        words >> verb >> name >> items >> target >> seed;
        if (verb == "describe") {
            answer = engine + " " + version;
        } else if (verb == "cases") {
            answer.clear();
            for (const Case &one : cases)
                answer += (answer.empty() ? "" : ", ") + described(one);
            answer = "[" + answer + "]";
        } else if (verb == "trial" && words >> asked) {
            // one filter, for which the runner says how many items are put in, and how many questions asked
            answer = trial({name, items, 0, "", std::stod(target)}, std::stoull(name), asked, {mix(seed)}, build);
        } else if (verb == "trial") {
            for (const Case &one : cases)
                if (one.name == name && one.items == items)
                    answer = planned(one, seed, build);
        }
        std::cout << answer << std::endl;
    }
    return 0;
}
