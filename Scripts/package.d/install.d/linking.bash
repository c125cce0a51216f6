# To be sourced by scripts that link what others install; they set `toolchain`, and `scratch`, the folder of
# their build.
#
# Links objects that a list names with the archives of the Swift runtime. `swift build --static-swift-stdlib` makes a program
# of the same size, but compiles all modules once more for it. FoundationEssentials tells the linker of the archives that it
# needs only where modules are compiled so: they are named here.
#
# linked LIST FLAG...
linked() {
  "$toolchain/bin/swiftc" -static-stdlib -use-ld=lld "@$1" "${@:2}" \
    -lFoundationEssentials -l_FoundationCollections -l_FoundationCShims -lm -ldl \
    -Xlinker --gc-sections -Xlinker --as-needed -Xlinker -O2
}

# is_wide FOLDER: succeeds where libraries are made for processors of level x86-64-v3 (AVX2), too, beside that of the build in
# the folder: on x86-64, unless WIDE is no, or WIDE says nothing and the folder is .build, which is taken as it is.
is_wide() {
  local usual=yes
  [ "$1" != .build ] || usual=no
  [ "$(uname -m)" = x86_64 ] && [ "${WIDE:-$usual}" = yes ]
}
# The build of it.
wide_build=(Scripts/package.d/install.d/release-build "${scratch:?}-v3" -Xcc -march=x86-64-v3)
