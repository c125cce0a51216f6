// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <CarbonCore/Components.h>, <CarbonCore/Gestalt.h>: no component is installed, so that none is found, opened or
// closed.

/// The errors of <CarbonCore/Components.h> and <CarbonCore/Gestalt.h>, which Swift does not see.
private enum OldError {
  static let invalidComponentID: Int16 = -3000
  static let parameter: Int16 = -50
  static let undefinedSelector: Int16 = -5551
}

@c(FindNextComponent)
public func findNextComponent(_ aComponent: UnsafeRawPointer?, _ looking: UnsafeRawPointer?) -> UnsafeRawPointer? {
  nil
}

@c(CountComponents)
public func countComponents(_ looking: UnsafeRawPointer?) -> Int32 { 0 }

@c(GetComponentInfo)
public func getComponentInfo(
  _ aComponent: UnsafeRawPointer?, _ cd: UnsafeRawPointer?, _ componentName: UnsafeRawPointer?,
  _ componentInfo: UnsafeRawPointer?, _ componentIcon: UnsafeRawPointer?
) -> Int16 { OldError.invalidComponentID }

@c(OpenComponent)
public func openComponent(_ aComponent: UnsafeRawPointer?) -> UnsafeRawPointer? { nil }

@c(OpenAComponent)
public func openAComponent(
  _ aComponent: UnsafeRawPointer?, _ ci: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int16 {
  if let ci = unsafe ci { unsafe ci.pointee = nil }
  return OldError.invalidComponentID
}

@c(OpenDefaultComponent)
public func openDefaultComponent(_ componentType: UInt32, _ componentSubType: UInt32) -> UnsafeRawPointer? { nil }

@c(OpenADefaultComponent)
public func openADefaultComponent(
  _ componentType: UInt32, _ componentSubType: UInt32, _ ci: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int16 { unsafe openAComponent(nil, ci) }

@c(CloseComponent)
public func closeComponent(_ aComponentInstance: UnsafeRawPointer?) -> Int16 { OldError.invalidComponentID }

/// Returns the version of <AvailabilityMacros.h>, 14.0. The oldest selector has one digit for the minor version, at
/// most 9.
@c(Gestalt)
public func gestalt(_ selector: UInt32, _ response: UnsafeMutablePointer<Int32>?) -> Int16 {
  guard let response = unsafe response else { return OldError.parameter }
  switch selector {
  case 0x7379_7376: unsafe response.pointee = 0x1090
  case 0x7379_7331: unsafe response.pointee = 14
  case 0x7379_7332, 0x7379_7333: unsafe response.pointee = 0
  default: return OldError.undefinedSelector
  }
  return 0
}
