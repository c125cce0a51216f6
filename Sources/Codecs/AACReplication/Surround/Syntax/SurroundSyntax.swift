/// The two syntaxes in which parameters of MPEG Surround are coded.
package enum SurroundSyntax: Sendable, BitwiseCopyable {
  /// LD MPEG Surround: ISO/IEC 23003-2.
  case lowDelay
  /// MPEG Surround 2-1-2 of USAC: ISO/IEC 23003-3, with phases, pairs over two sets and differences forwards in time.
  case unified
}
