#ifndef EARSHOT_CRIVALS_H
#define EARSHOT_CRIVALS_H

// Other single-producer, single-consumer rings, each used as its own documentation has it.

#include "CMeasure.h"

#ifdef __cplusplus
extern "C" {
#endif

/// boost::lockfree::spsc_queue, its capacity fixed at compile time.
const struct measure_contender *rival_boost(void);
/// jack_ringbuffer; its room is a byte less than its size, so it holds a sample less.
const struct measure_contender *rival_jack(void);
/// PipeWire's spa_ringbuffer.
const struct measure_contender *rival_pipewire(void);
/// moodycamel::ReaderWriterQueue, which moves single elements only.
const struct measure_contender *rival_moodycamel(void);
/// PortAudio's PaUtilRingBuffer.
const struct measure_contender *rival_portaudio(void);

#ifdef __cplusplus
}
#endif

#endif
