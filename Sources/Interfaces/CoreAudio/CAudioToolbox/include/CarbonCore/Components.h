// The Component Manager, by which programs before Mac OS X 10.6 looked for audio units. It finds none.
#ifndef CA_CARBONCORE_COMPONENTS_H
#define CA_CARBONCORE_COMPONENTS_H

#include <AudioToolbox/AudioComponent.h>
#include <CAudioToolbox/Platform.h>
#include <MacTypes.h>

#if !defined(__swift__)

CA_HEADER_BEGIN

enum {
    kAnyComponentType = 0,
    kAnyComponentSubType = 0,
    kAnyComponentManufacturer = 0,
    kAnyComponentFlagsMask = 0
};

enum {
    invalidComponentID = -3000,
    validInstancesExist = -3001,
    componentNotCaptured = -3002,
    badComponentInstance = (int)0x80008001,
    badComponentSelector = (int)0x80008002
};

enum {
    kComponentOpenSelect = -1,
    kComponentCloseSelect = -2,
    kComponentCanDoSelect = -3,
    kComponentVersionSelect = -4,
    kComponentRegisterSelect = -5
};

typedef struct ComponentRecord *Component;
typedef AudioComponentInstance ComponentInstance;
typedef SInt32 ComponentResult;

/// What to look for; 0 is any.
typedef struct ComponentDescription {
    OSType componentType;
    OSType componentSubType;
    OSType componentManufacturer;
    UInt32 componentFlags;
    UInt32 componentFlagsMask;
} ComponentDescription;

CF_EXPORT Component _Nullable FindNextComponent(Component _Nullable aComponent, ComponentDescription *looking);
CF_EXPORT SInt32 CountComponents(ComponentDescription *looking);
CF_EXPORT OSErr GetComponentInfo(
    Component aComponent, ComponentDescription *_Nullable cd, Handle _Nullable componentName,
    Handle _Nullable componentInfo, Handle _Nullable componentIcon);
CF_EXPORT ComponentInstance _Nullable OpenComponent(Component _Nullable aComponent);
CF_EXPORT OSErr OpenAComponent(Component _Nullable aComponent, ComponentInstance _Nullable *_Nonnull ci);
CF_EXPORT ComponentInstance _Nullable OpenDefaultComponent(OSType componentType, OSType componentSubType);
CF_EXPORT OSErr OpenADefaultComponent(
    OSType componentType, OSType componentSubType, ComponentInstance _Nullable *_Nonnull ci);
CF_EXPORT OSErr CloseComponent(ComponentInstance _Nullable aComponentInstance);

CA_HEADER_END

#endif

#endif
