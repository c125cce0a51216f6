// A target of C needs a source; this one holds the header to what it promises of its structures.
#include "swift_audio_toolbox.h"

_Static_assert(sizeof(sat_error) == 1032, "errors keep their size");
_Static_assert(sizeof(sat_request) == 32, "requests keep their size");
_Static_assert(sizeof(sat_adjustment) == 32, "adjustments keep their size");
_Static_assert(sizeof(sat_format) == 24, "formats keep their size");
_Static_assert(sizeof(sat_output) == 40, "outputs keep their size");
_Static_assert(sizeof(sat_stream) == 80, "streams keep their size");
_Static_assert(sizeof(sat_rates) == 24, "rates keep their size");
_Static_assert(sizeof(sat_tag) == 2 * sizeof(void *), "tags keep their size");
_Static_assert(sizeof(sat_conversion) == 72, "conversions keep their size");
