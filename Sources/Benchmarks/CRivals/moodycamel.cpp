#include "CRivals.h"
#include <readerwriterqueue/readerwriterqueue.h>

typedef moodycamel::ReaderWriterQueue<int16_t> ring_t;

static inline bool push_one(ring_t *ring, int16_t sample) { return ring->try_enqueue(sample); }

static inline bool pop_one(ring_t *ring, int16_t *sample) { return ring->try_dequeue(*sample); }

static inline bool push(ring_t *ring, const int16_t *source, size_t block) {
    for (size_t i = 0; i < block; i++)
        while (!push_one(ring, source[i])) measure_relax();
    return true;
}

static inline bool pop(ring_t *ring, int16_t *target, size_t block) {
    for (size_t i = 0; i < block; i++)
        while (!pop_one(ring, target + i)) measure_relax();
    return true;
}

#include "loops.h"

static void *make(void) { return new ring_t(measure_capacity); }

static void release(void *ring) { delete static_cast<ring_t *>(ring); }

static const measure_contender contender = CONTENDER("moodycamel", make, release);

const measure_contender *rival_moodycamel(void) { return &contender; }
