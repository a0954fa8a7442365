// The shortest way from a button to a light that Linux offers to a program: wait for the edge, set the line, and
// nothing else. What this takes is the board's own share of every delay measured on it.
//
//     bare-loop /dev/gpiochipN BUTTON LIGHT      (offsets; the button pulls its line to ground)
//
// Prints "ready" when both lines are held, and runs until it is ended.

#include <fcntl.h>
#include <linux/gpio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// A request for one line, held for as long as the descriptor that it returns is open.
static int request(int chip, unsigned offset, unsigned long long flags) {
    struct gpio_v2_line_request line = {.num_lines = 1, .offsets = {offset}, .config.flags = flags};
    strcpy(line.consumer, "bare-loop");
    if (ioctl(chip, GPIO_V2_GET_LINE_IOCTL, &line) < 0) fail("cannot have the line");
    return line.fd;
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "bare-loop CHIP BUTTON LIGHT\n"), 2;
    int chip = open(arguments[1], O_RDWR | O_CLOEXEC);
    if (chip < 0) fail(arguments[1]);
    int button = request(
        chip, atoi(arguments[2]),
        GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_BIAS_PULL_UP | GPIO_V2_LINE_FLAG_EDGE_RISING
            | GPIO_V2_LINE_FLAG_EDGE_FALLING);
    int light = request(chip, atoi(arguments[3]), GPIO_V2_LINE_FLAG_OUTPUT);

    puts("ready");
    fflush(stdout);
    struct gpio_v2_line_event event;
    while (read(button, &event, sizeof event) == sizeof event) {
        struct gpio_v2_line_values level = {.mask = 1, .bits = event.id == GPIO_V2_LINE_EVENT_FALLING_EDGE};
        if (ioctl(light, GPIO_V2_LINE_SET_VALUES_IOCTL, &level) < 0) fail("cannot set the light");
    }
    fail("cannot read the button");
}
