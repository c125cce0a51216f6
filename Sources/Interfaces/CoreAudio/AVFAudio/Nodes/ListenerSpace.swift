import Foundation

/// The attenuation of a sound by the distance of its source.
///
/// The formulas are those that Apple documents for `AVAudioEnvironmentDistanceAttenuationModel`, which are OpenAL's,
/// with the distance kept between the reference and the maximum.
struct DistanceLoss: Sendable {
  var model = AVAudioEnvironmentDistanceAttenuationModel.inverse
  var reference: Float = 1
  var maximum: Float = 100_000
  var rolloff: Float = 1

  /// Returns the factor of samples at a distance in metres: 0 up to 1; 1 if the parameters make no sense.
  func gain(at distance: Float) -> Float {
    guard reference > 0, maximum > reference, rolloff >= 0, distance > reference else { return 1 }
    let distance = min(distance, maximum)
    let gain =
      switch model {
      case .exponential: powf(distance / reference, -rolloff)
      case .inverse: reference / (reference + rolloff * (distance - reference))
      case .linear: 1 - rolloff * (distance - reference) / (maximum - reference)
      }
    return min(max(gain, 0), 1)
  }
}

/// The place of a listener, and the directions of his head.
struct ListenerSpace: Sendable {
  var position = AVAudio3DPoint()
  var orientation = AVAudio3DVectorOrientation()

  /// Returns the distance of a position, and its direction between the ears: −1 is left, 0 ahead, behind or above, 1
  /// right.
  func hears(_ place: AVAudio3DPoint) -> (distance: Float, side: Float) {
    let way = AVAudio3DPoint(x: place.x - position.x, y: place.y - position.y, z: place.z - position.z)
    let distance = way.length
    let right = orientation.forward.crossed(with: orientation.up)
    guard distance > 0, right.length > 0, distance.isFinite else { return (distance.isFinite ? distance : 0, 0) }
    let side = (way.x * right.x + way.y * right.y + way.z * right.z) / (distance * right.length)
    return (distance, min(max(side, -1), 1))
  }
}

extension AVAudio3DPoint {
  fileprivate var length: Float { (x * x + y * y + z * z).squareRoot() }

  fileprivate func crossed(with other: AVAudio3DPoint) -> AVAudio3DPoint {
    AVAudio3DPoint(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }
}

extension AVAudio3DVectorOrientation {
  /// Creates the directions of a head that is turned by angles: to the right, upwards, and to the right shoulder.
  init(_ angles: AVAudio3DAngularOrientation) {
    let (yaw, pitch, roll) = (angles.yaw * .pi / 180, angles.pitch * .pi / 180, angles.roll * .pi / 180)
    let right = (x: cosf(yaw), z: sinf(yaw))
    let forward = AVAudio3DVector(x: sinf(yaw) * cosf(pitch), y: sinf(pitch), z: -cosf(yaw) * cosf(pitch))
    let above = AVAudio3DVector(x: -sinf(yaw) * sinf(pitch), y: cosf(pitch), z: cosf(yaw) * sinf(pitch))
    self.init(
      forward: forward,
      up: AVAudio3DVector(
        x: above.x * cosf(roll) + right.x * sinf(roll), y: above.y * cosf(roll),
        z: above.z * cosf(roll) + right.z * sinf(roll)))
  }
}
