#include "CRivals.h"
#include <jack/ringbuffer.h>

typedef jack_ringbuffer_t ring_t;

// The room is counted in bytes and can end within a sample; a whole block never does.

static inline bool push(ring_t *ring, const int16_t *source, size_t block) {
    const size_t bytes = block * sizeof *source;
    return jack_ringbuffer_write_space(ring) >= bytes
        && jack_ringbuffer_write(ring, (const char *)source, bytes) == bytes;
}

static inline bool pop(ring_t *ring, int16_t *target, size_t block) {
    const size_t bytes = block * sizeof *target;
    return jack_ringbuffer_read_space(ring) >= bytes && jack_ringbuffer_read(ring, (char *)target, bytes) == bytes;
}

static inline bool push_one(ring_t *ring, int16_t sample) { return push(ring, &sample, 1); }

// What was written is whole samples, so the call itself reads one or none.
static inline bool pop_one(ring_t *ring, int16_t *sample) {
    return jack_ringbuffer_read(ring, (char *)sample, sizeof *sample) == sizeof *sample;
}

#include "loops.h"

static void *make(void) { return jack_ringbuffer_create(measure_capacity * sizeof(int16_t)); }

static void release(void *ring) { jack_ringbuffer_free(ring); }

static const struct measure_contender contender = CONTENDER("jack", make, release);

const struct measure_contender *rival_jack(void) { return &contender; }
