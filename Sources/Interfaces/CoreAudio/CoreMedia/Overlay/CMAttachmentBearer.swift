// Names and documentation are those of Apple's overlay.

public import CCoreMedia
import CoreFoundation
import Foundation

// Apple's Swift view of attachments.

/// An object that can have attachments.
public protocol CMAttachmentBearerProtocol {
  /// The attachments; changing them changes those of the object.
  var attachments: CMAttachmentBearerAttachments { get }

  /// Copies the attachments that propagate to another object.
  func propagateAttachments<T>(to destination: T) where T: CMAttachmentBearerProtocol
}

/// The attachments of an object.
public struct CMAttachmentBearerAttachments {
  /// The propagation of an attachment.
  public enum Mode: UInt32, Sendable {
    /// The attachment stays with the object.
    case shouldNotPropagate = 0
    /// The attachment is copied to objects made from this one.
    case shouldPropagate = 1
  }

  /// An attachment and its mode.
  public enum Value {
    /// The attachment stays with the object.
    case shouldNotPropagate(Any)
    /// The attachment is copied to objects made from this one.
    case shouldPropagate(Any)

    /// The attached value.
    public var value: Any {
      switch self {
      case .shouldNotPropagate(let value), .shouldPropagate(let value): value
      }
    }

    /// The propagation mode.
    public var mode: Mode {
      switch self {
      case .shouldNotPropagate: .shouldNotPropagate
      case .shouldPropagate: .shouldPropagate
      }
    }
  }

  private let bearer: MediaObject?

  fileprivate init(_ bearer: AnyObject) { self.bearer = bearer as? MediaObject }

  /// The attachment of a key; `nil` removes it.
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

  /// The attachment of a key of a sample buffer; `nil` removes it.
  public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? {
    get { self[key.rawValue] }
    nonmutating set { self[key.rawValue] = newValue }
  }

  /// Removes all attachments.
  public func removeAll() { bearer?.detachAll() }

  /// The attachments that stay with the object.
  public var nonPropagated: [String: Any] {
    bearer?.attachments(kCMAttachmentMode_ShouldNotPropagate).map { swiftDictionary($0) } ?? [:]
  }

  /// The attachments that are copied to objects made from it.
  public var propagated: [String: Any] {
    bearer?.attachments(kCMAttachmentMode_ShouldPropagate).map { swiftDictionary($0) } ?? [:]
  }

  /// Adds attachments.
  public func merge(_ attachments: [String: Any], mode: Mode) {
    bearer?.attach(coreFoundationDictionary(attachments), mode.rawValue)
  }

  fileprivate func propagate(to destination: CMAttachmentBearerAttachments) {
    if let bearer { destination.bearer?.takeAttachments(from: bearer) }
  }
}

extension CMAttachmentBearerProtocol {
  /// Copies the propagating attachments to another object.
  public func propagateAttachments<T>(to destination: T) where T: CMAttachmentBearerProtocol {
    attachments.propagate(to: destination.attachments)
  }
}

extension CMBlockBuffer: CMAttachmentBearerProtocol {
  /// The attachments; changing them changes those of the buffer.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(self as AnyObject) }
}

extension CMSampleBuffer: CMAttachmentBearerProtocol {
  /// The attachments; changing them changes those of the buffer.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(self as AnyObject) }
}
