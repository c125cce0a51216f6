struct MIDIPacketList;
