// The constants of a text about Audio File Services, compared with the headers'.
#include <AudioToolbox/AudioToolbox.h>

#define FOR_EACH(MACRO) \
    MACRO(kAudioFileReadPermission) \
    MACRO(kAudioFileWritePermission) \
    MACRO(kAudioFileReadWritePermission) \
    MACRO(kAudioFilePropertyFileFormat) \
    MACRO(kAudioFilePropertyDataFormat) \
    MACRO(kAudioFilePropertyIsOptimized) \
    MACRO(kAudioFilePropertyMagicCookieData) \
    MACRO(kAudioFilePropertyAudioDataByteCount) \
    MACRO(kAudioFilePropertyAudioDataPacketCount) \
    MACRO(kAudioFilePropertyMaximumPacketSize) \
    MACRO(kAudioFilePropertyDataOffset) \
    MACRO(kAudioFilePropertyChannelLayout) \
    MACRO(kAudioFilePropertyDeferSizeUpdates) \
    MACRO(kAudioFilePropertyMarkerList) \
    MACRO(kAudioFilePropertyRegionList) \
    MACRO(kAudioFilePropertyChunkIDs) \
    MACRO(kAudioFilePropertyInfoDictionary) \
    MACRO(kAudioFilePropertyPacketTableInfo) \
    MACRO(kAudioFilePropertyFormatList) \
    MACRO(kAudioFilePropertyPacketSizeUpperBound) \
    MACRO(kAudioFilePropertyReserveDuration) \
    MACRO(kAudioFilePropertyEstimatedDuration) \
    MACRO(kAudioFilePropertyBitRate) \
    MACRO(kAudioFilePropertyID3Tag) \
    MACRO(kAudioFilePropertySourceBitDepth) \
    MACRO(kAudioFilePropertyAlbumArtwork) \
    MACRO(kAudioFilePropertyAudioTrackCount) \
    MACRO(kAudioFilePropertyUseAudioTrack)

#define OURS(name) ours_##name = name,
enum { FOR_EACH(OURS) ours_end };

// Within a function the text's constants stand before those of the headers.
void compareConstants(void) {
enum {
  kAudioFileReadPermission      = 0x01,
  kAudioFileWritePermission     = 0x02,
  kAudioFileReadWritePermission = 0x03
};

extern OSStatus AudioFileOpenURL (CFURLRef inFileRef,
                                  SInt8 inPermissions,
                                  AudioFileTypeID inFileTypeHint,
                                  AudioFileID * outAudioFile);
enum
{
  kAudioFilePropertyFileFormat             =    'ffmt',
  kAudioFilePropertyDataFormat             =    'dfmt',
  kAudioFilePropertyIsOptimized            =    'optm',
  kAudioFilePropertyMagicCookieData        =    'mgic',
  kAudioFilePropertyAudioDataByteCount     =    'bcnt',
  kAudioFilePropertyAudioDataPacketCount   =    'pcnt',
  kAudioFilePropertyMaximumPacketSize      =    'psze',
  kAudioFilePropertyDataOffset             =    'doff',
  kAudioFilePropertyChannelLayout          =    'cmap',
  kAudioFilePropertyDeferSizeUpdates       =    'dszu',
  kAudioFilePropertyMarkerList             =    'mkls',
  kAudioFilePropertyRegionList             =    'rgls',
  kAudioFilePropertyChunkIDs               =    'chid',
  kAudioFilePropertyInfoDictionary         =    'info',
  kAudioFilePropertyPacketTableInfo        =    'pnfo',
  kAudioFilePropertyFormatList             =    'flst',
  kAudioFilePropertyPacketSizeUpperBound   =    'pkub',
  kAudioFilePropertyReserveDuration        =    'rsrv',
  kAudioFilePropertyEstimatedDuration      =    'edur',
  kAudioFilePropertyBitRate                =    'brat',
  kAudioFilePropertyID3Tag                 =    'id3t',
  kAudioFilePropertySourceBitDepth         =    'sbtd',
  kAudioFilePropertyAlbumArtwork           =    'aart',
  kAudioFilePropertyAudioTrackCount        =    'atct',
  kAudioFilePropertyUseAudioTrack          =    'uatk'
}; 
#define SAME(name) _Static_assert((unsigned)ours_##name == (unsigned)name, #name);
    FOR_EACH(SAME)
}
