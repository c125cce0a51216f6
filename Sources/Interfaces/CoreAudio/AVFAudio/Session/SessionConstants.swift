// The constants of sessions, as portable programs name them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

extension AVAudioSession {
  /// The purpose of a program's sound.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a value from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// `AVAudioSessionCategoryAmbient`.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// `AVAudioSessionCategorySoloAmbient`.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// `AVAudioSessionCategoryPlayback`.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// `AVAudioSessionCategoryRecord`.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// `AVAudioSessionCategoryPlayAndRecord`.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// `AVAudioSessionCategoryAudioProcessing`.
    public static let audioProcessing = Category(rawValue: "AVAudioSessionCategoryAudioProcessing")
    /// `AVAudioSessionCategoryMultiRoute`.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
  }

  /// The mode of use of a program's sound.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a value from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// `AVAudioSessionModeDefault`.
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    /// `AVAudioSessionModeVoiceChat`.
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    /// `AVAudioSessionModeGameChat`.
    public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
    /// `AVAudioSessionModeVideoRecording`.
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    /// `AVAudioSessionModeMeasurement`.
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    /// `AVAudioSessionModeMoviePlayback`.
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    /// `AVAudioSessionModeVideoChat`.
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    /// `AVAudioSessionModeSpokenAudio`.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    /// `AVAudioSessionModeVoicePrompt`.
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    /// `AVAudioSessionModeShortFormVideo`.
    public static let shortFormVideo = Mode(rawValue: "AVAudioSessionModeShortFormVideo")
    /// `AVAudioSessionModeDualRoute`.
    public static let dualRoute = Mode(rawValue: "AVAudioSessionModeDualRoute")
  }

  /// An override of the output port.
  public enum PortOverride: UInt, Sendable {
    /// `AVAudioSessionPortOverrideNone`.
    case none = 0
    /// `AVAudioSessionPortOverrideSpeaker`.
    case speaker = 1936747378
  }

  /// The reason why the route to the device has changed.
  public enum RouteChangeReason: UInt, Sendable {
    /// `AVAudioSessionRouteChangeReasonUnknown`.
    case unknown = 0
    /// `AVAudioSessionRouteChangeReasonNewDeviceAvailable`.
    case newDeviceAvailable = 1
    /// `AVAudioSessionRouteChangeReasonOldDeviceUnavailable`.
    case oldDeviceUnavailable = 2
    /// `AVAudioSessionRouteChangeReasonCategoryChange`.
    case categoryChange = 3
    /// `AVAudioSessionRouteChangeReasonOverride`.
    case `override` = 4
    /// `AVAudioSessionRouteChangeReasonWakeFromSleep`.
    case wakeFromSleep = 6
    /// `AVAudioSessionRouteChangeReasonNoSuitableRouteForCategory`.
    case noSuitableRouteForCategory = 7
    /// `AVAudioSessionRouteChangeReasonRouteConfigurationChange`.
    case routeConfigurationChange = 8
  }

  /// Options for mixing a program's sound with that of others.
  public struct CategoryOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// `AVAudioSessionCategoryOptionMixWithOthers`.
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    /// `AVAudioSessionCategoryOptionDuckOthers`.
    public static let duckOthers = CategoryOptions(rawValue: 2)
    /// `AVAudioSessionCategoryOptionAllowBluetooth`.
    public static let allowBluetooth = CategoryOptions(rawValue: 4)
    /// `AVAudioSessionCategoryOptionAllowBluetoothHFP`.
    public static let allowBluetoothHFP = CategoryOptions(rawValue: 4)
    /// `AVAudioSessionCategoryOptionDefaultToSpeaker`.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    /// `AVAudioSessionCategoryOptionInterruptSpokenAudioAndMixWithOthers`.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
    /// `AVAudioSessionCategoryOptionAllowBluetoothA2DP`.
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
    /// `AVAudioSessionCategoryOptionAllowAirPlay`.
    public static let allowAirPlay = CategoryOptions(rawValue: 64)
    /// `AVAudioSessionCategoryOptionOverrideMutedMicrophoneInterruption`.
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 128)
    /// `AVAudioSessionCategoryOptionFarFieldInput`.
    public static let farFieldInput = CategoryOptions(rawValue: 262144)
    /// `AVAudioSessionCategoryOptionBluetoothHighQualityRecording`.
    public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 524288)
  }

  /// The beginning or end of an interruption.
  public enum InterruptionType: UInt, Sendable {
    /// `AVAudioSessionInterruptionTypeBegan`.
    case began = 1
    /// `AVAudioSessionInterruptionTypeEnded`.
    case ended = 0
  }

  /// The options after an interruption.
  public struct InterruptionOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// `AVAudioSessionInterruptionOptionShouldResume`.
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  /// Options for activating a session.
  public struct SetActiveOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// `AVAudioSessionSetActiveOptionNotifyOthersOnDeactivation`.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// The beginning or end of other programs' sound.
  public enum SilenceSecondaryAudioHintType: UInt, Sendable {
    /// `AVAudioSessionSilenceSecondaryAudioHintTypeBegin`.
    case begin = 1
    /// `AVAudioSessionSilenceSecondaryAudioHintTypeEnd`.
    case end = 0
  }

  /// The policy for sharing the route to the device.
  public enum RouteSharingPolicy: UInt, Sendable {
    /// `AVAudioSessionRouteSharingPolicyDefault`.
    case `default` = 0
    /// `AVAudioSessionRouteSharingPolicyLongFormAudio`.
    case longFormAudio = 1
    /// `AVAudioSessionRouteSharingPolicyIndependent`.
    case independent = 2
    /// `AVAudioSessionRouteSharingPolicyLongFormVideo`.
    case longFormVideo = 3
  }

  /// The permission to record.
  public enum RecordPermission: UInt, Sendable {
    /// `AVAudioSessionRecordPermissionUndetermined`.
    case undetermined = 1970168948
    /// `AVAudioSessionRecordPermissionDenied`.
    case denied = 1684369017
    /// `AVAudioSessionRecordPermissionGranted`.
    case granted = 1735552628
  }

  /// `AVAudioSessionInterruptionNotification`: never posted here.
  public static let interruptionNotification = NSNotification.Name(
    "AVAudioSessionInterruptionNotification")
  /// `AVAudioSessionRouteChangeNotification`: never posted here.
  public static let routeChangeNotification = NSNotification.Name(
    "AVAudioSessionRouteChangeNotification")
  /// `AVAudioSessionMediaServicesWereLostNotification`: never posted here.
  public static let mediaServicesWereLostNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereLostNotification")
  /// `AVAudioSessionMediaServicesWereResetNotification`: never posted here.
  public static let mediaServicesWereResetNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereResetNotification")
  /// `AVAudioSessionSilenceSecondaryAudioHintNotification`: never posted here.
  public static let silenceSecondaryAudioHintNotification = NSNotification.Name(
    "AVAudioSessionSilenceSecondaryAudioHintNotification")
  /// `AVAudioSessionRenderingModeChangeNotification`: never posted here.
  public static let renderingModeChangeNotification = NSNotification.Name(
    "AVAudioSessionRenderingModeChangeNotification")
  /// `AVAudioSessionRenderingCapabilitiesChangeNotification`: never posted here.
  public static let renderingCapabilitiesChangeNotification = NSNotification.Name(
    "AVAudioSessionRenderingCapabilitiesChangeNotification")
}

/// `AVAudioSessionMuteStateKey`: the name of an entry of a notification.
public let AVAudioSessionMuteStateKey = "AVAudioSessionMuteStateKey"
/// `AVAudioSessionSpatialAudioEnabledKey`: the name of an entry of a notification.
public let AVAudioSessionSpatialAudioEnabledKey = "AVAudioSessionSpatialAudioEnabledKey"
/// `AVAudioSessionInterruptionTypeKey`: the name of an entry of a notification.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// `AVAudioSessionInterruptionOptionKey`: the name of an entry of a notification.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// `AVAudioSessionInterruptionReasonKey`: the name of an entry of a notification.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// `AVAudioSessionInterruptionWasSuspendedKey`: the name of an entry of a notification.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// `AVAudioSessionRouteChangeReasonKey`: the name of an entry of a notification.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// `AVAudioSessionRouteChangePreviousRouteKey`: the name of an entry of a notification.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// `AVAudioSessionSilenceSecondaryAudioHintTypeKey`: the name of an entry of a notification.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
/// `AVAudioSessionRenderingModeNewRenderingModeKey`: the name of an entry of a notification.
public let AVAudioSessionRenderingModeNewRenderingModeKey = "AVAudioSessionRenderingModeNewRenderingModeKey"
/// `AVAudioSessionMicrophoneInjectionIsAvailableKey`: the name of an entry of a notification.
public let AVAudioSessionMicrophoneInjectionIsAvailableKey = "AVAudioSessionMicrophoneInjectionIsAvailableKey"
