#include "CRivals.h"
#include <spa/utils/ringbuffer.h>
#include <stdlib.h>

typedef struct {
    struct spa_ringbuffer indices;
    int16_t samples[measure_capacity];
} ring_t;

enum { byte_capacity = measure_capacity * sizeof(int16_t) };

static inline bool push(ring_t *ring, const int16_t *source, size_t block) {
    const uint32_t bytes = (uint32_t)(block * sizeof *source);
    uint32_t index;
    const int32_t filled = spa_ringbuffer_get_write_index(&ring->indices, &index);
    if (byte_capacity - filled < (int32_t)bytes) return false;
    spa_ringbuffer_write_data(
        &ring->indices, ring->samples, byte_capacity, index & (byte_capacity - 1), source, bytes);
    spa_ringbuffer_write_update(&ring->indices, (int32_t)(index + bytes));
    return true;
}

static inline bool pop(ring_t *ring, int16_t *target, size_t block) {
    const uint32_t bytes = (uint32_t)(block * sizeof *target);
    uint32_t index;
    if (spa_ringbuffer_get_read_index(&ring->indices, &index) < (int32_t)bytes) return false;
    spa_ringbuffer_read_data(
        &ring->indices, ring->samples, byte_capacity, index & (byte_capacity - 1), target, bytes);
    spa_ringbuffer_read_update(&ring->indices, (int32_t)(index + bytes));
    return true;
}

static inline bool push_one(ring_t *ring, int16_t sample) { return push(ring, &sample, 1); }

static inline bool pop_one(ring_t *ring, int16_t *sample) { return pop(ring, sample, 1); }

#include "loops.h"

static void *make(void) { return calloc(1, sizeof(ring_t)); }

static const struct measure_contender contender = CONTENDER("pipewire", make, free);

const struct measure_contender *rival_pipewire(void) { return &contender; }
