/* Watches what a device's thread asks of the system: LD_PRELOAD this, and calls of threads named "device" that allocate, free,
 * lock or wait are counted. At the end the counts go to the file TRACE_LOG, a line each: "malloc 0", and for the first few
 * calls where they came from: "from malloc libfoo.so+0x123 symbol".
 *
 * A Swift Mutex that is free is taken by an instruction of its own and by no call; one that is not free waits by futex. For each
 * Lock of ours that a rendering thread takes, builds with COUNTS_LOCKS call pthread_mutex_trylock. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MALLOC, CALLOC, REALLOC, ALIGNED, FREE, LOCK, TRYLOCK, RWLOCK, WAIT, FUTEX, KINDS };
static const char *const names[KINDS] = {"malloc", "calloc", "realloc", "aligned", "free", "mutex_lock", "mutex_trylock",
                                         "rwlock", "cond_wait", "futex"};
static atomic_long seen[KINDS], elsewhere[KINDS];
#define PLACES 16
static struct { int kind; void *caller; } places[PLACES];
static atomic_int placed;
static atomic_long threads;

static __thread int is_counted __attribute__((tls_model("initial-exec")));

/* A thread gets its name some time after its start, and another one before it lets a card go, so that it is always asked. */
static int watched(void) {
  char name[16] = "";
  int error = errno;
  prctl(PR_GET_NAME, name, 0, 0, 0);
  errno = error;
  if (strcmp(name, "device") != 0) return 0;
  if (!is_counted) atomic_fetch_add(&threads, 1);
  is_counted = 1;
  return 1;
}

static void note(int kind, void *caller) {
  if (!watched()) { atomic_fetch_add(&elsewhere[kind], 1); return; }
  atomic_fetch_add(&seen[kind], 1);
  int place = atomic_fetch_add(&placed, 1);
  if (place < PLACES) { places[place].kind = kind; places[place].caller = caller; }
}
#define NOTE(kind) note(kind, __builtin_return_address(0))

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

void *malloc(size_t size) { NOTE(MALLOC); return __libc_malloc(size); }
void *calloc(size_t count, size_t size) { NOTE(CALLOC); return __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { NOTE(REALLOC); return __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { NOTE(ALIGNED); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { NOTE(ALIGNED); return __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
  NOTE(ALIGNED);
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
void free(void *old) { if (old) NOTE(FREE); __libc_free(old); }

#define NEXT(name) ({ static __typeof__(name) *next; if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); next; })

int pthread_mutex_lock(pthread_mutex_t *lock) { NOTE(LOCK); return NEXT(pthread_mutex_lock)(lock); }
int pthread_mutex_trylock(pthread_mutex_t *lock) { NOTE(TRYLOCK); return NEXT(pthread_mutex_trylock)(lock); }
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { NOTE(RWLOCK); return NEXT(pthread_rwlock_rdlock)(lock); }
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) { NOTE(RWLOCK); return NEXT(pthread_rwlock_wrlock)(lock); }
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *lock) { NOTE(WAIT); return NEXT(pthread_cond_wait)(c, lock); }

/* By which Swift's own library waits for a Mutex, and wakes who waits. */
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long), d = va_arg(rest, long);
  long e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_futex) NOTE(FUTEX);
  return NEXT(syscall)(number, a, b, c, d, e, f);
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("TRACE_LOG");
  int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
  if (file < 0) return;
  for (int kind = 0; kind < KINDS; kind++) {
    dprintf(file, "%s %ld\nother %s %ld\n", names[kind], atomic_load(&seen[kind]), names[kind], atomic_load(&elsewhere[kind]));
  }
  /* A thread may still be ending, and is counted before what it calls: read last, it is never missing beside its calls. */
  dprintf(file, "threads %ld\n", atomic_load(&threads));
  int count = atomic_load(&placed);
  for (int place = 0; place < count && place < PLACES; place++) {
    Dl_info info = {0};
    dladdr(places[place].caller, &info);
    dprintf(file, "from %s %s+0x%lx %s\n", names[places[place].kind], info.dli_fname ? info.dli_fname : "?",
            (unsigned long)((char *)places[place].caller - (char *)info.dli_fbase), info.dli_sname ? info.dli_sname : "?");
  }
  close(file);
}
