# To be sourced by scripts that link what others install; they set `toolchain`.
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
