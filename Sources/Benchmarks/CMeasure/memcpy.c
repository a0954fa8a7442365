#include "CMeasure.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// Both threads copy through one buffer, half of it at a time: while one half is filled the other is emptied, and the
// halves change hands by one store each. What is left is one memcpy a block on either side, and the way of the bytes
// from one processor to the other. Where the time of a single block is asked for, every block changes hands.

struct buffer {
    _Alignas(128) atomic_size_t written;
    _Alignas(128) atomic_size_t read;
    _Alignas(128) int16_t samples[measure_capacity];
};

static void *make(void) {
    struct buffer *buffer = aligned_alloc(128, sizeof *buffer);
    memset(buffer, 0, sizeof *buffer);
    return buffer;
}

static int16_t *half(struct buffer *buffer, size_t turn) {
    return buffer->samples + turn % 2 * (measure_capacity / 2);
}

static void wait_for(atomic_size_t *index, size_t least) {
    while (atomic_load_explicit(index, memory_order_acquire) < least) measure_relax();
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

static void produce(void *ring, const int16_t *pattern, size_t block, size_t count) {
    struct buffer *buffer = ring;
    const size_t blocks = measure_capacity / 2 / block;
    for (size_t turn = 0, first = 0; first < count; turn++) {
        if (turn >= 2) wait_for(&buffer->read, first - blocks);
        const size_t end = smaller(first + blocks, count);
        for (size_t i = first; i < end; i++)
            memcpy(
                half(buffer, turn) + (i - first) * block, measure_pattern_at(pattern, i, block),
                block * sizeof *pattern);
        atomic_store_explicit(&buffer->written, first = end, memory_order_release);
    }
}

static size_t consume(void *ring, const int16_t *pattern, int16_t *target, size_t block, size_t count) {
    struct buffer *buffer = ring;
    const size_t blocks = measure_capacity / 2 / block;
    size_t wrong = 0;
    for (size_t turn = 0, first = 0; first < count; turn++) {
        const size_t end = smaller(first + blocks, count);
        wait_for(&buffer->written, end);
        for (size_t i = first; i < end; i++) {
            memcpy(target, half(buffer, turn) + (i - first) * block, block * sizeof *target);
            wrong += memcmp(target, measure_pattern_at(pattern, i, block), block * sizeof *target) != 0;
        }
        atomic_store_explicit(&buffer->read, first = end, memory_order_release);
    }
    return wrong;
}

static void put(struct buffer *buffer, size_t turn, const int16_t *source, size_t block) {
    memcpy(half(buffer, turn), source, block * sizeof *source);
    atomic_store_explicit(&buffer->written, turn + 1, memory_order_release);
}

static void take(struct buffer *buffer, size_t turn, int16_t *target, size_t block) {
    wait_for(&buffer->written, turn + 1);
    memcpy(target, half(buffer, turn), block * sizeof *target);
}

static size_t ping(
    void *there, void *back, const int16_t *pattern, int16_t *target, size_t block, size_t count) {
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        put(there, i, measure_pattern_at(pattern, i, block), block);
        take(back, i, target, block);
        wrong += memcmp(target, measure_pattern_at(pattern, i, block), block * sizeof *target) != 0;
    }
    return wrong;
}

static void echo(void *there, void *back, int16_t *target, size_t block, size_t count) {
    for (size_t i = 0; i < count; i++) {
        take(there, i, target, block);
        put(back, i, target, block);
    }
}

static void send(void *ring, uint64_t *times, size_t count, uint64_t interval) {
    uint64_t next = measure_now();
    for (size_t i = 0; i < count; i++) {
        next += interval;
        uint64_t now = measure_now();
        while (now < next) now = measure_now();
        times[i] = now;
        const int16_t sample = (int16_t)i;
        put(ring, i, &sample, 1);
    }
}

static void receive(void *ring, uint64_t *times, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int16_t sample;
        take(ring, i, &sample, 1);
        times[i] = measure_now();
    }
}

static void scatter(void *const *rings, const int16_t *pattern, size_t block, size_t count) {
    const size_t blocks = measure_capacity / 2 / block;
    for (size_t turn = 0, first = 0; first < count; turn++) {
        const size_t end = smaller(first + blocks, count);
        for (size_t ring = 0; ring < 3; ring++) {
            struct buffer *buffer = rings[ring];
            if (turn >= 2) wait_for(&buffer->read, first - blocks);
            for (size_t i = first; i < end; i++)
                memcpy(
                    half(buffer, turn) + (i - first) * block, measure_pattern_at(pattern, i, block),
                    block * sizeof *pattern);
            atomic_store_explicit(&buffer->written, end, memory_order_release);
        }
        first = end;
    }
}

static size_t gather(
    void *const *rings, const int16_t *pattern, int16_t *target, size_t block, size_t count) {
    const size_t blocks = measure_capacity / 2 / block;
    size_t wrong = 0;
    for (size_t turn = 0, first = 0; first < count; turn++) {
        const size_t end = smaller(first + blocks, count);
        for (size_t ring = 0; ring < 3; ring++) {
            struct buffer *buffer = rings[ring];
            wait_for(&buffer->written, end);
            for (size_t i = first; i < end; i++) {
                memcpy(target, half(buffer, turn) + (i - first) * block, block * sizeof *target);
                wrong += memcmp(target, measure_pattern_at(pattern, i, block), block * sizeof *target) != 0;
            }
            atomic_store_explicit(&buffer->read, end, memory_order_release);
        }
        first = end;
    }
    return wrong;
}

static const struct measure_contender contender = {
    "memcpy", make, free, produce, consume, ping, echo, send, receive, scatter, gather,
};

const struct measure_contender *measure_memcpy(void) { return &contender; }
