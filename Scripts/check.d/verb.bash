# Sourced by the verbs: runs a part of the folder VERB.d by its name, or lists all of them, each by the first line of its own.
verb=$(basename "$0") parts=$0.d

listed() {
  local part
  echo "Scripts/$verb PART [ARGUMENT...]    $(sed -n '2s/^# //p' "$0")"
  echo
  for part in "$parts"/*; do
    [ ! -f "$part" ] || [ ! -x "$part" ] || printf '  %-20s %s\n' "$(basename "$part")" "$(sed -n '2{s/^# //;s/^"""//;p;}' "$part")"
  done
}

case ${1:-} in
  --list | -h | --help) listed; exit ;;
  "") listed >&2; exit 64 ;;
esac
part=$parts/$(basename -- "$1")
if [ ! -f "$part" ] || [ ! -x "$part" ] || [ "$(basename -- "$1")" != "$1" ]; then
  echo "Scripts/$verb: there is no part '$1'; Scripts/$verb --list names all" >&2
  exit 64
fi
shift
exec "$part" "$@"
