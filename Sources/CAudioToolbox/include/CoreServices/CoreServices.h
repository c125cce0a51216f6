// The basic types and statuses that programs expect from CoreServices.
#include <MacTypes.h>
