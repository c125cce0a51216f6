// The basic types and statuses that programs expect from CoreServices, and its oldest calls.
#ifndef CA_CORESERVICES_CORESERVICES_H
#define CA_CORESERVICES_CORESERVICES_H

#include <CAudioToolbox/AssertMacros.h>
#include <CarbonCore/Components.h>
#include <CarbonCore/Gestalt.h>
#include <MacTypes.h>

#endif
