#include "CRivals.h"
#include <stdlib.h>

// The library has these functions, but its development package ships no header for them. Only PortAudio looks into
// its ring (seven words), so room for it is enough.
typedef long ring_buffer_size_t;
typedef struct PaUtilRingBuffer {
    void *room[16];
} PaUtilRingBuffer;
ring_buffer_size_t PaUtil_InitializeRingBuffer(
    PaUtilRingBuffer *ring, ring_buffer_size_t element_bytes, ring_buffer_size_t element_count, void *memory);
ring_buffer_size_t PaUtil_GetRingBufferWriteAvailable(const PaUtilRingBuffer *ring);
ring_buffer_size_t PaUtil_GetRingBufferReadAvailable(const PaUtilRingBuffer *ring);
ring_buffer_size_t PaUtil_WriteRingBuffer(PaUtilRingBuffer *ring, const void *source, ring_buffer_size_t count);
ring_buffer_size_t PaUtil_ReadRingBuffer(PaUtilRingBuffer *ring, void *target, ring_buffer_size_t count);

typedef struct {
    PaUtilRingBuffer ring;
    int16_t samples[measure_capacity];
} ring_t;

static inline bool push(ring_t *ring, const int16_t *source, size_t block) {
    const ring_buffer_size_t count = (ring_buffer_size_t)block;
    return PaUtil_GetRingBufferWriteAvailable(&ring->ring) >= count
        && PaUtil_WriteRingBuffer(&ring->ring, source, count) == count;
}

static inline bool pop(ring_t *ring, int16_t *target, size_t block) {
    const ring_buffer_size_t count = (ring_buffer_size_t)block;
    return PaUtil_GetRingBufferReadAvailable(&ring->ring) >= count
        && PaUtil_ReadRingBuffer(&ring->ring, target, count) == count;
}

// A single sample needs no look before: the call itself moves it or does not.
static inline bool push_one(ring_t *ring, int16_t sample) {
    return PaUtil_WriteRingBuffer(&ring->ring, &sample, 1) == 1;
}

static inline bool pop_one(ring_t *ring, int16_t *sample) {
    return PaUtil_ReadRingBuffer(&ring->ring, sample, 1) == 1;
}

#include "loops.h"

static void *make(void) {
    ring_t *ring = calloc(1, sizeof *ring);
    PaUtil_InitializeRingBuffer(&ring->ring, sizeof(int16_t), measure_capacity, ring->samples);
    return ring;
}

static const struct measure_contender contender = CONTENDER("portaudio", make, free);

const struct measure_contender *rival_portaudio(void) { return &contender; }
