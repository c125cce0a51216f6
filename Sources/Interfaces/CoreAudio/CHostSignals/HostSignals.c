// The library that C programs load brings the Swift runtime, which installs handlers for the signals of a crash when it is
// loaded: a program that knows nothing of Swift would print a Swift backtrace when it aborts. A library must not take its
// host's signals, so they are given back, unless the user asks for backtraces by SWIFT_BACKTRACE.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/// True if a handler stands in the Swift runtime, be it a library of its own or linked into this one.
static bool is_of_runtime(const void *handler) {
    Dl_info there, here;
    if (dladdr(handler, &there) == 0 || there.dli_fname == NULL) return false;
    if (strstr(there.dli_fname, "libswiftCore") != NULL) return true;
    return dladdr((const void *)&is_of_runtime, &here) != 0 && here.dli_fbase == there.dli_fbase;
}

/// Runs when the library is loaded, behind the initializers of the runtime, on which it depends.
__attribute__((constructor)) static void give_back_signals(void) {
    if (getenv("SWIFT_BACKTRACE") != NULL) return;
    const int signals[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index += 1) {
        struct sigaction action;
        if (sigaction(signals[index], NULL, &action) != 0) continue;
        const void *handler =
            (action.sa_flags & SA_SIGINFO) != 0 ? (const void *)action.sa_sigaction : (const void *)action.sa_handler;
        if (handler == NULL || !is_of_runtime(handler)) continue;
        action.sa_flags = 0;
        action.sa_handler = SIG_DFL;
        sigemptyset(&action.sa_mask);
        (void)sigaction(signals[index], &action, NULL);
    }
}
