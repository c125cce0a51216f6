// Basic types of the Mac, and the statuses that C programs test for.
// Written by Scripts/house core-audio-headers.
#ifndef CA_MACTYPES_H
#define CA_MACTYPES_H

#include <CAudioToolbox/Platform.h>

CA_HEADER_BEGIN

CF_ENUM(OSStatus) {
    noErr = 0
};

enum {
    paramErr = -50,
    memFullErr = -108,
    fnfErr = -43,
    eofErr = -39,
    dskFulErr = -34,
    ioErr = -36,
    permErr = -54,
    wrPermErr = -61,
    opWrErr = -49,
    unimpErr = -4,
    posErr = -40,
    rfNumErr = -51,
    fnOpnErr = -38,
    bdNamErr = -37,
    dupFNErr = -48,
    userCanceledErr = -128,
    coreFoundationUnknownErr = -4960,
    badFileFormat = -208,
    afpAccessDenied = -5000,
    fLckdErr = -45,
    notOpenErr = -28,
    tmfoErr = -42
};

#if !defined(__swift__)

typedef struct wide wide;
typedef struct UnsignedWide UnsignedWide;
typedef struct Float80 Float80;
typedef struct Float96 Float96;
typedef struct Float32Point Float32Point;
typedef struct ProcessSerialNumber ProcessSerialNumber;
typedef struct Point Point;
typedef struct Rect Rect;
typedef struct FixedPoint FixedPoint;
typedef struct FixedRect FixedRect;
typedef struct TimeRecord TimeRecord;
typedef struct NumVersion NumVersion;
typedef union NumVersionVariant NumVersionVariant;
typedef struct VersRec VersRec;
typedef SInt32 Fixed;
typedef Fixed *FixedPtr;
typedef SInt32 Fract;
typedef Fract *FractPtr;
typedef UInt32 UnsignedFixed;
typedef UnsignedFixed *UnsignedFixedPtr;
typedef short ShortFixed;
typedef ShortFixed *ShortFixedPtr;
typedef char *Ptr;
typedef Ptr *Handle;
typedef long Size;
typedef void *LogicalAddress;
typedef const void *ConstLogicalAddress;
typedef void *PhysicalAddress;
typedef UInt8 *BytePtr;
typedef unsigned long ByteCount;
typedef unsigned long ByteOffset;
typedef SInt32 Duration;
typedef UnsignedWide AbsoluteTime;
typedef UInt32 OptionBits;
typedef unsigned long ItemCount;
typedef UInt32 PBVersion;
typedef FourCharCode ResType;
typedef OSType *OSTypePtr;
typedef ResType *ResTypePtr;
typedef void *PRefCon;
typedef void *URefCon;
typedef void *SRefCon;
typedef UInt32 UnicodeScalarValue;
typedef UniChar *UniCharPtr;
typedef UniCharCount *UniCharCountPtr;
typedef unsigned char Str63[64];
typedef unsigned char Str32[33];
typedef unsigned char Str31[32];
typedef unsigned char Str27[28];
typedef unsigned char Str15[16];
typedef unsigned char Str32Field[34];
typedef Str63 StrFileName;
typedef StringPtr *StringHandle;
typedef const unsigned char *ConstStr63Param;
typedef const unsigned char *ConstStr32Param;
typedef const unsigned char *ConstStr31Param;
typedef const unsigned char *ConstStr27Param;
typedef const unsigned char *ConstStr15Param;
typedef ConstStr63Param ConstStrFileNameParam;
typedef ProcessSerialNumber *ProcessSerialNumberPtr;
typedef Point *PointPtr;
typedef Rect *RectPtr;
typedef short CharParameter;
typedef unsigned char Style;
typedef short StyleParameter;
typedef Style StyleField;
typedef SInt32 TimeValue;
typedef SInt32 TimeScale;
typedef wide CompTimeValue;
typedef SInt64 TimeValue64;
typedef struct TimeBaseRecord *TimeBase;
typedef NumVersionVariant *NumVersionVariantPtr;
typedef NumVersionVariantPtr *NumVersionVariantHandle;
typedef VersRec *VersRecPtr;
typedef VersRecPtr *VersRecHndl;
typedef wide *WidePtr;
typedef UnsignedWide *UnsignedWidePtr;
typedef Float80 extended80;
typedef Float96 extended96;
typedef SInt8 VHSelect;

enum {
    kNilOptions = 0
};

enum {
    kVariableLengthArray = 1
};

enum {
    kUnknownType = 0x3f3f3f3f
};

enum {
    normal = 0,
    bold = 1,
    italic = 2,
    underline = 4,
    outline = 8,
    shadow = 16,
    condense = 32,
    extend = 64
};

enum {
    developStage = 32,
    alphaStage = 64,
    betaStage = 96,
    finalStage = 128
};

typedef long (*ProcPtr)(void);
typedef void (*Register68kProcPtr)(void);
typedef ProcPtr (*UniversalProcPtr)(void);
typedef ProcPtr *ProcHandle;
typedef UniversalProcPtr *UniversalProcHandle;

#pragma pack(push, 2)
struct wide {
    UInt32 lo;
    SInt32 hi;
};
#pragma pack(pop)

#pragma pack(push, 2)
struct UnsignedWide {
    UInt32 lo;
    UInt32 hi;
};
#pragma pack(pop)

#pragma pack(push, 2)
struct Float80 {
    SInt16 exp;
    UInt16 man[4];
};
#pragma pack(pop)

#pragma pack(push, 2)
struct Float96 {
    SInt16 exp[2];
    UInt16 man[4];
};
#pragma pack(pop)

#pragma pack(push, 2)
struct Float32Point {
    Float32 x;
    Float32 y;
};
#pragma pack(pop)

#pragma pack(push, 2)
struct ProcessSerialNumber {
    UInt32 highLongOfPSN;
    UInt32 lowLongOfPSN;
};
#pragma pack(pop)

#pragma pack(push, 2)
struct Point {
    short v;
    short h;
};
#pragma pack(pop)

#pragma pack(push, 2)
struct Rect {
    short top;
    short left;
    short bottom;
    short right;
};
#pragma pack(pop)

#pragma pack(push, 2)
struct FixedPoint {
    Fixed x;
    Fixed y;
};
#pragma pack(pop)

#pragma pack(push, 2)
struct FixedRect {
    Fixed left;
    Fixed top;
    Fixed right;
    Fixed bottom;
};
#pragma pack(pop)

#pragma pack(push, 2)
struct TimeRecord {
    CompTimeValue value;
    TimeScale scale;
    TimeBase base;
};
#pragma pack(pop)

#pragma pack(push, 2)
struct NumVersion {
    UInt8 nonRelRev;
    UInt8 stage;
    UInt8 minorAndBugRev;
    UInt8 majorRev;
};
#pragma pack(pop)

#pragma pack(push, 2)
union NumVersionVariant {
    NumVersion parts;
    UInt32 whole;
};
#pragma pack(pop)

#pragma pack(push, 2)
struct VersRec {
    NumVersion numericVersion;
    short countryCode;
    Str255 shortVersion;
    Str255 reserved;
};
#pragma pack(pop)

#ifndef nil
#if defined(__cplusplus) && __cplusplus >= 201103L
#define nil nullptr
#else
#define nil NULL
#endif
#endif

#endif

CA_HEADER_END

#endif
