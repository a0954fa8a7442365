// libgpiod 2.x, as in Debian 13. See gpio_v1.c for how the generation is told.
#include "CGPIO.h"

#include <gpiod.h>
#ifndef GPIOD_LINE_BULK_MAX_LINES

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool cgpio_debounces(void) { return true; }

struct cgpio_line {
    struct gpiod_line_request *request;
    struct gpiod_edge_event_buffer *buffer;  // only of an input with edges
    struct gpiod_line_config *output;        // only of an output: how it was requested
    unsigned int offset;
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
    struct gpiod_chip_info *found = gpiod_chip_get_info(chip);
    if (!found) return errno;
    copy_name(info->name, gpiod_chip_info_get_name(found));
    copy_name(info->label, gpiod_chip_info_get_label(found));
    info->line_count = (unsigned int)gpiod_chip_info_get_num_lines(found);
    gpiod_chip_info_free(found);
    return 0;
}

int cgpio_line_info(struct gpiod_chip *chip, unsigned int offset, struct cgpio_line_info *info) {
    struct gpiod_line_info *found = gpiod_chip_get_line_info(chip, offset);
    if (!found) return errno;
    copy_name(info->name, gpiod_line_info_get_name(found));
    copy_name(info->consumer, gpiod_line_info_get_consumer(found));
    info->is_used = gpiod_line_info_is_used(found);
    info->is_output = gpiod_line_info_get_direction(found) == GPIOD_LINE_DIRECTION_OUTPUT;
    info->is_active_low = gpiod_line_info_is_active_low(found);
    gpiod_line_info_free(found);
    return 0;
}

// Requests one line with `settings`, which it frees.
static int request(struct gpiod_chip *chip, unsigned int offset, const char *consumer,
                   struct gpiod_line_settings *settings, struct cgpio_line **result) {
    bool has_edges = gpiod_line_settings_get_edge_detection(settings) != GPIOD_LINE_EDGE_NONE;
    bool is_output = gpiod_line_settings_get_direction(settings) == GPIOD_LINE_DIRECTION_OUTPUT;
    struct cgpio_line *line = calloc(1, sizeof *line);
    struct gpiod_line_config *lines = gpiod_line_config_new();
    struct gpiod_request_config *config = gpiod_request_config_new();
    int error = 0;
    if (!line || !lines || !config) {
        error = ENOMEM;
    } else if (gpiod_line_config_add_line_settings(lines, &offset, 1, settings) < 0) {
        error = errno;
    } else if (has_edges && !(line->buffer = gpiod_edge_event_buffer_new(CGPIO_EDGES))) {
        error = errno;
    } else {
        gpiod_request_config_set_consumer(config, consumer);
        line->offset = offset;
        line->request = gpiod_chip_request_lines(chip, config, lines);
        if (!line->request) error = errno;
    }
    if (config) gpiod_request_config_free(config);
    gpiod_line_settings_free(settings);
    if (!error && is_output)
        line->output = lines;
    else if (lines)
        gpiod_line_config_free(lines);
    if (error) {
        if (line && line->buffer) gpiod_edge_event_buffer_free(line->buffer);
        free(line);
        return error;
    }
    *result = line;
    return 0;
}

int cgpio_request_output(struct gpiod_chip *chip, unsigned int offset, const char *consumer, bool active_low,
                         bool active, struct cgpio_line **line) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return errno;
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
    gpiod_line_settings_set_active_low(settings, active_low);
    gpiod_line_settings_set_output_value(settings, active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
    return request(chip, offset, consumer, settings, line);
}

static enum gpiod_line_bias bias(enum cgpio_pull pull) {
    switch (pull) {
    case CGPIO_PULL_NONE: return GPIOD_LINE_BIAS_DISABLED;
    case CGPIO_PULL_UP: return GPIOD_LINE_BIAS_PULL_UP;
    case CGPIO_PULL_DOWN: return GPIOD_LINE_BIAS_PULL_DOWN;
    default: return GPIOD_LINE_BIAS_AS_IS;
    }
}

int cgpio_request_input(struct gpiod_chip *chip, unsigned int offset, const char *consumer, bool active_low,
                        enum cgpio_pull pull, unsigned long debounce_us, bool edges, struct cgpio_line **line) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return errno;
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
    gpiod_line_settings_set_active_low(settings, active_low);
    gpiod_line_settings_set_bias(settings, bias(pull));
    gpiod_line_settings_set_edge_detection(settings, edges ? GPIOD_LINE_EDGE_BOTH : GPIOD_LINE_EDGE_NONE);
    gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
    gpiod_line_settings_set_debounce_period_us(settings, debounce_us);
    return request(chip, offset, consumer, settings, line);
}

void cgpio_release(struct cgpio_line *line) {
    gpiod_line_request_release(line->request);
    if (line->buffer) gpiod_edge_event_buffer_free(line->buffer);
    if (line->output) gpiod_line_config_free(line->output);
    free(line);
}

int cgpio_set(struct cgpio_line *line, bool active) {
    if (!line->output) return EPERM;
    enum gpiod_line_value value = active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    if (gpiod_line_config_set_output_values(line->output, &value, 1) < 0) return errno;
    return gpiod_line_request_reconfigure_lines(line->request, line->output) < 0 ? errno : 0;
}

int cgpio_get(struct cgpio_line *line, bool *active) {
    enum gpiod_line_value value = gpiod_line_request_get_value(line->request, line->offset);
    if (value == GPIOD_LINE_VALUE_ERROR) return errno;
    *active = value == GPIOD_LINE_VALUE_ACTIVE;
    return 0;
}

int cgpio_descriptor(struct cgpio_line *line) {
    return line->buffer ? gpiod_line_request_get_fd(line->request) : -1;
}

int cgpio_read_edges(struct cgpio_line *line, struct cgpio_edge *edges, size_t *count) {
    *count = 0;
    if (!line->buffer) return EPERM;
    // Reading blocks when nothing waits, so ask first.
    int waiting = gpiod_line_request_wait_edge_events(line->request, 0);
    if (waiting <= 0) return waiting < 0 ? errno : 0;
    int got = gpiod_line_request_read_edge_events(line->request, line->buffer, CGPIO_EDGES);
    if (got < 0) return errno;
    for (int i = 0; i < got; i++) {
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(line->buffer, (unsigned long)i);
        edges[i].nanoseconds = gpiod_edge_event_get_timestamp_ns(event);
        edges[i].is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
    }
    *count = (size_t)got;
    return 0;
}

#endif
