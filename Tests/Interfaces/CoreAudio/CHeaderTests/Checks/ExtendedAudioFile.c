// Written by Scripts/house core-audio-headers from the facts about AudioToolbox/ExtendedAudioFile.h.
#include <AudioToolbox/ExtendedAudioFile.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kExtAudioFilePacketTableInfoOverride_UseFileValue == -1LL || (unsigned int)kExtAudioFilePacketTableInfoOverride_UseFileValue == -1LL);
CHECK((long long)kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid == -2LL || (unsigned int)kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid == -2LL);
CHECK((long long)kExtAudioFileProperty_FileDataFormat == 1717988724LL || (unsigned int)kExtAudioFileProperty_FileDataFormat == 1717988724LL);
CHECK((long long)kExtAudioFileProperty_FileChannelLayout == 1717791855LL || (unsigned int)kExtAudioFileProperty_FileChannelLayout == 1717791855LL);
CHECK((long long)kExtAudioFileProperty_ClientDataFormat == 1667657076LL || (unsigned int)kExtAudioFileProperty_ClientDataFormat == 1667657076LL);
CHECK((long long)kExtAudioFileProperty_ClientChannelLayout == 1667460207LL || (unsigned int)kExtAudioFileProperty_ClientChannelLayout == 1667460207LL);
CHECK((long long)kExtAudioFileProperty_CodecManufacturer == 1668112750LL || (unsigned int)kExtAudioFileProperty_CodecManufacturer == 1668112750LL);
CHECK((long long)kExtAudioFileProperty_AudioConverter == 1633906294LL || (unsigned int)kExtAudioFileProperty_AudioConverter == 1633906294LL);
CHECK((long long)kExtAudioFileProperty_AudioFile == 1634101612LL || (unsigned int)kExtAudioFileProperty_AudioFile == 1634101612LL);
CHECK((long long)kExtAudioFileProperty_FileMaxPacketSize == 1718448243LL || (unsigned int)kExtAudioFileProperty_FileMaxPacketSize == 1718448243LL);
CHECK((long long)kExtAudioFileProperty_ClientMaxPacketSize == 1668116595LL || (unsigned int)kExtAudioFileProperty_ClientMaxPacketSize == 1668116595LL);
CHECK((long long)kExtAudioFileProperty_FileLengthFrames == 593916525LL || (unsigned int)kExtAudioFileProperty_FileLengthFrames == 593916525LL);
CHECK((long long)kExtAudioFileProperty_ConverterConfig == 1633903462LL || (unsigned int)kExtAudioFileProperty_ConverterConfig == 1633903462LL);
CHECK((long long)kExtAudioFileProperty_IOBufferSizeBytes == 1768907379LL || (unsigned int)kExtAudioFileProperty_IOBufferSizeBytes == 1768907379LL);
CHECK((long long)kExtAudioFileProperty_IOBuffer == 1768907366LL || (unsigned int)kExtAudioFileProperty_IOBuffer == 1768907366LL);
CHECK((long long)kExtAudioFileProperty_PacketTable == 2020635753LL || (unsigned int)kExtAudioFileProperty_PacketTable == 2020635753LL);
CHECK((long long)kExtAudioFileError_InvalidProperty == -66561LL || (unsigned int)kExtAudioFileError_InvalidProperty == -66561LL);
CHECK((long long)kExtAudioFileError_InvalidPropertySize == -66562LL || (unsigned int)kExtAudioFileError_InvalidPropertySize == -66562LL);
CHECK((long long)kExtAudioFileError_NonPCMClientFormat == -66563LL || (unsigned int)kExtAudioFileError_NonPCMClientFormat == -66563LL);
CHECK((long long)kExtAudioFileError_InvalidChannelMap == -66564LL || (unsigned int)kExtAudioFileError_InvalidChannelMap == -66564LL);
CHECK((long long)kExtAudioFileError_InvalidOperationOrder == -66565LL || (unsigned int)kExtAudioFileError_InvalidOperationOrder == -66565LL);
CHECK((long long)kExtAudioFileError_InvalidDataFormat == -66566LL || (unsigned int)kExtAudioFileError_InvalidDataFormat == -66566LL);
CHECK((long long)kExtAudioFileError_MaxPacketSizeUnknown == -66567LL || (unsigned int)kExtAudioFileError_MaxPacketSizeUnknown == -66567LL);
CHECK((long long)kExtAudioFileError_InvalidSeek == -66568LL || (unsigned int)kExtAudioFileError_InvalidSeek == -66568LL);
CHECK((long long)kExtAudioFileError_AsyncWriteTooLarge == -66569LL || (unsigned int)kExtAudioFileError_AsyncWriteTooLarge == -66569LL);
CHECK((long long)kExtAudioFileError_AsyncWriteBufferOverflow == -66570LL || (unsigned int)kExtAudioFileError_AsyncWriteBufferOverflow == -66570LL);
