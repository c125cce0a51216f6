// Written by Scripts/house core-audio-headers from the facts about AudioToolbox/AudioFileStream.h.
#include <AudioToolbox/AudioFileStream.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kAudioFileStreamPropertyFlag_PropertyIsCached == 1LL || (unsigned int)kAudioFileStreamPropertyFlag_PropertyIsCached == 1LL);
CHECK((long long)kAudioFileStreamPropertyFlag_CacheProperty == 2LL || (unsigned int)kAudioFileStreamPropertyFlag_CacheProperty == 2LL);
CHECK((long long)kAudioFileStreamParseFlag_Discontinuity == 1LL || (unsigned int)kAudioFileStreamParseFlag_Discontinuity == 1LL);
CHECK((long long)kAudioFileStreamSeekFlag_OffsetIsEstimated == 1LL || (unsigned int)kAudioFileStreamSeekFlag_OffsetIsEstimated == 1LL);
CHECK((long long)kAudioFileStreamError_UnsupportedFileType == 1954115647LL || (unsigned int)kAudioFileStreamError_UnsupportedFileType == 1954115647LL);
CHECK((long long)kAudioFileStreamError_UnsupportedDataFormat == 1718449215LL || (unsigned int)kAudioFileStreamError_UnsupportedDataFormat == 1718449215LL);
CHECK((long long)kAudioFileStreamError_UnsupportedProperty == 1886681407LL || (unsigned int)kAudioFileStreamError_UnsupportedProperty == 1886681407LL);
CHECK((long long)kAudioFileStreamError_BadPropertySize == 561211770LL || (unsigned int)kAudioFileStreamError_BadPropertySize == 561211770LL);
CHECK((long long)kAudioFileStreamError_NotOptimized == 1869640813LL || (unsigned int)kAudioFileStreamError_NotOptimized == 1869640813LL);
CHECK((long long)kAudioFileStreamError_InvalidPacketOffset == 1885563711LL || (unsigned int)kAudioFileStreamError_InvalidPacketOffset == 1885563711LL);
CHECK((long long)kAudioFileStreamError_InvalidFile == 1685348671LL || (unsigned int)kAudioFileStreamError_InvalidFile == 1685348671LL);
CHECK((long long)kAudioFileStreamError_ValueUnknown == 1970170687LL || (unsigned int)kAudioFileStreamError_ValueUnknown == 1970170687LL);
CHECK((long long)kAudioFileStreamError_DataUnavailable == 1836020325LL || (unsigned int)kAudioFileStreamError_DataUnavailable == 1836020325LL);
CHECK((long long)kAudioFileStreamError_IllegalOperation == 1852797029LL || (unsigned int)kAudioFileStreamError_IllegalOperation == 1852797029LL);
CHECK((long long)kAudioFileStreamError_UnspecifiedError == 2003334207LL || (unsigned int)kAudioFileStreamError_UnspecifiedError == 2003334207LL);
CHECK((long long)kAudioFileStreamError_DiscontinuityCantRecover == 1685283617LL || (unsigned int)kAudioFileStreamError_DiscontinuityCantRecover == 1685283617LL);
CHECK((long long)kAudioFileStreamProperty_ReadyToProducePackets == 1919247481LL || (unsigned int)kAudioFileStreamProperty_ReadyToProducePackets == 1919247481LL);
CHECK((long long)kAudioFileStreamProperty_FileFormat == 1717988724LL || (unsigned int)kAudioFileStreamProperty_FileFormat == 1717988724LL);
CHECK((long long)kAudioFileStreamProperty_DataFormat == 1684434292LL || (unsigned int)kAudioFileStreamProperty_DataFormat == 1684434292LL);
CHECK((long long)kAudioFileStreamProperty_FormatList == 1718383476LL || (unsigned int)kAudioFileStreamProperty_FormatList == 1718383476LL);
CHECK((long long)kAudioFileStreamProperty_MagicCookieData == 1835493731LL || (unsigned int)kAudioFileStreamProperty_MagicCookieData == 1835493731LL);
CHECK((long long)kAudioFileStreamProperty_AudioDataByteCount == 1650683508LL || (unsigned int)kAudioFileStreamProperty_AudioDataByteCount == 1650683508LL);
CHECK((long long)kAudioFileStreamProperty_AudioDataPacketCount == 1885564532LL || (unsigned int)kAudioFileStreamProperty_AudioDataPacketCount == 1885564532LL);
CHECK((long long)kAudioFileStreamProperty_MaximumPacketSize == 1886616165LL || (unsigned int)kAudioFileStreamProperty_MaximumPacketSize == 1886616165LL);
CHECK((long long)kAudioFileStreamProperty_DataOffset == 1685022310LL || (unsigned int)kAudioFileStreamProperty_DataOffset == 1685022310LL);
CHECK((long long)kAudioFileStreamProperty_ChannelLayout == 1668112752LL || (unsigned int)kAudioFileStreamProperty_ChannelLayout == 1668112752LL);
CHECK((long long)kAudioFileStreamProperty_PacketToFrame == 1886086770LL || (unsigned int)kAudioFileStreamProperty_PacketToFrame == 1886086770LL);
CHECK((long long)kAudioFileStreamProperty_FrameToPacket == 1718775915LL || (unsigned int)kAudioFileStreamProperty_FrameToPacket == 1718775915LL);
CHECK((long long)kAudioFileStreamProperty_RestrictsRandomAccess == 1920098672LL || (unsigned int)kAudioFileStreamProperty_RestrictsRandomAccess == 1920098672LL);
CHECK((long long)kAudioFileStreamProperty_PacketToRollDistance == 1886089836LL || (unsigned int)kAudioFileStreamProperty_PacketToRollDistance == 1886089836LL);
CHECK((long long)kAudioFileStreamProperty_PreviousIndependentPacket == 1885957732LL || (unsigned int)kAudioFileStreamProperty_PreviousIndependentPacket == 1885957732LL);
CHECK((long long)kAudioFileStreamProperty_NextIndependentPacket == 1852403300LL || (unsigned int)kAudioFileStreamProperty_NextIndependentPacket == 1852403300LL);
CHECK((long long)kAudioFileStreamProperty_PacketToDependencyInfo == 1886086256LL || (unsigned int)kAudioFileStreamProperty_PacketToDependencyInfo == 1886086256LL);
CHECK((long long)kAudioFileStreamProperty_PacketToByte == 1886085753LL || (unsigned int)kAudioFileStreamProperty_PacketToByte == 1886085753LL);
CHECK((long long)kAudioFileStreamProperty_ByteToPacket == 1652125803LL || (unsigned int)kAudioFileStreamProperty_ByteToPacket == 1652125803LL);
CHECK((long long)kAudioFileStreamProperty_PacketTableInfo == 1886283375LL || (unsigned int)kAudioFileStreamProperty_PacketTableInfo == 1886283375LL);
CHECK((long long)kAudioFileStreamProperty_PacketSizeUpperBound == 1886090594LL || (unsigned int)kAudioFileStreamProperty_PacketSizeUpperBound == 1886090594LL);
CHECK((long long)kAudioFileStreamProperty_AverageBytesPerPacket == 1633841264LL || (unsigned int)kAudioFileStreamProperty_AverageBytesPerPacket == 1633841264LL);
CHECK((long long)kAudioFileStreamProperty_BitRate == 1651663220LL || (unsigned int)kAudioFileStreamProperty_BitRate == 1651663220LL);
CHECK((long long)kAudioFileStreamProperty_InfoDictionary == 1768842863LL || (unsigned int)kAudioFileStreamProperty_InfoDictionary == 1768842863LL);
