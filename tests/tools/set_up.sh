#!/bin/sh
# Make an environment, or bring it up to date; the Makefile asks:
#   tests/tools/set_up.sh FOLDER/DONE NEWEST-MINOR-VERSION-OF-PYTHON WHAT-IT-TAKES PIP-ARGUMENT...
# It ends with 0 always. If it gets through, it writes the file DONE; if not, it leaves what to do in FOLDER/unfinished
# or FOLDER/failed, and make says that as its last line. An unfinished folder is thrown away at the next try, because
# nobody knows how far pip came; one that was whole before pip failed, as pip does without a network, is kept.
set -u
done=$1 newest=$2 takes=$3
folder=$(dirname "$done")
shift 3

in_folder() { for name in bin/python Scripts/python.exe; do test -x "$folder/$name" && echo "$folder/$name" && return; done; }

stop() {
  if test -n "$kept"; then file=failed; rm "$folder/unfinished"; else file=unfinished; rm -rf "$folder"; mkdir "$folder"; fi
  echo "$1" > "$folder/$file"
  exit 0
}

if ps -p "$(cat "$folder/process" 2> /dev/null)" -o args= 2> /dev/null | grep -q set_up.sh; then
  echo "Another set-up of $folder is under way: wait until it is through, then run the same command again."
  exit 1
fi
kept=$(in_folder)
if test -e "$folder/unfinished" || ! "${kept:-false}" -c ''; then kept=; rm -rf "$folder"; fi 2> /dev/null
mkdir -p "$folder" || exit
rm -f "$folder/failed"
echo $$ > "$folder/process"
echo "The last set-up was interrupted: run the same command again" > "$folder/unfinished"

if test -z "$kept"; then
  for python in ${PYTHON-} python3 python3.14 python3.13 python3.12 python3.11 python none; do
    "$python" -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, $newest))" 2> /dev/null && break
  done
  test "$python" != none || stop "No Python 3.11 to 3.$newest found: install one, or name it: make PYTHON=/path/to/python"
  echo "Setting up $folder, once: $takes"
  "$python" -m venv "$folder" || stop "Python cannot create $folder: on Debian and Ubuntu, apt install python3-venv, then run the same command again"
fi
"$(in_folder)" -m pip install --quiet --disable-pip-version-check "$@" ||
  stop "The set-up did not get through; pip says why, above. Then run the same command again: what was downloaded is kept"
rm "$folder/unfinished" "$folder/process"
touch "$done"
