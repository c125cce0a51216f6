package import AACSyntax

extension SurroundConfiguration {
  /// Returns the parameter band of a subband.
  package func band(ofSubband subband: Int) -> Int {
    switch bandCount {
    case 4: Int(surroundBandOfSubband4[subband])
    case 5: Int(surroundBandOfSubband5[subband])
    case 7: Int(surroundBandOfSubband7[subband])
    case 9: Int(surroundBandOfSubband9[subband])
    case 12: Int(surroundBandOfSubband12[subband])
    case 15: Int(surroundBandOfSubband15[subband])
    default: Int(surroundBandOfSubband23[subband])
    }
  }
}
