#ifndef EARSHOT_CGPIO_H
#define EARSHOT_CGPIO_H

#if !__has_include(<gpiod.h>)
#error "libgpiod-dev is missing: sudo apt install libgpiod-dev"
#endif

// The few calls that Earshot needs of libgpiod, the same over its two generations: 1.6 (gpio_v1.c) and 2.x
// (gpio_v2.c). Which one is compiled is read off gpiod.h itself.
//
// Every function that can fail returns 0, or the errno of what failed (a positive number). "Active" is the logical
// level: with active_low, an active line has a low voltage. Objects are not for two threads at once.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this generation can ask the kernel to debounce an input (2.x). With 1.x `debounce_us` is not looked at.
bool cgpio_debounces(void);

struct gpiod_chip;

/// A requested line: ours alone until released.
struct cgpio_line;

/// The kernel's limit for a name, its closing zero included.
enum { CGPIO_NAME_SIZE = 32 };

struct cgpio_chip_info {
    char name[CGPIO_NAME_SIZE];   ///< "gpiochip0": the number may differ from boot to boot
    char label[CGPIO_NAME_SIZE];  ///< "pinctrl-bcm2835": what the driver calls the chip
    unsigned int line_count;
};

struct cgpio_line_info {
    char name[CGPIO_NAME_SIZE];      ///< empty for a line without a name
    char consumer[CGPIO_NAME_SIZE];  ///< who holds it; may be empty although it is held
    bool is_used;
    bool is_output;
    bool is_active_low;
};

enum cgpio_pull { CGPIO_PULL_AS_IS, CGPIO_PULL_NONE, CGPIO_PULL_UP, CGPIO_PULL_DOWN };

struct cgpio_edge {
    /// CLOCK_MONOTONIC, taken by the kernel. Both generations: since Linux 5.7 that is the clock of either ABI.
    uint64_t nanoseconds;
    /// The level the line went to.
    bool is_active;
};

/// The most edges one call returns: as many as the kernel keeps for a line.
enum { CGPIO_EDGES = 16 };

int cgpio_open(const char *path, struct gpiod_chip **chip);
/// Ends every request on the chip, too: keep it open while a line is held.
void cgpio_close(struct gpiod_chip *chip);
int cgpio_chip_info(struct gpiod_chip *chip, struct cgpio_chip_info *info);
/// The line as it is now, not as it was when the chip was opened.
int cgpio_line_info(struct gpiod_chip *chip, unsigned int offset, struct cgpio_line_info *info);

/// Makes the line an output that has the level `active` from its first moment: one request, no glitch between.
int cgpio_request_output(struct gpiod_chip *chip, unsigned int offset, const char *consumer, bool active_low,
                         bool active, struct cgpio_line **line);
/// Makes the line an input. With `edges`, its descriptor can be polled and `cgpio_read_edges` answers; ENXIO or
/// ENODEV then says that the chip has no interrupt for it.
int cgpio_request_input(struct gpiod_chip *chip, unsigned int offset, const char *consumer, bool active_low,
                        enum cgpio_pull pull, unsigned long debounce_us, bool edges, struct cgpio_line **line);
void cgpio_release(struct cgpio_line *line);

/// Gives an output its level. The line is made an output once more, as it was requested: in Linux 6.1 and 6.12 a driver has no other way
/// to say that its chip, behind a bus, did not take the level. A line that is an output already changes its level and nothing else.
int cgpio_set(struct cgpio_line *line, bool active);
int cgpio_get(struct cgpio_line *line, bool *active);
/// Readable when an edge waits; only of an input that was requested with edges, else -1.
int cgpio_descriptor(struct cgpio_line *line);
/// Takes up to CGPIO_EDGES waiting edges, oldest first; never blocks, `*count` may be 0.
int cgpio_read_edges(struct cgpio_line *line, struct cgpio_edge *edges, size_t *count);

#endif
