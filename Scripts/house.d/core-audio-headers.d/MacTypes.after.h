#ifndef nil
#if defined(__cplusplus) && __cplusplus >= 201103L
#define nil nullptr
#else
#define nil NULL
#endif
#endif
