#ifndef EARSHOT_CMEASURE_H
#define EARSHOT_CMEASURE_H

// What tests and benchmarks measure with: allocations of a thread, a clock, and the form in which a ring enters a race.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Memory requests (malloc, calloc, realloc and the aligned ones) of the calling thread since it began.
///
/// They are counted in whichever program links this module: its definitions stand before the C library's. Not under a
/// sanitizer, which has definitions of its own.
uint64_t measure_allocations(void);
/// Whether this program runs under a sanitizer.
bool measure_is_sanitized(void);

/// The number of a processor the calling thread may run on, the first one for index 0; -1 when there are not as many.
int measure_processor(int index);
/// Ties the calling thread to one processor; -1 and errno on failure, or 0.
int measure_pin_thread(int processor);

/// Nanoseconds of the monotonic clock.
static inline uint64_t measure_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// Says to the processor that this is a loop that waits.
static inline void measure_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ __volatile__("yield");
#endif
}

/// Samples every ring of a race holds, and samples in the pattern that goes through it (of which it needs as many
/// again, so that a block may begin anywhere).
enum { measure_capacity = 16384, measure_pattern = 4096, measure_longest_block = 4096 };

/// Where in the pattern the block of this index begins.
static inline const int16_t *measure_pattern_at(const int16_t *pattern, size_t index, size_t block) {
    return pattern + (index * block & (measure_pattern - 1));
}

/// A ring in a race: its loops, each compiled in the ring's own language, with the ring inlined as far as it can be.
///
/// A block of 16-bit samples goes in and out whole. A loop that cannot go on waits with `measure_relax`.
struct measure_contender {
    const char *name;
    void *(*make)(void);
    void (*free)(void *ring);
    /// Writes `count` blocks, the pattern again and again.
    void (*produce)(void *ring, const int16_t *pattern, size_t block, size_t count);
    /// Reads `count` blocks into `target`; gives how many were not the pattern.
    size_t (*consume)(void *ring, const int16_t *pattern, int16_t *target, size_t block, size_t count);
    /// Writes a block there and waits until it is back, `count` times; gives how many were not the pattern.
    size_t (*ping)(void *there, void *back, const int16_t *pattern, int16_t *target, size_t block, size_t count);
    /// The other side of `ping`.
    void (*echo)(void *there, void *back, int16_t *target, size_t block, size_t count);
    /// Writes `count` single samples, one each `interval` nanoseconds, and notes when.
    void (*send)(void *ring, uint64_t *times, size_t count, uint64_t interval);
    /// Reads `count` single samples and notes when.
    void (*receive)(void *ring, uint64_t *times, size_t count);
    /// `produce` into three rings, each block into all of them.
    void (*scatter)(void *const *rings, const int16_t *pattern, size_t block, size_t count);
    /// `consume` from three rings in turn.
    size_t (*gather)(void *const *rings, const int16_t *pattern, int16_t *target, size_t block, size_t count);
};

/// What copying costs where no ring is in the way: the limit for every ring.
const struct measure_contender *measure_memcpy(void);

#ifdef __cplusplus
}
#endif

#endif
