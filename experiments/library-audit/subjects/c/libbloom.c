/* libbloom: (h1 + i h2) modulo 2^32 and then m, both hashes MurmurHash2; refuses to be made for fewer than 1000 items. */

#include <bloom.h>
#include <stdlib.h>

#include "protocol.h"

static void *create(uint64_t items, double target)
{
    struct bloom *filter = malloc(sizeof *filter);
    if (!filter || bloom_init(filter, (int)items, target))
        exit(1);
    return filter;
}

static void insert(void *filter, uint64_t item)
{
    bloom_add(filter, &item, sizeof item);
}

static bool contains(void *filter, uint64_t item)
{
    return bloom_check(filter, &item, sizeof item) == 1;
}

static uint64_t bits(const void *filter)
{
    return (uint64_t)((const struct bloom *)filter)->bits;
}

static uint64_t hashes(const void *filter)
{
    return (uint64_t)((const struct bloom *)filter)->hashes;
}

static void destroy(void *filter)
{
    bloom_free(filter);
    free(filter);
}

int main(void)
{
    struct subject subject = {"libbloom", bloom_version(), create, insert, contains, bits, hashes, destroy};
    return serve(&subject);
}
