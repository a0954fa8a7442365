// libgpiod 1.6, as in Debian 12. It carries no version macro; only 1.x defines the limit of a bulk request.
#include "CGPIO.h"

#include <gpiod.h>
#ifdef GPIOD_LINE_BULK_MAX_LINES

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool cgpio_debounces(void) { return false; }

struct cgpio_line {
    struct gpiod_line *line;
    int flags;  // as it was requested
    bool has_edges;
    bool is_output;
};

static void copy_name(char *target, const char *name) {
    strncpy(target, name ? name : "", CGPIO_NAME_SIZE - 1);
    target[CGPIO_NAME_SIZE - 1] = 0;
}

int cgpio_open(const char *path, struct gpiod_chip **chip) {
    *chip = gpiod_chip_open(path);
    return *chip ? 0 : errno;
}

void cgpio_close(struct gpiod_chip *chip) { gpiod_chip_close(chip); }

int cgpio_chip_info(struct gpiod_chip *chip, struct cgpio_chip_info *info) {
    copy_name(info->name, gpiod_chip_name(chip));
    copy_name(info->label, gpiod_chip_label(chip));
    info->line_count = gpiod_chip_num_lines(chip);
    return 0;
}

int cgpio_line_info(struct gpiod_chip *chip, unsigned int offset, struct cgpio_line_info *info) {
    struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
    if (!line) return errno;
    copy_name(info->name, gpiod_line_name(line));
    copy_name(info->consumer, gpiod_line_consumer(line));
    info->is_used = gpiod_line_is_used(line);
    info->is_output = gpiod_line_direction(line) == GPIOD_LINE_DIRECTION_OUTPUT;
    info->is_active_low = gpiod_line_active_state(line) == GPIOD_LINE_ACTIVE_STATE_LOW;
    return 0;
}

static int request(struct gpiod_chip *chip, unsigned int offset, const struct gpiod_line_request_config *config,
                   bool active, struct cgpio_line **result) {
    struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
    if (!line) return errno;
    struct cgpio_line *held = malloc(sizeof *held);
    if (!held) return ENOMEM;
    if (gpiod_line_request(line, config, active) < 0) {
        int error = errno;
        free(held);
        return error;
    }
    held->line = line;
    held->flags = config->flags;
    held->has_edges = config->request_type == GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES;
    held->is_output = config->request_type == GPIOD_LINE_REQUEST_DIRECTION_OUTPUT;
    *result = held;
    return 0;
}

int cgpio_request_output(struct gpiod_chip *chip, unsigned int offset, const char *consumer, bool active_low,
                         bool active, struct cgpio_line **line) {
    struct gpiod_line_request_config config = {
        .consumer = consumer,
        .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
        .flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0,
    };
    return request(chip, offset, &config, active, line);
}

static int pull_flag(enum cgpio_pull pull) {
    switch (pull) {
    case CGPIO_PULL_NONE: return GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
    case CGPIO_PULL_UP: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    case CGPIO_PULL_DOWN: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
    default: return 0;
    }
}

int cgpio_request_input(struct gpiod_chip *chip, unsigned int offset, const char *consumer, bool active_low,
                        enum cgpio_pull pull, unsigned long debounce_us, bool edges, struct cgpio_line **line) {
    (void)debounce_us;
    struct gpiod_line_request_config config = {
        .consumer = consumer,
        .request_type = edges ? GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES : GPIOD_LINE_REQUEST_DIRECTION_INPUT,
        .flags = (active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0) | pull_flag(pull),
    };
    return request(chip, offset, &config, false, line);
}

void cgpio_release(struct cgpio_line *line) {
    gpiod_line_release(line->line);
    free(line);
}

int cgpio_set(struct cgpio_line *line, bool active) {
    if (!line->is_output) return EPERM;
    return gpiod_line_set_config(line->line, GPIOD_LINE_REQUEST_DIRECTION_OUTPUT, line->flags, active) < 0 ? errno : 0;
}

int cgpio_get(struct cgpio_line *line, bool *active) {
    int value = gpiod_line_get_value(line->line);
    if (value < 0) return errno;
    *active = value;
    return 0;
}

int cgpio_descriptor(struct cgpio_line *line) {
    return line->has_edges ? gpiod_line_event_get_fd(line->line) : -1;
}

int cgpio_read_edges(struct cgpio_line *line, struct cgpio_edge *edges, size_t *count) {
    *count = 0;
    if (!line->has_edges) return EPERM;
    // Reading blocks when nothing waits, so ask first.
    int waiting = gpiod_line_event_wait(line->line, &(struct timespec){0, 0});
    if (waiting <= 0) return waiting < 0 ? errno : 0;
    struct gpiod_line_event events[CGPIO_EDGES];
    int got = gpiod_line_event_read_multiple(line->line, events, CGPIO_EDGES);
    if (got < 0) return errno;
    for (int i = 0; i < got; i++) {
        edges[i].nanoseconds = (uint64_t)events[i].ts.tv_sec * 1000000000u + (uint64_t)events[i].ts.tv_nsec;
        // With both edges asked for, the kernel names the edge after the logical level: active-low is in it.
        edges[i].is_active = events[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE;
    }
    *count = (size_t)got;
    return 0;
}

#endif
