/// The channel orders of Core Audio's layout tags, as the comments of Apple's public header state them.
package enum ChannelLayoutTable {
  /// An order: the tag's name and its speakers.
  package struct Order {
    package var name: String
    package var speakers: [Speaker]
  }

  /// The orders by tag.
  package static let orders: [ChannelLayoutTag: Order] = {
    var orders: [ChannelLayoutTag: Order] = [:]
    for row in rows {
      let speakers = row.order.split(separator: " ").compactMap { Speaker(abbreviation: String($0)) }
      orders[row.tag] = Order(name: row.name, speakers: speakers)
    }
    return orders
  }()

  /// The usual tag of each order: of several with one order, the first in the table.
  static let tagsByOrder: [[Speaker]: ChannelLayoutTag] = {
    var tags: [[Speaker]: ChannelLayoutTag] = [:]
    for row in rows {
      guard let order = orders[row.tag], tags[order.speakers] == nil else { continue }
      tags[order.speakers] = row.tag
    }
    return tags
  }()

  /// The tags by their names in lower case, second names included.
  static let tagsByName: [String: ChannelLayoutTag] = {
    var tags: [String: ChannelLayoutTag] = [
      "usechanneldescriptions": .useChannelDescriptions, "usechannelbitmap": .useChannelBitmap,
    ]
    for row in rows { tags[row.name.lowercased()] = row.tag }
    for (name, second) in secondNames {
      for alias in second.split(separator: " ") { tags[alias.lowercased()] = tags[name.lowercased()] }
    }
    return tags
  }()

  private struct Row {
    var tag: ChannelLayoutTag
    var name: String
    var order: String

    /// Creates an entry, whose tag gets the channel count of the order.
    init(_ number: UInt32, _ name: String, _ order: String) {
      let count = UInt32(order.split(separator: " ").count)
      tag = ChannelLayoutTag(rawValue: number << 16 | count)
      self.name = name
      self.order = order
    }
  }

  private static let rows: [Row] = [
    Row(100, "Mono", "C"),
    Row(101, "Stereo", "L R"),
    Row(102, "StereoHeadphones", "HpL HpR"),
    Row(103, "MatrixStereo", "Lt Rt"),
    Row(104, "MidSide", "Mid Side"),
    Row(105, "XY", "MicX MicY"),
    Row(106, "Binaural", "BinL BinR"),
    Row(107, "Ambisonic_B_Format", "W X Y Z"),
    Row(108, "Quadraphonic", "L R Ls Rs"),
    Row(113, "MPEG_3_0_A", "L R C"),
    Row(114, "MPEG_3_0_B", "C L R"),
    Row(115, "MPEG_4_0_A", "L R C Cs"),
    Row(116, "MPEG_4_0_B", "C L R Cs"),
    Row(117, "MPEG_5_0_A", "L R C Ls Rs"),
    Row(118, "MPEG_5_0_B", "L R Ls Rs C"),
    Row(119, "MPEG_5_0_C", "L C R Ls Rs"),
    Row(120, "MPEG_5_0_D", "C L R Ls Rs"),
    Row(121, "MPEG_5_1_A", "L R C LFE Ls Rs"),
    Row(122, "MPEG_5_1_B", "L R Ls Rs C LFE"),
    Row(123, "MPEG_5_1_C", "L C R Ls Rs LFE"),
    Row(124, "MPEG_5_1_D", "C L R Ls Rs LFE"),
    Row(125, "MPEG_6_1_A", "L R C LFE Ls Rs Cs"),
    Row(126, "MPEG_7_1_A", "L R C LFE Ls Rs Lc Rc"),
    Row(127, "MPEG_7_1_B", "C Lc Rc L R Ls Rs LFE"),
    Row(128, "MPEG_7_1_C", "L R C LFE Ls Rs Rls Rrs"),
    Row(129, "Emagic_Default_7_1", "L R Ls Rs C LFE Lc Rc"),
    Row(130, "SMPTE_DTV", "L R C LFE Ls Rs Lt Rt"),
    Row(131, "ITU_2_1", "L R Cs"),
    Row(132, "ITU_2_2", "L R Ls Rs"),
    Row(133, "DVD_4", "L R LFE"),
    Row(134, "DVD_5", "L R LFE Cs"),
    Row(135, "DVD_6", "L R LFE Ls Rs"),
    Row(136, "DVD_10", "L R C LFE"),
    Row(137, "DVD_11", "L R C LFE Cs"),
    Row(138, "DVD_18", "L R Ls Rs LFE"),
    Row(139, "AudioUnit_6_0", "L R Ls Rs C Cs"),
    Row(140, "AudioUnit_7_0", "L R Ls Rs C Rls Rrs"),
    Row(148, "AudioUnit_7_0_Front", "L R Ls Rs C Lc Rc"),
    Row(109, "Pentagonal", "L R Ls Rs C"),
    Row(110, "Hexagonal", "L R Ls Rs C Cs"),
    Row(111, "Octagonal", "L R Ls Rs C Cs Lw Rw"),
    Row(112, "Cube", "L R Rls Rrs Vhl Vhr Ltr Rtr"),
    Row(141, "AAC_6_0", "C L R Ls Rs Cs"),
    Row(142, "AAC_6_1", "C L R Ls Rs Cs LFE"),
    Row(143, "AAC_7_0", "C L R Ls Rs Rls Rrs"),
    Row(183, "AAC_7_1_B", "C L R Ls Rs Rls Rrs LFE"),
    Row(184, "AAC_7_1_C", "C L R Ls Rs LFE Vhl Vhr"),
    Row(144, "AAC_Octagonal", "C L R Ls Rs Rls Rrs Cs"),
    Row(145, "TMH_10_2_std", "L R C Vhc Lsd Rsd Ls Rs Vhl Vhr Lw Rw Csd Cs LFE LFE2"),
    Row(146, "TMH_10_2_full", "L R C Vhc Lsd Rsd Ls Rs Vhl Vhr Lw Rw Csd Cs LFE LFE2 Lc Rc HI VI Haptic"),
    Row(149, "AC3_1_0_1", "C LFE"),
    Row(150, "AC3_3_0", "L C R"),
    Row(151, "AC3_3_1", "L C R Cs"),
    Row(152, "AC3_3_0_1", "L C R LFE"),
    Row(153, "AC3_2_1_1", "L R Cs LFE"),
    Row(154, "AC3_3_1_1", "L C R Cs LFE"),
    Row(155, "EAC_6_0_A", "L C R Ls Rs Cs"),
    Row(156, "EAC_7_0_A", "L C R Ls Rs Rls Rrs"),
    Row(157, "EAC3_6_1_A", "L C R Ls Rs LFE Cs"),
    Row(158, "EAC3_6_1_B", "L C R Ls Rs LFE Ts"),
    Row(159, "EAC3_6_1_C", "L C R Ls Rs LFE Vhc"),
    Row(160, "EAC3_7_1_A", "L C R Ls Rs LFE Rls Rrs"),
    Row(161, "EAC3_7_1_B", "L C R Ls Rs LFE Lc Rc"),
    Row(162, "EAC3_7_1_C", "L C R Ls Rs LFE Lsd Rsd"),
    Row(163, "EAC3_7_1_D", "L C R Ls Rs LFE Lw Rw"),
    Row(164, "EAC3_7_1_E", "L C R Ls Rs LFE Vhl Vhr"),
    Row(165, "EAC3_7_1_F", "L C R Ls Rs LFE Cs Ts"),
    Row(166, "EAC3_7_1_G", "L C R Ls Rs LFE Cs Vhc"),
    Row(167, "EAC3_7_1_H", "L C R Ls Rs LFE Ts Vhc"),
    Row(168, "DTS_3_1", "C L R LFE"),
    Row(169, "DTS_4_1", "C L R Cs LFE"),
    Row(170, "DTS_6_0_A", "Lc Rc L R Ls Rs"),
    Row(171, "DTS_6_0_B", "C L R Rls Rrs Ts"),
    Row(172, "DTS_6_0_C", "C Cs L R Rls Rrs"),
    Row(173, "DTS_6_1_A", "Lc Rc L R Ls Rs LFE"),
    Row(174, "DTS_6_1_B", "C L R Rls Rrs Ts LFE"),
    Row(175, "DTS_6_1_C", "C Cs L R Rls Rrs LFE"),
    Row(176, "DTS_7_0", "Lc C Rc L R Ls Rs"),
    Row(177, "DTS_7_1", "Lc C Rc L R Ls Rs LFE"),
    Row(178, "DTS_8_0_A", "Lc Rc L R Ls Rs Rls Rrs"),
    Row(179, "DTS_8_0_B", "Lc C Rc L R Ls Cs Rs"),
    Row(180, "DTS_8_1_A", "Lc Rc L R Ls Rs Rls Rrs LFE"),
    Row(181, "DTS_8_1_B", "Lc C Rc L R Ls Cs Rs LFE"),
    Row(182, "DTS_6_1_D", "C L R Ls Rs LFE Cs"),
    Row(185, "WAVE_4_0_B", "L R Rls Rrs"),
    Row(186, "WAVE_5_0_B", "L R C Rls Rrs"),
    Row(187, "WAVE_5_1_B", "L R C LFE Rls Rrs"),
    Row(188, "WAVE_6_1", "L R C LFE Cs Ls Rs"),
    Row(189, "WAVE_7_1", "L R C LFE Rls Rrs Ls Rs"),
    Row(194, "Atmos_5_1_2", "L R C LFE Ls Rs Ltm Rtm"),
    Row(195, "Atmos_5_1_4", "L R C LFE Ls Rs Vhl Vhr Ltr Rtr"),
    Row(196, "Atmos_7_1_2", "L R C LFE Ls Rs Rls Rrs Ltm Rtm"),
    Row(192, "Atmos_7_1_4", "L R C LFE Ls Rs Rls Rrs Vhl Vhr Ltr Rtr"),
    Row(193, "Atmos_9_1_6", "L R C LFE Ls Rs Rls Rrs Lw Rw Vhl Vhr Ltm Rtm Ltr Rtr"),
    Row(197, "Logic_4_0_C", "L R Cs C"),
    Row(198, "Logic_6_0_B", "L R Ls Rs Cs C"),
    Row(199, "Logic_6_1_B", "L R Ls Rs Cs C LFE"),
    Row(200, "Logic_6_1_D", "L C R Ls Cs Rs LFE"),
    Row(201, "Logic_7_1_B", "L R Ls Rs Rls Rrs C LFE"),
    Row(202, "Logic_Atmos_7_1_4_B", "L R Rls Rrs Ls Rs C LFE Vhl Vhr Ltr Rtr"),
    Row(203, "Logic_Atmos_7_1_6", "L R Rls Rrs Ls Rs C LFE Vhl Vhr Ltm Rtm Ltr Rtr"),
    Row(
      204, "CICP_13",
      "Lc Rc C LFE2 Rls Rrs L R Cs LFE3 Lss Rss Vhl Vhr Vhc Ts Ltr Rtr Ltm Rtm Ctr Cb Lb Rb"),
    Row(205, "CICP_14", "L R C LFE Ls Rs Vhl Vhr"),
    Row(206, "CICP_15", "L R C LFE2 Rls Rrs LFE3 Lss Rss Vhl Vhr Ctr"),
    Row(207, "CICP_16", "L R C LFE Ls Rs Vhl Vhr Lts Rts"),
    Row(208, "CICP_17", "L R C LFE Ls Rs Vhl Vhr Vhc Lts Rts Ts"),
    Row(209, "CICP_18", "L R C LFE Ls Rs Lbs Rbs Vhl Vhr Vhc Lts Rts Ts"),
    Row(210, "CICP_19", "L R C LFE Rls Rrs Lss Rss Vhl Vhr Ltr Rtr"),
    Row(211, "CICP_20", "L R C LFE Rls Rrs Lss Rss Vhl Vhr Ltr Rtr Leos Reos"),
    Row(212, "Ogg_5_0", "L C R Rls Rrs"),
    Row(213, "Ogg_5_1", "L C R Rls Rrs LFE"),
    Row(214, "Ogg_6_1", "L C R Ls Rs Cs LFE"),
    Row(215, "Ogg_7_1", "L C R Ls Rs Rls Rrs LFE"),
    Row(216, "MPEG_5_0_E", "L R Rls Rrs C"),
    Row(217, "MPEG_5_1_E", "L R Rls Rrs C LFE"),
    Row(218, "MPEG_6_1_B", "L R Ls Rs C Cs LFE"),
    Row(219, "MPEG_7_1_D", "L R Rls Rrs Ls Rs C LFE"),
  ]

  /// Other names of the same numbers.
  private static let secondNames: [(String, String)] = [
    ("Mono", "MPEG_1_0 ITU_1_0 DVD_0 Logic_Mono CICP_1"),
    ("Stereo", "MPEG_2_0 ITU_2_0 DVD_1 Logic_Stereo CICP_2"),
    ("Quadraphonic", "AudioUnit_4 AAC_Quadraphonic Logic_Quadraphonic"),
    ("Pentagonal", "AudioUnit_5"),
    ("Hexagonal", "AudioUnit_6"),
    ("Octagonal", "AudioUnit_8"),
    ("MPEG_3_0_A", "ITU_3_0 DVD_7 WAVE_3_0 CICP_3"),
    ("MPEG_3_0_B", "AAC_3_0"),
    ("MPEG_4_0_A", "ITU_3_1 DVD_8 DVD_13 Logic_4_0_A CICP_4"),
    ("MPEG_4_0_B", "AAC_4_0 Logic_4_0_B"),
    ("MPEG_5_0_A", "ITU_3_2 DVD_9 DVD_14 WAVE_5_0_A Logic_5_0_A CICP_5"),
    ("MPEG_5_0_B", "DVD_19 AudioUnit_5_0 Logic_5_0_B"),
    ("MPEG_5_0_C", "Logic_5_0_C"),
    ("MPEG_5_0_D", "AAC_5_0 Logic_5_0_D"),
    ("MPEG_5_1_A", "ITU_3_2_1 DVD_12 DVD_17 AudioUnit_5_1 WAVE_5_1_A Logic_5_1_A CICP_6"),
    ("MPEG_5_1_B", "DVD_20 Logic_5_1_B"),
    ("MPEG_5_1_C", "Logic_5_1_C"),
    ("MPEG_5_1_D", "AAC_5_1 Logic_5_1_D"),
    ("MPEG_6_1_A", "AudioUnit_6_1 Logic_6_1_C CICP_11"),
    ("MPEG_7_1_A", "AudioUnit_7_1_Front Logic_7_1_SDDS_A"),
    ("MPEG_7_1_B", "AAC_7_1 Logic_7_1_SDDS_B CICP_7"),
    ("MPEG_7_1_C", "ITU_3_4_1 AudioUnit_7_1 Logic_7_1_A Logic_7_1_C CICP_12"),
    ("Emagic_Default_7_1", "Logic_7_1_SDDS_C"),
    ("ITU_2_1", "DVD_2 CICP_9"),
    ("ITU_2_2", "DVD_3 WAVE_4_0_A CICP_10"),
    ("DVD_4", "WAVE_2_1"),
    ("DVD_10", "DVD_15"),
    ("DVD_11", "DVD_16"),
    ("AudioUnit_6_0", "Logic_6_0_C"),
    ("AAC_6_0", "Logic_6_0_A"),
    ("AAC_6_1", "Logic_6_1_A"),
    ("AC3_3_0", "Ogg_3_0"),
    ("WAVE_4_0_B", "Ogg_4_0"),
    ("Atmos_5_1_2", "Logic_Atmos_5_1_2"),
    ("Atmos_5_1_4", "Logic_Atmos_5_1_4"),
    ("Atmos_7_1_2", "Logic_Atmos_7_1_2"),
    ("Atmos_7_1_4", "Logic_Atmos_7_1_4_A"),
  ]
}
