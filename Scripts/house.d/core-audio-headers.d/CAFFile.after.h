#define kCAFMarkerChunkHdrSize offsetof(CAFMarkerChunk, mMarkers)
#define kCAFRegionChunkHdrSize offsetof(CAFRegionChunk, mRegions)

/// The region that follows one in a region chunk in this processor's byte order.
#define NextCAFRegion(inCAFRegionPtr) \
    ((CAFRegion *)((char *)(inCAFRegionPtr) + offsetof(CAFRegion, mMarkers) \
                   + (inCAFRegionPtr)->mNumberMarkers * sizeof(CAFMarker)))
