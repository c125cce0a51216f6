// What a program asks of the system it runs on: the version whose declarations these headers have.
#ifndef CA_CARBONCORE_GESTALT_H
#define CA_CARBONCORE_GESTALT_H

#include <CAudioToolbox/Platform.h>
#include <MacTypes.h>

#if !defined(__swift__)

CA_HEADER_BEGIN

enum {
    gestaltUnknownErr = -5550,
    gestaltUndefSelectorErr = -5551
};

enum {
    /// Two decimal digits, then one of the minor and one of the bug-fix version, each 9 at most.
    gestaltSystemVersion = 0x73797376 /* 'sysv' */,
    gestaltSystemVersionMajor = 0x73797331 /* 'sys1' */,
    gestaltSystemVersionMinor = 0x73797332 /* 'sys2' */,
    gestaltSystemVersionBugFix = 0x73797333 /* 'sys3' */
};

CF_EXPORT OSErr Gestalt(OSType selector, SInt32 *response);

CA_HEADER_END

#endif

#endif
