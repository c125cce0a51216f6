/* Faults of the operating system, on order: LD_PRELOAD this, and calls on files below FAULT_FOLDER, on pipes and on standard
 * streams that are pipes fail as FAULT says.
 *
 *   FAULT=eintr-read     every third read or so is interrupted      FAULT=eintr-write    the same of writes
 *   FAULT=short-read     reads give a part of what there is         FAULT=short-write    writes take a part
 *   FAULT=eagain-read    now and then nothing is there yet          FAULT=eagain-write   now and then there is no room yet
 *   FAULT=eio-read       read number FAULT_AT fails, and all after  FAULT=eio-write, enospc-write, efbig-write, zero-write
 *   FAULT=fsync          every fsync fails                          FAULT=close          every close of a written file fails
 *   FAULT=create         no file can be made                        FAULT=rename         no file can be linked or renamed
 *   FAULT=cut            from read number FAULT_AT on the file that is read ends at byte FAULT_CUT
 *
 * FAULT_SEED chooses the moments. Every fault that was made is a byte in the file FAULT_LOG, where one is named. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *text(const char *name) { const char *value = getenv(name); return value ? value : ""; }
static long number(const char *name) { return strtol(text(name), NULL, 10); }
static int is(const char *kind) { return strcmp(text("FAULT"), kind) == 0; }

static unsigned long long state;
static unsigned dice(unsigned sides) {
  if (!state) state = (unsigned long long)number("FAULT_SEED") * 2862933555777941757ULL + 3037000493ULL;
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(state >> 33) % sides;
}

/* Whether a file is one of those that are tried. */
static int counts(int file) {
  char link[64], path[PATH_MAX];
  const char *folder = text("FAULT_FOLDER");
  if (!*folder) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return file != 2 && (strncmp(path, folder, strlen(folder)) == 0 || strncmp(path, "pipe:", 5) == 0);
}

static void note(void) {
  const char *log = text("FAULT_LOG");
  if (!*log) return;
  int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0) return;
  syscall(SYS_write, file, "x", 1);
  syscall(SYS_close, file);
}

static int fail(int error) { note(); errno = error; return 1; }

static long reads, writes;

static int fails_read(int file, size_t *count) {
  if (!counts(file)) return 0;
  reads++;
  if (is("eintr-read") && dice(3) == 0) return fail(EINTR);
  if (is("eagain-read") && dice(4) == 0) return fail(EAGAIN);
  if (is("eio-read") && reads >= number("FAULT_AT")) return fail(EIO);
  if (is("short-read") && *count > 1 && dice(2)) { note(); *count = 1 + dice((unsigned)(*count - 1)); }
  return 0;
}

static int fails_write(int file, size_t *count) {
  if (!counts(file)) return 0;
  writes++;
  if (is("eintr-write") && dice(3) == 0) return fail(EINTR);
  if (is("eagain-write") && dice(4) == 0) return fail(EAGAIN);
  if (writes >= number("FAULT_AT")) {
    if (is("eio-write")) return fail(EIO);
    if (is("enospc-write")) return fail(ENOSPC);
    if (is("efbig-write")) return fail(EFBIG);
    if (is("zero-write")) { note(); return 2; }
  }
  if (is("short-write") && *count > 1 && dice(2)) { note(); *count = 1 + dice((unsigned)(*count - 1)); }
  return 0;
}

/* How much of a read the file still has, once it has been cut. */
static void cut(int file, off_t offset, size_t *count) {
  if (!is("cut") || !counts(file) || reads < number("FAULT_AT")) return;
  long end = number("FAULT_CUT");
  if (offset + (off_t)*count <= end) return;
  note();
  *count = offset >= end ? 0 : (size_t)(end - offset);
}

ssize_t read(int file, void *bytes, size_t count) {
  if (fails_read(file, &count)) return -1;
  return syscall(SYS_read, file, bytes, count);
}

static ssize_t read_at(int file, void *bytes, size_t count, off_t offset) {
  if (fails_read(file, &count)) return -1;
  cut(file, offset, &count);
  return count == 0 ? 0 : syscall(SYS_pread64, file, bytes, count, offset);
}
ssize_t pread(int file, void *bytes, size_t count, off_t offset) { return read_at(file, bytes, count, offset); }
ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) { return read_at(file, bytes, count, offset); }

ssize_t write(int file, const void *bytes, size_t count) {
  int failed = fails_write(file, &count);
  if (failed) return failed == 2 ? 0 : -1;
  return syscall(SYS_write, file, bytes, count);
}

static ssize_t write_at(int file, const void *bytes, size_t count, off_t offset) {
  int failed = fails_write(file, &count);
  if (failed) return failed == 2 ? 0 : -1;
  return syscall(SYS_pwrite64, file, bytes, count, offset);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return write_at(file, bytes, count, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return write_at(file, bytes, count, offset);
}

int fsync(int file) {
  if (is("fsync") && counts(file) && fail(EIO)) return -1;
  return (int)syscall(SYS_fsync, file);
}

int close(int file) {
  int was_written = is("close") && counts(file) && (fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY;
  int result = (int)syscall(SYS_close, file);
  if (was_written && fail(EIO)) return -1;
  return result;
}

static int open_file(const char *path, int flags, mode_t mode) {
  if (is("create") && (flags & O_CREAT) && fail(EACCES)) return -1;
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_file(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_file(path, flags, mode);
}

int rename(const char *from, const char *to) {
  if (is("rename") && fail(EACCES)) return -1;
  return (int)syscall(SYS_rename, from, to);
}
int link(const char *from, const char *to) {
  if (is("rename") && fail(EACCES)) return -1;
  return (int)syscall(SYS_link, from, to);
}
