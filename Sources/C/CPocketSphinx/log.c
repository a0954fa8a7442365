#include <stdarg.h>
#include <stdio.h>

#include "CPocketSphinx.h"

static void write_line(void *sink, err_lvl_t level, const char *format, ...) {
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    ((cpocketsphinx_sink)sink)(level, text);
}

void cpocketsphinx_set_log(cpocketsphinx_sink sink) { err_set_callback(write_line, (void *)sink); }
