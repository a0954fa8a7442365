// A plugin of qemu's user emulation, which counts what a program takes of an ARM processor: instructions, and lines of 64 bytes
// that its caches do not have. A thread has first-level caches of its own, all share the second level, and of a set of lines
// the least recently used one leaves. Nothing is fetched before it is asked for, as processors do.
//
//     qemu-aarch64 -plugin file=count.so,i1=32768:2,d1=32768:4,l2=524288:16,to=FILE PROGRAM
//
// A size in bytes and the lines in a set are told of each cache. FILE gets one line of numbers:
// instructions, lines from the second level, lines from memory, lines written back to memory.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- What qemu offers, version 1 of its interface (qemu-plugin.h), which no package of Debian 12 has ----------------

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint64_t qemu_plugin_id_t;

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *), int, void *);
void qemu_plugin_register_vcpu_mem_cb(
    struct qemu_plugin_insn *, void (*)(unsigned, uint32_t, uint64_t, void *), int, int, void *);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
bool qemu_plugin_mem_is_store(uint32_t);

#define EXPORTED __attribute__((visibility("default")))
EXPORTED int qemu_plugin_version = 1;

// --- Caches ---------------------------------------------------------------------------------------------------------

enum { line_bits = 6, most_threads = 256 };

struct line {
    uint64_t address; // of the line, plus one: 0 is none
    uint64_t used;
    bool changed;
};

struct cache {
    size_t sets, ways;
    uint64_t clock;
    struct line *lines;
};

static struct cache sized(struct cache shape) {
    shape.lines = calloc(shape.sets * shape.ways, sizeof(struct line));
    return shape;
}

// Whether the line is there. It is afterwards, and what had to leave for it is told.
static bool has(struct cache *cache, uint64_t address, bool changes, struct line *left) {
    struct line *set = cache->lines + (address % cache->sets) * cache->ways, *oldest = set;
    cache->clock++;
    for (struct line *line = set; line < set + cache->ways; line++) {
        if (line->address == address + 1) {
            line->used = cache->clock;
            line->changed |= changes;
            return true;
        }
        if (line->used < oldest->used) { oldest = line; }
    }
    *left = *oldest;
    *oldest = (struct line) { address + 1, cache->clock, changes };
    return false;
}

// --- Counting -------------------------------------------------------------------------------------------------------

struct thread {
    struct cache i1, d1;
    uint64_t instructions;
};

static struct cache i1, d1, l2;
static pthread_mutex_t second_level = PTHREAD_MUTEX_INITIALIZER;
static uint64_t from_second, from_memory, written;
static struct thread threads[most_threads];
static const char *to;

static struct thread *of(unsigned index) {
    struct thread *thread = &threads[index % most_threads];
    if (!thread->i1.lines) { thread->i1 = sized(i1), thread->d1 = sized(d1); }
    return thread;
}

static void touch(struct cache *first, uint64_t address, bool changes) {
    struct line left, left_second = { 0 };
    if (has(first, address, changes, &left)) { return; }
    pthread_mutex_lock(&second_level);
    from_second++;
    if (!has(&l2, address, false, &left_second)) { from_memory++; }
    if (left_second.changed) { written++; }
    if (left.changed) {
        struct line left_for_it = { 0 };
        has(&l2, left.address - 1, true, &left_for_it);
        if (left_for_it.changed) { written++; }
    }
    pthread_mutex_unlock(&second_level);
}

struct block {
    uint64_t first, last, instructions;
};

static void block_runs(unsigned index, void *data) {
    const struct block *block = data;
    struct thread *thread = of(index);
    thread->instructions += block->instructions;
    for (uint64_t line = block->first; line <= block->last; line++) { touch(&thread->i1, line, false); }
}

static void memory_is_used(unsigned index, uint32_t info, uint64_t address, void *data) {
    (void)data;
    touch(&of(index)->d1, address >> line_bits, qemu_plugin_mem_is_store(info));
}

static void block_is_translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb) {
    (void)id;
    size_t count = qemu_plugin_tb_n_insns(tb);
    uint64_t start = qemu_plugin_tb_vaddr(tb);
    struct block *block = malloc(sizeof *block); // qemu keeps it as long as it runs
    *block = (struct block) { start >> line_bits, (start + count * 4 - 1) >> line_bits, count };
    qemu_plugin_register_vcpu_tb_exec_cb(tb, block_runs, 0, block);
    for (size_t i = 0; i < count; i++) {
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, i), memory_is_used, 0, 3, NULL);
    }
}

static void program_ends(qemu_plugin_id_t id, void *data) {
    (void)id, (void)data;
    uint64_t instructions = 0;
    for (size_t i = 0; i < most_threads; i++) { instructions += threads[i].instructions; }
    FILE *file = fopen(to, "w");
    if (!file) { return; }
    fprintf(file, "%llu %llu %llu %llu\n", (unsigned long long)instructions, (unsigned long long)from_second,
        (unsigned long long)from_memory, (unsigned long long)written);
    fclose(file);
}

static bool shape(const char *argument, const char *name, struct cache *cache) {
    size_t bytes, ways, length = strlen(name);
    if (strncmp(argument, name, length) != 0 || sscanf(argument + length, "=%zu:%zu", &bytes, &ways) != 2) { return false; }
    *cache = (struct cache) { .sets = (bytes >> line_bits) / ways, .ways = ways };
    return true;
}

EXPORTED int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int count, char **arguments) {
    (void)info;
    for (int i = 0; i < count; i++) {
        if (strncmp(arguments[i], "to=", 3) == 0) { to = arguments[i] + 3; }
        else if (!shape(arguments[i], "i1", &i1) && !shape(arguments[i], "d1", &d1) && !shape(arguments[i], "l2", &l2)) {
            return 1;
        }
    }
    if (!to || !i1.sets || !d1.sets || !l2.sets) { return 1; }
    l2 = sized(l2);
    qemu_plugin_register_vcpu_tb_trans_cb(id, block_is_translated);
    qemu_plugin_register_atexit_cb(id, program_ends, NULL);
    return 0;
}
