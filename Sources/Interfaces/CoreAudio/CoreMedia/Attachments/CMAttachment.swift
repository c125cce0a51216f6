public import CCoreMedia
import CoreFoundation

// <CoreMedia/CMAttachment.h>. Whatever is no object of Core Media's bears no attachments: setting does nothing there.

/// `CMSetAttachment`: without a value, removes the key.
@c(CMSetAttachment)
public func cmSetAttachment(
  _ target: UnsafeRawPointer?, _ key: UnsafeRawPointer?, _ value: UnsafeRawPointer?, _ attachmentMode: CMAttachmentMode
) {
  guard let bearer = unsafe object(target, MediaObject.self), let key = unsafe key else { return }
  let name = unsafe Unmanaged<CFString>.fromOpaque(key).takeUnretainedValue()
  guard let value = unsafe value else { return bearer.detach(name) }
  unsafe bearer.attach(
    name, Unmanaged<AnyObject>.fromOpaque(value).takeUnretainedValue(), attachmentMode)
}

/// `CMGetAttachment`: returns a borrowed reference, valid until the value is replaced.
@c(CMGetAttachment)
public func cmGetAttachment(
  _ target: UnsafeRawPointer?, _ key: UnsafeRawPointer?, _ attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> UnsafeRawPointer? {
  guard let bearer = unsafe object(target, MediaObject.self), let key = unsafe key else { return nil }
  let name = unsafe Unmanaged<CFString>.fromOpaque(key).takeUnretainedValue()
  guard let found = bearer.attachment(name) else { return nil }
  if let out = unsafe attachmentModeOut { unsafe out.pointee = found.mode }
  return unsafe address(ofObject: found.value)
}

/// `CMRemoveAttachment`.
@c(CMRemoveAttachment)
public func cmRemoveAttachment(_ target: UnsafeRawPointer?, _ key: UnsafeRawPointer?) {
  unsafe cmSetAttachment(target, key, nil, kCMAttachmentMode_ShouldNotPropagate)
}

/// `CMRemoveAllAttachments`.
@c(CMRemoveAllAttachments)
public func cmRemoveAllAttachments(_ target: UnsafeRawPointer?) {
  unsafe object(target, MediaObject.self)?.detachAll()
}

/// `CMCopyDictionaryOfAttachments`: null without attachments of that mode.
@c(CMCopyDictionaryOfAttachments)
public func cmCopyDictionaryOfAttachments(
  _ allocator: UnsafeRawPointer?, _ target: UnsafeRawPointer?, _ attachmentMode: CMAttachmentMode
) -> UnsafeMutableRawPointer? {
  guard let values = unsafe object(target, MediaObject.self)?.attachments(attachmentMode) else { return nil }
  return unsafe Unmanaged.passRetained(values).toOpaque()
}

/// `CMSetAttachments`.
@c(CMSetAttachments)
public func cmSetAttachments(
  _ target: UnsafeRawPointer?, _ theAttachments: UnsafeRawPointer?, _ attachmentMode: CMAttachmentMode
) {
  guard let values = unsafe dictionary(theAttachments) else { return }
  unsafe object(target, MediaObject.self)?.attach(values, attachmentMode)
}

/// `CMPropagateAttachments`: propagated attachments also propagate from the destination.
@c(CMPropagateAttachments)
public func cmPropagateAttachments(_ source: UnsafeRawPointer?, _ destination: UnsafeRawPointer?) {
  guard let from = unsafe object(source, MediaObject.self), let to = unsafe object(destination, MediaObject.self) else {
    return
  }
  to.takeAttachments(from: from)
}
