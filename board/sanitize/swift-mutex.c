// Tells ThreadSanitizer of Swift's Mutex.
//
// Its fast path is compiled into every program, and seen. When threads meet, functions of libswiftSynchronization ask the kernel
// for the lock (futex(2), FUTEX_LOCK_PI), which is seen by nobody, so that whatever the lock guards looks like a race. The functions
// here stand before those of the library, and add what ThreadSanitizer has to know. The names are of Swift 6.0 to 6.3 on Linux.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void Lock(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void Unlock(__attribute__((swift_context)) void *mutex);

Lock lock __asm__(LOCK);
Unlock unlock __asm__(UNLOCK);

__attribute__((swiftcall)) void lock(uint32_t thread, __attribute__((swift_context)) void *mutex) {
    ((Lock *)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
    __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock(__attribute__((swift_context)) void *mutex) {
    __tsan_release(mutex);
    ((Unlock *)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
