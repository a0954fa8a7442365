#include "CRivals.h"
#include <boost/lockfree/spsc_queue.hpp>

typedef boost::lockfree::spsc_queue<int16_t, boost::lockfree::capacity<measure_capacity>> ring_t;

static inline bool push(ring_t *ring, const int16_t *source, size_t block) {
    return ring->write_available() >= block && ring->push(source, block) == block;
}

static inline bool pop(ring_t *ring, int16_t *target, size_t block) {
    return ring->read_available() >= block && ring->pop(target, block) == block;
}

static inline bool push_one(ring_t *ring, int16_t sample) { return ring->push(sample); }

static inline bool pop_one(ring_t *ring, int16_t *sample) { return ring->pop(*sample); }

#include "loops.h"

static void *make(void) { return new ring_t; }

static void release(void *ring) { delete static_cast<ring_t *>(ring); }

static const measure_contender contender = CONTENDER("boost", make, release);

const measure_contender *rival_boost(void) { return &contender; }
