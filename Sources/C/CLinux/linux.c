#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <stdio_ext.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int clinux_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int clinux_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC); }

int clinux_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

int clinux_start_thread(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    sigset_t blocked, before;
    sigfillset(&blocked);
    // What a thread brings on itself: to have these blocked has no defined meaning.
    const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    for (unsigned long index = 0; index < sizeof own / sizeof *own; index++) sigdelset(&blocked, own[index]);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    int code = pthread_create(thread, attributes, body, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

FILE *clinux_open_reader(void *cookie, ssize_t (*read)(void *, char *, size_t), int (*seek)(void *, int64_t *, int)) {
    return fopencookie(cookie, "r", (cookie_io_functions_t){.read = read, .seek = seek});
}

void clinux_use_without_lock(FILE *file) {
    __fsetlocking(file, FSETLOCKING_BYCALLER);
}

void clinux_trim_memory(void) { malloc_trim(0); }

void clinux_limit_heap(int mapped_from, int padding) {
    mallopt(M_MMAP_THRESHOLD, mapped_from);
    mallopt(M_TOP_PAD, padding);
}

int clinux_wait(sem_t *semaphore, int64_t nanoseconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    nanoseconds += end.tv_nsec;
    end.tv_sec += nanoseconds / 1000000000;
    end.tv_nsec = nanoseconds % 1000000000;
    while (sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) != 0) {
        if (errno != EINTR) return -1;
    }
    return 0;
}

int clinux_poll(struct pollfd *descriptors, unsigned long count, int64_t nanoseconds) {
    struct timespec timeout = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    return ppoll(descriptors, count, nanoseconds < 0 ? NULL : &timeout, NULL);
}

// Of two that memory is short for, the program is to go and not the one that holds pins.
static void end_oom_protection(pid_t process) {
    char path[48];
    snprintf(path, sizeof path, "/proc/%d/oom_score_adj", (int)process);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    char first;
    // To raise it takes no right, and one that is raised already stays.
    if (read(file, &first, 1) == 1 && first == '-' && pwrite(file, "0", 1, 0) < 0) {}
    close(file);
}

int clinux_start_program(const char *path, char *const arguments[], char *const environment[], pid_t *process, int *input) {
    // From the first moment without exec, as other threads may start programs, too.
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    // Of libraries, too, which may have opened sound cards and pins otherwise.
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    if (code != 0) {
        close(ends[1]);
        return code;
    }
    // Of this end alone: programs take it for granted that their input can be waited for.
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    // The time of the thread that captures sound is nobody else's, nor is its memory.
    const struct rlimit nothing = {0, 0};
    prlimit(*process, RLIMIT_RTPRIO, &nothing, NULL);
    prlimit(*process, RLIMIT_MEMLOCK, &nothing, NULL);
    end_oom_protection(*process);
    *input = ends[1];
    return 0;
}

char **clinux_environment(void) { return environ; }

static pthread_mutex_t silence_lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *real_stderr, *filtered_stderr;
static int silent_threads;
static _Thread_local int is_silent;

// Unbuffered, so it runs on the thread that prints. Of what it cannot write, fopencookie() wants to be told 0 bytes.
static ssize_t print_unless_silent(void *cookie, const char *bytes, size_t count) {
    (void)cookie;
    if (is_silent) return (ssize_t)count;
    const ssize_t written = write(STDERR_FILENO, bytes, count);
    return written < 0 ? 0 : written;
}

void clinux_silence_stderr(void) {
    pthread_mutex_lock(&silence_lock);
    is_silent++;
    if (silent_threads++ == 0) {
        if (!filtered_stderr) {
            // Never closed: another thread may be printing through it whenever it is taken away.
            filtered_stderr = fopencookie(NULL, "w", (cookie_io_functions_t){.write = print_unless_silent});
            if (filtered_stderr) setvbuf(filtered_stderr, NULL, _IONBF, 0);
        }
        real_stderr = stderr;
        if (filtered_stderr) stderr = filtered_stderr;
    }
    pthread_mutex_unlock(&silence_lock);
}

void clinux_restore_stderr(void) {
    pthread_mutex_lock(&silence_lock);
    is_silent--;
    if (--silent_threads == 0) stderr = real_stderr;
    pthread_mutex_unlock(&silence_lock);
}

static const char *bus_error_text;

// Only what signal-safety(7) permits. The instruction is tried again after it, and then ends the process.
static void say_bus_error(int number) {
    const char *end = bus_error_text;
    while (*end) end++;
    if (write(STDERR_FILENO, bus_error_text, end - bus_error_text) < 0) {}
    signal(number, SIG_DFL);
}

void clinux_say_at_bus_error(const char *text) {
    bus_error_text = text;
    signal(SIGBUS, say_bus_error);
}
