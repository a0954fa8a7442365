#ifndef EARSHOT_CLINUX_H
#define EARSHOT_CLINUX_H

// Linux calls that Swift's Glibc overlay does not show: they are GNU extensions, variadic, or macros.

// Feature macros such as _GNU_SOURCE belong in linux.c: here they would change the system's structures for Swift,
// which refuses a module that sees another fd_set than Foundation's.
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/// An anonymous file in memory, close-on-exec; -1 and errno on failure.
int clinux_memfd(const char *name);
/// The next connection to a socket that listens, close-on-exec; -1 and errno on failure.
int clinux_accept(int listener);
/// Names the calling thread, as `top -H` and `ps -L` show it (15 characters at most).
int clinux_name_thread(const char *name);
/// As pthread_create(); signals from outside are blocked in the new thread, so that they go to the program's own threads,
/// whose mask says what becomes of them, whenever it was set.
int clinux_start_thread(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument);
/// A file whose bytes `read` gives, and where `seek` says and sets which come next, as fopencookie() has them, on the thread that
/// reads it; NULL and errno on failure.
FILE *clinux_open_reader(
    void *cookie, ssize_t (*read)(void *cookie, char *buffer, size_t count),
    int (*seek)(void *cookie, int64_t *offset, int whence));
/// Leaves out the lock of a file that one thread alone uses, so that the end of the program does not wait for it.
void clinux_use_without_lock(FILE *file);
/// Gives memory that was freed back to the system; glibc keeps much of what other threads than the first have freed.
void clinux_trim_memory(void);
/// malloc takes each block of at least `mapped_from` bytes from the system by itself, and gives it back when it is freed; for smaller ones
/// it takes `padding` bytes more than it needs.
void clinux_limit_heap(int mapped_from, int padding);
/// Until clinux_restore_stderr(), what C code prints to stderr on this thread is dropped, for libraries that have no other
/// way to be silent. What other threads print, and what is written to descriptor 2, is not. Calls may be nested.
void clinux_silence_stderr(void);
void clinux_restore_stderr(void);
/// Has `text`, which stays where it is, written to standard error when a page of a mapped file cannot be had (SIGBUS), before
/// the process ends of it as it would anyway.
void clinux_say_at_bus_error(const char *text);
/// Starts the program at `path`, in a process group of its own, with no signal blocked or ignored and no descriptor but the first
/// three: a new pipe, nothing for what it prints, and this process's standard error. `input` is the pipe's end to write to, which
/// does not block and does not survive exec. An error number, or 0.
int clinux_start_program(const char *path, char *const arguments[], char *const environment[], pid_t *process, int *input);
/// This process's variables, `NAME=value` each, ended by NULL.
char **clinux_environment(void);
/// As sem_wait(), but not longer than so many nanoseconds, however the clock is set meanwhile; -1 when that time is up.
int clinux_wait(sem_t *semaphore, int64_t nanoseconds);
/// As poll(), to the nanosecond (poll counts in milliseconds); a negative time is for ever.
int clinux_poll(struct pollfd *descriptors, unsigned long count, int64_t nanoseconds);

/// Says to the processor that this is a loop that waits for another one.
static inline void clinux_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ __volatile__("yield");
#endif
}

#endif
