// Written by Scripts/house core-audio-headers from the facts about MacTypes.h.
#include <MacTypes.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)noErr == 0LL || (unsigned int)noErr == 0LL);
CHECK((long long)kNilOptions == 0LL || (unsigned int)kNilOptions == 0LL);
CHECK((long long)kVariableLengthArray == 1LL || (unsigned int)kVariableLengthArray == 1LL);
CHECK((long long)kUnknownType == 1061109567LL || (unsigned int)kUnknownType == 1061109567LL);
CHECK((long long)normal == 0LL || (unsigned int)normal == 0LL);
CHECK((long long)bold == 1LL || (unsigned int)bold == 1LL);
CHECK((long long)italic == 2LL || (unsigned int)italic == 2LL);
CHECK((long long)underline == 4LL || (unsigned int)underline == 4LL);
CHECK((long long)outline == 8LL || (unsigned int)outline == 8LL);
CHECK((long long)shadow == 16LL || (unsigned int)shadow == 16LL);
CHECK((long long)condense == 32LL || (unsigned int)condense == 32LL);
CHECK((long long)extend == 64LL || (unsigned int)extend == 64LL);
CHECK((long long)developStage == 32LL || (unsigned int)developStage == 32LL);
CHECK((long long)alphaStage == 64LL || (unsigned int)alphaStage == 64LL);
CHECK((long long)betaStage == 96LL || (unsigned int)betaStage == 96LL);
CHECK((long long)finalStage == 128LL || (unsigned int)finalStage == 128LL);
CHECK((long long)paramErr == -50LL || (unsigned int)paramErr == -50LL);
CHECK((long long)memFullErr == -108LL || (unsigned int)memFullErr == -108LL);
CHECK((long long)fnfErr == -43LL || (unsigned int)fnfErr == -43LL);
CHECK((long long)eofErr == -39LL || (unsigned int)eofErr == -39LL);
CHECK((long long)dskFulErr == -34LL || (unsigned int)dskFulErr == -34LL);
CHECK((long long)ioErr == -36LL || (unsigned int)ioErr == -36LL);
CHECK((long long)permErr == -54LL || (unsigned int)permErr == -54LL);
CHECK((long long)wrPermErr == -61LL || (unsigned int)wrPermErr == -61LL);
CHECK((long long)opWrErr == -49LL || (unsigned int)opWrErr == -49LL);
CHECK((long long)unimpErr == -4LL || (unsigned int)unimpErr == -4LL);
CHECK((long long)posErr == -40LL || (unsigned int)posErr == -40LL);
CHECK((long long)rfNumErr == -51LL || (unsigned int)rfNumErr == -51LL);
CHECK((long long)fnOpnErr == -38LL || (unsigned int)fnOpnErr == -38LL);
CHECK((long long)bdNamErr == -37LL || (unsigned int)bdNamErr == -37LL);
CHECK((long long)dupFNErr == -48LL || (unsigned int)dupFNErr == -48LL);
CHECK((long long)userCanceledErr == -128LL || (unsigned int)userCanceledErr == -128LL);
CHECK((long long)coreFoundationUnknownErr == -4960LL || (unsigned int)coreFoundationUnknownErr == -4960LL);
CHECK((long long)badFileFormat == -208LL || (unsigned int)badFileFormat == -208LL);
CHECK((long long)afpAccessDenied == -5000LL || (unsigned int)afpAccessDenied == -5000LL);
CHECK((long long)fLckdErr == -45LL || (unsigned int)fLckdErr == -45LL);
CHECK((long long)notOpenErr == -28LL || (unsigned int)notOpenErr == -28LL);
CHECK((long long)tmfoErr == -42LL || (unsigned int)tmfoErr == -42LL);
CHECK(sizeof(wide) == 8);
CHECK(offsetof(wide, lo) == 0);
CHECK(offsetof(wide, hi) == 4);
CHECK(sizeof(UnsignedWide) == 8);
CHECK(offsetof(UnsignedWide, lo) == 0);
CHECK(offsetof(UnsignedWide, hi) == 4);
CHECK(sizeof(Float80) == 10);
CHECK(offsetof(Float80, exp) == 0);
CHECK(offsetof(Float80, man) == 2);
CHECK(sizeof(Float96) == 12);
CHECK(offsetof(Float96, exp) == 0);
CHECK(offsetof(Float96, man) == 4);
CHECK(sizeof(Float32Point) == 8);
CHECK(offsetof(Float32Point, x) == 0);
CHECK(offsetof(Float32Point, y) == 4);
CHECK(sizeof(ProcessSerialNumber) == 8);
CHECK(offsetof(ProcessSerialNumber, highLongOfPSN) == 0);
CHECK(offsetof(ProcessSerialNumber, lowLongOfPSN) == 4);
CHECK(sizeof(Point) == 4);
CHECK(offsetof(Point, v) == 0);
CHECK(offsetof(Point, h) == 2);
CHECK(sizeof(Rect) == 8);
CHECK(offsetof(Rect, top) == 0);
CHECK(offsetof(Rect, left) == 2);
CHECK(offsetof(Rect, bottom) == 4);
CHECK(offsetof(Rect, right) == 6);
CHECK(sizeof(FixedPoint) == 8);
CHECK(offsetof(FixedPoint, x) == 0);
CHECK(offsetof(FixedPoint, y) == 4);
CHECK(sizeof(FixedRect) == 16);
CHECK(offsetof(FixedRect, left) == 0);
CHECK(offsetof(FixedRect, top) == 4);
CHECK(offsetof(FixedRect, right) == 8);
CHECK(offsetof(FixedRect, bottom) == 12);
CHECK(sizeof(TimeRecord) == 20);
CHECK(offsetof(TimeRecord, value) == 0);
CHECK(offsetof(TimeRecord, scale) == 8);
CHECK(offsetof(TimeRecord, base) == 12);
CHECK(sizeof(NumVersion) == 4);
CHECK(offsetof(NumVersion, nonRelRev) == 0);
CHECK(offsetof(NumVersion, stage) == 1);
CHECK(offsetof(NumVersion, minorAndBugRev) == 2);
CHECK(offsetof(NumVersion, majorRev) == 3);
CHECK(sizeof(NumVersionVariant) == 4);
CHECK(offsetof(NumVersionVariant, parts) == 0);
CHECK(offsetof(NumVersionVariant, whole) == 0);
CHECK(sizeof(VersRec) == 518);
CHECK(offsetof(VersRec, numericVersion) == 0);
CHECK(offsetof(VersRec, countryCode) == 4);
CHECK(offsetof(VersRec, shortVersion) == 6);
CHECK(offsetof(VersRec, reserved) == 262);
