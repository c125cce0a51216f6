// Macros that leave a function by a label where an assertion does not hold. What fails is said on standard error, unless
// NDEBUG or DEBUG_ASSERT_PRODUCTION_CODE forbids it or the macro is a quiet one. <AssertMacros.h> has shorter names for them.
#ifndef CA_CAUDIOTOOLBOX_ASSERTMACROS_H
#define CA_CAUDIOTOOLBOX_ASSERTMACROS_H

#include <stdio.h>

#ifndef DEBUG_ASSERT_COMPONENT_NAME_STRING
#define DEBUG_ASSERT_COMPONENT_NAME_STRING "Program"
#endif
#ifndef DEBUG_ASSERT_PRODUCTION_CODE
#if defined(NDEBUG)
#define DEBUG_ASSERT_PRODUCTION_CODE 1
#else
#define DEBUG_ASSERT_PRODUCTION_CODE 0
#endif
#endif

#ifndef DEBUG_ASSERT_MESSAGE
#define DEBUG_ASSERT_MESSAGE(component, assertion, label, message, file, line, value)                  \
    fprintf(                                                                                            \
        stderr, "%s: assertion failed: %s %s %s, %s:%ld, value %ld\n", component, assertion, label, message, file, \
        (long)(line), (long)(value))
#endif
#if DEBUG_ASSERT_PRODUCTION_CODE
#define CA_ASSERT_TELL(assertion, label, message, value) ((void)0)
#else
#define CA_ASSERT_TELL(assertion, label, message, value) \
    ((void)DEBUG_ASSERT_MESSAGE(                          \
        DEBUG_ASSERT_COMPONENT_NAME_STRING, assertion, label, message, __FILE__, __LINE__, value))
#endif

// The first is what production builds keep: the way to the label, never the check.
#define CA_ASSERT_LEAVE(holds, tell, action, leave) \
    do {                                             \
        if (!(holds)) {                               \
            tell;                                      \
            action;                                     \
            leave;                                       \
        }                                                 \
    } while (0)
#define CA_ASSERT_LEAVE_ERROR(error, tell, action, leave) \
    do {                                                   \
        long caError = (long)(error);                       \
        if (caError != 0) {                                  \
            tell;                                             \
            action;                                            \
            leave;                                              \
        }                                                        \
    } while (0)
#define CA_ASSERT_NOTHING ((void)0)

#if DEBUG_ASSERT_PRODUCTION_CODE
#define __Check(assertion) CA_ASSERT_NOTHING
#define __Check_noErr(error) CA_ASSERT_NOTHING
#define __Check_String(assertion, message) CA_ASSERT_NOTHING
#define __Check_noErr_String(error, message) CA_ASSERT_NOTHING
#define __Debug_String(message) CA_ASSERT_NOTHING
#else
#define __Check(assertion) __Check_String(assertion, "")
#define __Check_noErr(error) __Check_noErr_String(error, "")
#define __Check_String(assertion, message) \
    CA_ASSERT_LEAVE(assertion, CA_ASSERT_TELL(#assertion, "", message, 0), CA_ASSERT_NOTHING, CA_ASSERT_NOTHING)
#define __Check_noErr_String(error, message) \
    CA_ASSERT_LEAVE_ERROR(error, CA_ASSERT_TELL(#error, "", message, caError), CA_ASSERT_NOTHING, CA_ASSERT_NOTHING)
#define __Debug_String(message) CA_ASSERT_TELL("", "", message, 0)
#endif

#define __Verify(assertion) __Verify_String(assertion, "")
#define __Verify_noErr(error) __Verify_noErr_String(error, "")
#define __Verify_String(assertion, message) \
    CA_ASSERT_LEAVE(assertion, CA_ASSERT_TELL(#assertion, "", message, 0), CA_ASSERT_NOTHING, CA_ASSERT_NOTHING)
#define __Verify_noErr_String(error, message) \
    CA_ASSERT_LEAVE_ERROR(error, CA_ASSERT_TELL(#error, "", message, caError), CA_ASSERT_NOTHING, CA_ASSERT_NOTHING)
#define __Verify_Action(assertion, action) \
    CA_ASSERT_LEAVE(assertion, CA_ASSERT_TELL(#assertion, "", "", 0), action, CA_ASSERT_NOTHING)
#define __Verify_noErr_Action(error, action) \
    CA_ASSERT_LEAVE_ERROR(error, CA_ASSERT_TELL(#error, "", "", caError), action, CA_ASSERT_NOTHING)

#define __Require(assertion, label) __Require_String(assertion, label, "")
#define __Require_String(assertion, label, message) \
    CA_ASSERT_LEAVE(assertion, CA_ASSERT_TELL(#assertion, #label, message, 0), CA_ASSERT_NOTHING, goto label)
#define __Require_Quiet(assertion, label) \
    CA_ASSERT_LEAVE(assertion, CA_ASSERT_NOTHING, CA_ASSERT_NOTHING, goto label)
#define __Require_Action(assertion, label, action) __Require_Action_String(assertion, label, action, "")
#define __Require_Action_String(assertion, label, action, message) \
    CA_ASSERT_LEAVE(assertion, CA_ASSERT_TELL(#assertion, #label, message, 0), action, goto label)
#define __Require_Action_Quiet(assertion, label, action) \
    CA_ASSERT_LEAVE(assertion, CA_ASSERT_NOTHING, action, goto label)
#define __nRequire(assertion, label) __Require(!(assertion), label)
#define __nRequire_Quiet(assertion, label) __Require_Quiet(!(assertion), label)
#define __nRequire_Action(assertion, label, action) __Require_Action(!(assertion), label, action)

#define __Require_noErr(error, label) __Require_noErr_String(error, label, "")
#define __Require_noErr_String(error, label, message) \
    CA_ASSERT_LEAVE_ERROR(error, CA_ASSERT_TELL(#error, #label, message, caError), CA_ASSERT_NOTHING, goto label)
#define __Require_noErr_Quiet(error, label) \
    CA_ASSERT_LEAVE_ERROR(error, CA_ASSERT_NOTHING, CA_ASSERT_NOTHING, goto label)
#define __Require_noErr_Action(error, label, action) __Require_noErr_Action_String(error, label, action, "")
#define __Require_noErr_Action_String(error, label, action, message) \
    CA_ASSERT_LEAVE_ERROR(error, CA_ASSERT_TELL(#error, #label, message, caError), action, goto label)
#define __Require_noErr_Action_Quiet(error, label, action) \
    CA_ASSERT_LEAVE_ERROR(error, CA_ASSERT_NOTHING, action, goto label)

#endif
