/// How many markers fit into a marker list of so many bytes.
CF_INLINE size_t NumBytesToNumAudioFileMarkers(size_t inNumBytes) {
    return inNumBytes < offsetof(AudioFileMarkerList, mMarkers)
        ? 0 : (inNumBytes - offsetof(AudioFileMarkerList, mMarkers)) / sizeof(AudioFileMarker);
}

/// The size in bytes of a marker list that holds so many markers.
CF_INLINE size_t NumAudioFileMarkersToNumBytes(size_t inNumMarkers) {
    return offsetof(AudioFileMarkerList, mMarkers) + inNumMarkers * sizeof(AudioFileMarker);
}

/// The region that follows one in a region list, in which regions vary in size.
CF_INLINE AudioFileRegion *NextAudioFileRegion(const AudioFileRegion *inAFRegionPtr) {
    return (AudioFileRegion *)((char *)inAFRegionPtr + offsetof(AudioFileRegion, mMarkers)
                               + inAFRegionPtr->mNumberMarkers * sizeof(AudioFileMarker));
}
