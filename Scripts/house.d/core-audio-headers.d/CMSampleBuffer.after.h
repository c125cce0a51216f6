static const CMSampleTimingInfo kCMTimingInfoInvalid CA_UNUSED = {
    {0, 0, (CMTimeFlags)0, 0}, {0, 0, (CMTimeFlags)0, 0}, {0, 0, (CMTimeFlags)0, 0}};

/// Whether the range of output times that comes may overlap what is queued.
CF_EXPORT const CFStringRef kCMSampleBufferConduitNotificationParameter_UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange;
