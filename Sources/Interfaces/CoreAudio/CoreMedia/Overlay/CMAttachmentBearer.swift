// Names and documentation are those of Apple's overlay.

public import CCoreMedia
import CoreFoundation
import Foundation

// Apple's Swift view of attachments.

/// What attachments can be put on.
public protocol CMAttachmentBearerProtocol {
  /// The attachments: changing them changes those of the object.
  var attachments: CMAttachmentBearerAttachments { get }

  /// Gives another object the attachments that propagate.
  func propagateAttachments<T>(to destination: T) where T: CMAttachmentBearerProtocol
}

/// The attachments of an object.
public struct CMAttachmentBearerAttachments {
  /// How an attachment travels.
  public enum Mode: UInt32, Sendable {
    /// It stays with the object.
    case shouldNotPropagate = 0
    /// It goes on to what is made from the object.
    case shouldPropagate = 1
  }

  /// An attachment, and how it travels.
  public enum Value {
    /// It stays with the object.
    case shouldNotPropagate(Any)
    /// It goes on to what is made from the object.
    case shouldPropagate(Any)

    /// What is attached.
    public var value: Any {
      switch self {
      case .shouldNotPropagate(let value), .shouldPropagate(let value): value
      }
    }

    /// How it travels.
    public var mode: Mode {
      switch self {
      case .shouldNotPropagate: .shouldNotPropagate
      case .shouldPropagate: .shouldPropagate
      }
    }
  }

  private let bearer: MediaObject?

  fileprivate init(_ bearer: AnyObject) { self.bearer = bearer as? MediaObject }

  /// An attachment; `nil` takes it away.
  public subscript(key: String) -> Value? {
    get {
      guard let found = bearer?.attachment(coreFoundationString(key)) else { return nil }
      let value = withExtendedLifetime(found.value) { unsafe swiftValue(address(ofObject: found.value)) }
      return found.mode == kCMAttachmentMode_ShouldPropagate
        ? .shouldPropagate(value) : .shouldNotPropagate(value)
    }
    nonmutating set {
      guard let newValue else {
        bearer?.detach(coreFoundationString(key))
        return
      }
      bearer?.attach(coreFoundationString(key), coreFoundationObject(newValue.value), newValue.mode.rawValue)
    }
  }

  /// An attachment of a sample buffer; `nil` takes it away.
  public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? {
    get { self[key.rawValue] }
    nonmutating set { self[key.rawValue] = newValue }
  }

  /// Takes all attachments away.
  public func removeAll() { bearer?.detachAll() }

  /// Those that stay with the object.
  public var nonPropagated: [String: Any] {
    bearer?.attachments(kCMAttachmentMode_ShouldNotPropagate).map { swiftDictionary($0) } ?? [:]
  }

  /// Those that go on to what is made from it.
  public var propagated: [String: Any] {
    bearer?.attachments(kCMAttachmentMode_ShouldPropagate).map { swiftDictionary($0) } ?? [:]
  }

  /// Attaches many values.
  public func merge(_ attachments: [String: Any], mode: Mode) {
    bearer?.attach(coreFoundationDictionary(attachments), mode.rawValue)
  }

  fileprivate func propagate(to destination: CMAttachmentBearerAttachments) {
    if let bearer { destination.bearer?.takeAttachments(from: bearer) }
  }
}

extension CMAttachmentBearerProtocol {
  /// Gives another object the attachments that propagate.
  public func propagateAttachments<T>(to destination: T) where T: CMAttachmentBearerProtocol {
    attachments.propagate(to: destination.attachments)
  }
}

extension CMBlockBuffer: CMAttachmentBearerProtocol {
  /// The attachments: changing them changes those of the buffer.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(self as AnyObject) }
}

extension CMSampleBuffer: CMAttachmentBearerProtocol {
  /// The attachments: changing them changes those of the buffer.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(self as AnyObject) }
}
