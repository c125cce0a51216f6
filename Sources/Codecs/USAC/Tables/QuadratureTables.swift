// Written by Scripts/house tables from usac_mdst.json; edit that, not this.
// swift-format-ignore-file

/// Taps a, b, c of -a -b -c 0 c b a by window (long or short, start, stop, both), left and right shape
/// (ISO/IEC 23003-3, 7.7).
let quadratureTaps: [48 of Float] = [
          0,         0,       0.5,
   0.045748,  0.057238,  0.540714,
   0.045748, -0.057238,  0.540714,
   0.091497,         0,  0.581427,
   0.102658,  0.103791,  0.567149,
   0.104763,  0.105207,  0.567861,
   0.148406,  0.046553,  0.607863,
   0.150512,  0.047969,  0.608574,
   0.102658, -0.103791,  0.567149,
   0.148406, -0.046553,  0.607863,
   0.104763, -0.105207,  0.567861,
   0.150512, -0.047969,  0.608574,
   0.205316,         0,  0.634298,
   0.207421,  0.001416,   0.63501,
   0.207421, -0.001416,   0.63501,
   0.209526,         0,  0.635722,
]

/// Four of seven symmetric taps on the window before, by the left slope (long, short) and its shape
/// (ISO/IEC 23003-3, 7.7).
let previousQuadratureTaps: [16 of Float] = [
         0, 0.106103,     0.25,  0.31831,
  0.059509, 0.123714, 0.186579, 0.213077,
  0.038498, 0.039212, 0.039645,  0.03979,
  0.026142, 0.026413, 0.026577, 0.026631,
]
