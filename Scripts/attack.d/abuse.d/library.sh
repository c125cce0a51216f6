# Sourced by the attacks on the C library: reads the arguments, compiles the C program of the same name, and runs it.
#
#   --library DIR    what Scripts/package install has filled (a prefix), or a folder of a build with libAudioToolboxShared.so
#   --seconds N      how long the attack may last, about
#   --slack N        how many times longer than usual a case may take before it counts as one that hangs

# run_attack NAME ARGUMENT...
run_attack() {
  local name=$1 library="" seconds=10 slack=1 here root work toolchain
  shift
  while [ $# -gt 0 ]; do
    case $1 in
    --library) library=$2 ;;
    --seconds) seconds=$2 ;;
    --slack) slack=$2 ;;
    *) shift; continue ;;
    esac
    shift 2
  done
  [ -n "$library" ] || { echo "$name: --library names a prefix or a build folder" >&2; return 2; }
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  root=$(cd "$here/../../.." && pwd)
  work=$(mktemp -d)
  trap "rm -rf '$work'" EXIT
  if [ -f "$library/lib/pkgconfig/CoreMedia.pc" ]; then
    # shellcheck disable=SC2046
    PKG_CONFIG_PATH=$library/lib/pkgconfig cc -std=gnu11 -O1 -Wno-multichar -Wno-nonnull "$here/$name.c" \
      -o "$work/$name" $(PKG_CONFIG_PATH=$library/lib/pkgconfig pkg-config --cflags --libs CoreMedia) -lpthread -lm
  else
    toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
    "$toolchain/bin/clang" -std=gnu11 -O1 -fblocks -Wno-multichar -Wno-nonnull \
      -I "$root/Sources/Interfaces/CoreAudio/CAudioToolbox/include" -I "$root/Sources/Interfaces/CoreAudio/CAudioToolbox/include/CAudioToolbox/System" \
      -I "$toolchain/lib/swift" "$here/$name.c" -o "$work/$name" \
      -L "$library" -lAudioToolboxShared -L "$toolchain/lib/swift/linux" -lFoundation -ldispatch -lBlocksRuntime \
      -Wl,-rpath,"$(cd "$library" && pwd)" -Wl,-rpath,"$toolchain/lib/swift/linux" -lpthread -lm
  fi
  "$work/$name" "$seconds" "$work" "$slack"
}
