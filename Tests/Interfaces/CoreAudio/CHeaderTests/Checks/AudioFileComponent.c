// Written by Scripts/house core-audio-headers from the facts about AudioToolbox/AudioFileComponent.h.
#include <AudioToolbox/AudioFileComponent.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kAudioFileComponent_CanRead == 1668182628LL || (unsigned int)kAudioFileComponent_CanRead == 1668182628LL);
CHECK((long long)kAudioFileComponent_CanWrite == 1668183922LL || (unsigned int)kAudioFileComponent_CanWrite == 1668183922LL);
CHECK((long long)kAudioFileComponent_FileTypeName == 1718906477LL || (unsigned int)kAudioFileComponent_FileTypeName == 1718906477LL);
CHECK((long long)kAudioFileComponent_UTIsForType == 1718973545LL || (unsigned int)kAudioFileComponent_UTIsForType == 1718973545LL);
CHECK((long long)kAudioFileComponent_MIMETypesForType == 1718446445LL || (unsigned int)kAudioFileComponent_MIMETypesForType == 1718446445LL);
CHECK((long long)kAudioFileComponent_ExtensionsForType == 1717926004LL || (unsigned int)kAudioFileComponent_ExtensionsForType == 1717926004LL);
CHECK((long long)kAudioFileComponent_AvailableFormatIDs == 1718446436LL || (unsigned int)kAudioFileComponent_AvailableFormatIDs == 1718446436LL);
CHECK((long long)kAudioFileComponent_AvailableStreamDescriptionsForFormat == 1935960420LL || (unsigned int)kAudioFileComponent_AvailableStreamDescriptionsForFormat == 1935960420LL);
CHECK((long long)kAudioFileComponent_FastDispatchTable == 1717855860LL || (unsigned int)kAudioFileComponent_FastDispatchTable == 1717855860LL);
CHECK((long long)kAudioFileComponent_HFSTypeCodesForType == 1718118003LL || (unsigned int)kAudioFileComponent_HFSTypeCodesForType == 1718118003LL);
CHECK((long long)kAudioFileCreateSelect == 1LL || (unsigned int)kAudioFileCreateSelect == 1LL);
CHECK((long long)kAudioFileOpenSelect == 2LL || (unsigned int)kAudioFileOpenSelect == 2LL);
CHECK((long long)kAudioFileInitializeSelect == 3LL || (unsigned int)kAudioFileInitializeSelect == 3LL);
CHECK((long long)kAudioFileOpenWithCallbacksSelect == 4LL || (unsigned int)kAudioFileOpenWithCallbacksSelect == 4LL);
CHECK((long long)kAudioFileInitializeWithCallbacksSelect == 5LL || (unsigned int)kAudioFileInitializeWithCallbacksSelect == 5LL);
CHECK((long long)kAudioFileCloseSelect == 6LL || (unsigned int)kAudioFileCloseSelect == 6LL);
CHECK((long long)kAudioFileOptimizeSelect == 7LL || (unsigned int)kAudioFileOptimizeSelect == 7LL);
CHECK((long long)kAudioFileReadBytesSelect == 8LL || (unsigned int)kAudioFileReadBytesSelect == 8LL);
CHECK((long long)kAudioFileWriteBytesSelect == 9LL || (unsigned int)kAudioFileWriteBytesSelect == 9LL);
CHECK((long long)kAudioFileReadPacketsSelect == 10LL || (unsigned int)kAudioFileReadPacketsSelect == 10LL);
CHECK((long long)kAudioFileWritePacketsSelect == 11LL || (unsigned int)kAudioFileWritePacketsSelect == 11LL);
CHECK((long long)kAudioFileGetPropertyInfoSelect == 12LL || (unsigned int)kAudioFileGetPropertyInfoSelect == 12LL);
CHECK((long long)kAudioFileGetPropertySelect == 13LL || (unsigned int)kAudioFileGetPropertySelect == 13LL);
CHECK((long long)kAudioFileSetPropertySelect == 14LL || (unsigned int)kAudioFileSetPropertySelect == 14LL);
CHECK((long long)kAudioFileExtensionIsThisFormatSelect == 15LL || (unsigned int)kAudioFileExtensionIsThisFormatSelect == 15LL);
CHECK((long long)kAudioFileFileIsThisFormatSelect == 16LL || (unsigned int)kAudioFileFileIsThisFormatSelect == 16LL);
CHECK((long long)kAudioFileDataIsThisFormatSelect == 17LL || (unsigned int)kAudioFileDataIsThisFormatSelect == 17LL);
CHECK((long long)kAudioFileGetGlobalInfoSizeSelect == 18LL || (unsigned int)kAudioFileGetGlobalInfoSizeSelect == 18LL);
CHECK((long long)kAudioFileGetGlobalInfoSelect == 19LL || (unsigned int)kAudioFileGetGlobalInfoSelect == 19LL);
CHECK((long long)kAudioFileCountUserDataSelect == 20LL || (unsigned int)kAudioFileCountUserDataSelect == 20LL);
CHECK((long long)kAudioFileGetUserDataSizeSelect == 21LL || (unsigned int)kAudioFileGetUserDataSizeSelect == 21LL);
CHECK((long long)kAudioFileGetUserDataSelect == 22LL || (unsigned int)kAudioFileGetUserDataSelect == 22LL);
CHECK((long long)kAudioFileSetUserDataSelect == 23LL || (unsigned int)kAudioFileSetUserDataSelect == 23LL);
CHECK((long long)kAudioFileRemoveUserDataSelect == 24LL || (unsigned int)kAudioFileRemoveUserDataSelect == 24LL);
CHECK((long long)kAudioFileCreateURLSelect == 25LL || (unsigned int)kAudioFileCreateURLSelect == 25LL);
CHECK((long long)kAudioFileOpenURLSelect == 26LL || (unsigned int)kAudioFileOpenURLSelect == 26LL);
CHECK((long long)kAudioFileFileDataIsThisFormatSelect == 27LL || (unsigned int)kAudioFileFileDataIsThisFormatSelect == 27LL);
CHECK((long long)kAudioFileReadPacketDataSelect == 28LL || (unsigned int)kAudioFileReadPacketDataSelect == 28LL);
CHECK((long long)kAudioFileGetUserDataSize64Select == 29LL || (unsigned int)kAudioFileGetUserDataSize64Select == 29LL);
CHECK((long long)kAudioFileGetUserDataAtOffsetSelect == 30LL || (unsigned int)kAudioFileGetUserDataAtOffsetSelect == 30LL);
CHECK(sizeof(AudioFileFDFTable) == 96);
CHECK(offsetof(AudioFileFDFTable, mComponentStorage) == 0);
CHECK(offsetof(AudioFileFDFTable, mReadBytesFDF) == 8);
CHECK(offsetof(AudioFileFDFTable, mWriteBytesFDF) == 16);
CHECK(offsetof(AudioFileFDFTable, mReadPacketsFDF) == 24);
CHECK(offsetof(AudioFileFDFTable, mWritePacketsFDF) == 32);
CHECK(offsetof(AudioFileFDFTable, mGetPropertyInfoFDF) == 40);
CHECK(offsetof(AudioFileFDFTable, mGetPropertyFDF) == 48);
CHECK(offsetof(AudioFileFDFTable, mSetPropertyFDF) == 56);
CHECK(offsetof(AudioFileFDFTable, mCountUserDataFDF) == 64);
CHECK(offsetof(AudioFileFDFTable, mGetUserDataSizeFDF) == 72);
CHECK(offsetof(AudioFileFDFTable, mGetUserDataFDF) == 80);
CHECK(offsetof(AudioFileFDFTable, mSetUserDataFDF) == 88);
CHECK(sizeof(AudioFileFDFTableExtended) == 104);
CHECK(offsetof(AudioFileFDFTableExtended, mComponentStorage) == 0);
CHECK(offsetof(AudioFileFDFTableExtended, mReadBytesFDF) == 8);
CHECK(offsetof(AudioFileFDFTableExtended, mWriteBytesFDF) == 16);
CHECK(offsetof(AudioFileFDFTableExtended, mReadPacketsFDF) == 24);
CHECK(offsetof(AudioFileFDFTableExtended, mWritePacketsFDF) == 32);
CHECK(offsetof(AudioFileFDFTableExtended, mGetPropertyInfoFDF) == 40);
CHECK(offsetof(AudioFileFDFTableExtended, mGetPropertyFDF) == 48);
CHECK(offsetof(AudioFileFDFTableExtended, mSetPropertyFDF) == 56);
CHECK(offsetof(AudioFileFDFTableExtended, mCountUserDataFDF) == 64);
CHECK(offsetof(AudioFileFDFTableExtended, mGetUserDataSizeFDF) == 72);
CHECK(offsetof(AudioFileFDFTableExtended, mGetUserDataFDF) == 80);
CHECK(offsetof(AudioFileFDFTableExtended, mSetUserDataFDF) == 88);
CHECK(offsetof(AudioFileFDFTableExtended, mReadPacketDataFDF) == 96);
