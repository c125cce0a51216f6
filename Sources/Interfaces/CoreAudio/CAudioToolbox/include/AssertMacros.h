// Macros that leave a function by a label where an assertion does not hold, by their short names, which a program may forbid.
#ifndef CA_ASSERTMACROS_H
#define CA_ASSERTMACROS_H

#include <CAudioToolbox/AssertMacros.h>

#ifndef __ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES
#define __ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES 1
#endif
#if __ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES
#define check(assertion) __Check(assertion)
#define check_noerr(error) __Check_noErr(error)
#define check_string(assertion, message) __Check_String(assertion, message)
#define check_noerr_string(error, message) __Check_noErr_String(error, message)
#define debug_string(message) __Debug_String(message)
#define verify(assertion) __Verify(assertion)
#define verify_noerr(error) __Verify_noErr(error)
#define verify_string(assertion, message) __Verify_String(assertion, message)
#define verify_noerr_string(error, message) __Verify_noErr_String(error, message)
#define verify_action(assertion, action) __Verify_Action(assertion, action)
#define verify_noerr_action(error, action) __Verify_noErr_Action(error, action)
#define require(assertion, label) __Require(assertion, label)
#define require_string(assertion, label, message) __Require_String(assertion, label, message)
#define require_quiet(assertion, label) __Require_Quiet(assertion, label)
#define require_action(assertion, label, action) __Require_Action(assertion, label, action)
#define require_action_string(assertion, label, action, message) \
    __Require_Action_String(assertion, label, action, message)
#define require_action_quiet(assertion, label, action) __Require_Action_Quiet(assertion, label, action)
#define nrequire(assertion, label) __nRequire(assertion, label)
#define nrequire_quiet(assertion, label) __nRequire_Quiet(assertion, label)
#define nrequire_action(assertion, label, action) __nRequire_Action(assertion, label, action)
#define require_noerr(error, label) __Require_noErr(error, label)
#define require_noerr_string(error, label, message) __Require_noErr_String(error, label, message)
#define require_noerr_quiet(error, label) __Require_noErr_Quiet(error, label)
#define require_noerr_action(error, label, action) __Require_noErr_Action(error, label, action)
#define require_noerr_action_string(error, label, action, message) \
    __Require_noErr_Action_String(error, label, action, message)
#define require_noerr_action_quiet(error, label, action) __Require_noErr_Action_Quiet(error, label, action)
#endif

#endif
