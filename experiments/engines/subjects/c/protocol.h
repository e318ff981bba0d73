// What every subject in C++ does: it answers lines of standard input with lines of standard output.
//
// `describe` is answered by the engine's name and version, `cases` by a list in JSON, `trial CASE ITEMS TARGET SEED` by one trial in
// JSON, or by `error: …`. A trial builds filters of ITEMS distinct keys each and asks each filter for absent keys.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

// One line of the table to be measured: a number of bits for each key.
struct Case {
    std::string name;
    std::uint64_t items;
    int bits;
};

// The filter of one table.
struct Filter {
    virtual ~Filter() = default;
    virtual bool contains(std::uint64_t key) const = 0;
    virtual std::uint64_t bits() const = 0;
    virtual std::uint64_t hashes() const = 0;
};

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

// Ten bits from ten keys to ten million, and 6 … 20 bits at two sizes.
inline std::vector<Case> by_bits()
{
    std::vector<Case> cases;
    for (std::uint64_t items : {10, 100, 1000, 10'000, 30'000, 100'000, 300'000, 1'000'000, 10'000'000})
        cases.push_back({"bits=10", items, 10});
    for (std::uint64_t items : {10'000, 100'000})
        for (int bits : {6, 8, 12, 14, 16, 20})
            cases.push_back({"bits=" + std::to_string(bits), items, bits});
    return cases;
}

// A case as the list has it.
inline std::string described(const Case &one, const std::string &setting)
{
    return "{\"case\": \"" + one.name + "\", \"items\": " + std::to_string(one.items) + ", \"target\": null, \"setting\": \"" +
           setting + std::to_string(one.bits) + ")\", \"quick\": " + (one.items <= 1000 ? "true}" : "false}");
}

template <class Build> std::string trial(const Case &chosen, std::uint64_t seed, Build build)
{
    const double rate = std::pow(0.62, chosen.bits);
    const auto asked = static_cast<std::uint64_t>(std::clamp(chosen.items / std::sqrt(rate), 1000.0, 1e6));
    const auto units = std::clamp<std::uint64_t>(4'000'000 / (2 * chosen.items + asked), 1, 4000);
    std::uint64_t positives = 0, squared = 0, missed = 0, bits = 0, hashes = 0;
    for (std::uint64_t unit = 0; unit < units; unit++) {
        const std::uint64_t from = mix(mix(seed) ^ unit);
        std::vector<std::uint64_t> keys(chosen.items);
        for (std::uint64_t i = 0; i < chosen.items; i++)
            keys[i] = mix(from + i);
        const auto filter = build(chosen, keys);
        for (std::uint64_t i = 0; i < std::min<std::uint64_t>(chosen.items, 1'000'000); i++)
            missed += !filter->contains(keys[i]);
        std::uint64_t found = 0;
        for (std::uint64_t i = chosen.items; i < chosen.items + asked; i++)
            found += filter->contains(mix(from + i));
        positives += found;
        squared += found * found;
        if (unit > 0 && (bits != filter->bits() || hashes != filter->hashes()))
            return "error: filters of one case differ in size";
        bits = filter->bits();
        hashes = filter->hashes();
    }
    std::ostringstream answer;
    answer << R"({"items": )" << chosen.items << R"(, "bits": )" << bits << R"(, "hashes": )" << hashes
           << R"(, "reported": null, "given_bits": null, "unit": "filter", "units": )" << units << R"(, "asked": )" << asked
           << R"(, "positives": )" << positives << R"(, "positives_squared": )" << squared << R"(, "missed": )" << missed
           << R"(, "detail": ""})";
    return answer.str();
}

// Answers until the input ends; `build` makes the filter of the keys of a case.
template <class Build> int serve(const std::string &engine, const std::string &version, const std::string &setting, Build build)
{
    const std::vector<Case> cases = by_bits();
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string verb, name, items, target, seed;
        words >> verb >> name >> items >> target >> seed;
        std::string answer = "error: the line '" + line + "' is none of the protocol";
        if (verb == "describe") {
            answer = engine + " " + version;
        } else if (verb == "cases") {
            answer.clear();
            for (const Case &one : cases)
                answer += (answer.empty() ? "[" : ", ") + described(one, setting);
            answer += "]";
        } else if (verb == "trial" && target == "-") {
            answer = "error: no case of the line '" + line + "'";
            for (const Case &one : cases)
                if (one.name == name && std::to_string(one.items) == items)
                    answer = trial(one, std::strtoull(seed.c_str(), nullptr, 10), build);
        }
        std::cout << answer << std::endl;
    }
    return 0;
}
