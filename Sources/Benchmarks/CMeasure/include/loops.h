// The loops of a ring in C or C++. Include it once in the ring's own file, which has defined before
//
//     ring_t                                          the ring
//     bool push(ring_t *, const int16_t *, size_t)    writes a whole block, or nothing
//     bool pop(ring_t *, int16_t *, size_t)           reads a whole block, or nothing
//     bool push_one(ring_t *, int16_t)                writes a sample
//     bool pop_one(ring_t *, int16_t *)               reads a sample
//
// all static and inline. The same loops stand in Swift in RingBench/Earshot.swift.

#include "CMeasure.h"
#include <string.h>

static inline bool differs(const int16_t *a, const int16_t *b, size_t block) {
    return memcmp(a, b, block * sizeof *a) != 0;
}

static inline void push_wait(ring_t *ring, const int16_t *source, size_t block) {
    while (!push(ring, source, block)) measure_relax();
}

static inline void pop_wait(ring_t *ring, int16_t *target, size_t block) {
    while (!pop(ring, target, block)) measure_relax();
}

static void produce(void *ring, const int16_t *pattern, size_t block, size_t count) {
    if (block == 1) {
        for (size_t i = 0; i < count; i++)
            while (!push_one((ring_t *)ring, pattern[i & (measure_pattern - 1)])) measure_relax();
    } else {
        for (size_t i = 0; i < count; i++)
            push_wait((ring_t *)ring, measure_pattern_at(pattern, i, block), block);
    }
}

static size_t consume(void *ring, const int16_t *pattern, int16_t *target, size_t block, size_t count) {
    size_t wrong = 0;
    if (block == 1) {
        for (size_t i = 0; i < count; i++) {
            int16_t sample;
            while (!pop_one((ring_t *)ring, &sample)) measure_relax();
            wrong += sample != pattern[i & (measure_pattern - 1)];
        }
    } else {
        for (size_t i = 0; i < count; i++) {
            pop_wait((ring_t *)ring, target, block);
            wrong += differs(target, measure_pattern_at(pattern, i, block), block);
        }
    }
    return wrong;
}

static size_t ping(
    void *there, void *back, const int16_t *pattern, int16_t *target, size_t block, size_t count) {
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        const int16_t *source = measure_pattern_at(pattern, i, block);
        push_wait((ring_t *)there, source, block);
        pop_wait((ring_t *)back, target, block);
        wrong += differs(target, source, block);
    }
    return wrong;
}

static void echo(void *there, void *back, int16_t *target, size_t block, size_t count) {
    for (size_t i = 0; i < count; i++) {
        pop_wait((ring_t *)there, target, block);
        push_wait((ring_t *)back, target, block);
    }
}

static void send(void *ring, uint64_t *times, size_t count, uint64_t interval) {
    uint64_t next = measure_now();
    for (size_t i = 0; i < count; i++) {
        next += interval;
        uint64_t now = measure_now();
        while (now < next) now = measure_now();
        times[i] = now;
        while (!push_one((ring_t *)ring, (int16_t)i)) measure_relax();
    }
}

static void receive(void *ring, uint64_t *times, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int16_t sample;
        while (!pop_one((ring_t *)ring, &sample)) measure_relax();
        times[i] = measure_now();
    }
}

static void scatter(void *const *rings, const int16_t *pattern, size_t block, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const int16_t *source = measure_pattern_at(pattern, i, block);
        for (size_t ring = 0; ring < 3; ring++) push_wait((ring_t *)rings[ring], source, block);
    }
}

static size_t gather(
    void *const *rings, const int16_t *pattern, int16_t *target, size_t block, size_t count) {
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t ring = 0; ring < 3; ring++) {
            pop_wait((ring_t *)rings[ring], target, block);
            wrong += differs(target, measure_pattern_at(pattern, i, block), block);
        }
    }
    return wrong;
}

// C++ has no designated initialisers before C++20, so the fields stand in their order.
#define CONTENDER(name, make, release) \
    { name, make, release, produce, consume, ping, echo, send, receive, scatter, gather }
