// Writes what an object is, for people.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_CASHOW_H
#define CA_AUDIOTOOLBOX_CASHOW_H

#include <CAudioToolbox/Platform.h>
#include <stdio.h>

CA_HEADER_BEGIN

CF_EXPORT void CAShow(void *inObject);

CF_EXPORT void CAShowFile(void *inObject, FILE *inFile);

CA_HEADER_END

#endif
