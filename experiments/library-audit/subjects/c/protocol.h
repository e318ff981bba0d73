/* What every subject in C or C++ does; the Rust library beside this folder says what the lines mean. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A library's filters. */
struct subject {
    const char *library;
    const char *version;
    /* A filter for so many items at the rate. */
    void *(*create)(uint64_t items, double target);
    void (*insert)(void *filter, uint64_t item);
    bool (*contains)(void *filter, uint64_t item);
    uint64_t (*bits)(const void *filter);
    uint64_t (*hashes)(const void *filter);
    void (*destroy)(void *filter);
};

/* The finaliser of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The i-th item of a trial. */
static uint64_t item(uint64_t seed, uint64_t i)
{
    return mix(mix(seed) + i);
}

static void trial(const struct subject *subject, uint64_t items, double target, uint64_t inserted, uint64_t seed,
                  uint64_t queries)
{
    void *filter = subject->create(items, target);
    for (uint64_t i = 0; i < inserted; i++)
        subject->insert(filter, item(seed, i));
    unsigned long long missed = 0, positives = 0;
    for (uint64_t i = 0; i < inserted; i++)
        missed += !subject->contains(filter, item(seed, i));
    for (uint64_t i = inserted; i < inserted + queries; i++)
        positives += subject->contains(filter, item(seed, i));
    printf("%llu %llu - %llu %llu 0\n", (unsigned long long)subject->bits(filter),
           (unsigned long long)subject->hashes(filter), positives, missed);
    subject->destroy(filter);
}

/* Answers trials until the input ends. */
static int serve(const struct subject *subject)
{
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        unsigned long long items, inserted, seed, queries;
        double target;
        if (strcmp(line, "describe\n") == 0)
            printf("%s %s\n", subject->library, subject->version);
        else if (sscanf(line, "trial %llu %lf %llu %llu %llu", &items, &target, &inserted, &seed, &queries) == 5)
            trial(subject, items, target, inserted, seed, queries);
        else
            return 1;
        fflush(stdout);
    }
    return 0;
}

#endif
