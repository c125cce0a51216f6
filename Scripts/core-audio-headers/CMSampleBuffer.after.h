static const CMSampleTimingInfo kCMTimingInfoInvalid CA_UNUSED = {
    {0, 0, (CMTimeFlags)0, 0}, {0, 0, (CMTimeFlags)0, 0}, {0, 0, (CMTimeFlags)0, 0}};
