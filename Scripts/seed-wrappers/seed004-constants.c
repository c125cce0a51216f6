// Written by Scripts/extract-seed-code: the constants of a text about Audio File Services, compared with the headers'.
#include <AudioToolbox/AudioToolbox.h>

#define FOR_EACH(MACRO) \
%% names 004.1 004.7

#define OURS(name) ours_##name = name,
enum { FOR_EACH(OURS) ours_end };

// Within a function the text's constants stand before those of the headers.
void compareConstants(void) {
%% 004.1
%% 004.7
#define SAME(name) _Static_assert((unsigned)ours_##name == (unsigned)name, #name);
    FOR_EACH(SAME)
}
