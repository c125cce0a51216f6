// Everything of Core Media that there is here.
#ifndef CA_COREMEDIA_COREMEDIA_H
#define CA_COREMEDIA_COREMEDIA_H

#include <CoreMedia/CMAttachment.h>
#include <CoreMedia/CMAudioClock.h>
#include <CoreMedia/CMAudioDeviceClock.h>
#include <CoreMedia/CMBase.h>
#include <CoreMedia/CMBlockBuffer.h>
#include <CoreMedia/CMBufferQueue.h>
#include <CoreMedia/CMFormatDescription.h>
#include <CoreMedia/CMFormatDescriptionBridge.h>
#include <CoreMedia/CMMemoryPool.h>
#include <CoreMedia/CMSampleBuffer.h>
#include <CoreMedia/CMSimpleQueue.h>
#include <CoreMedia/CMSync.h>
#include <CoreMedia/CMTime.h>
#include <CoreMedia/CMTimeRange.h>

#endif
