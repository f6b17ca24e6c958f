#!/bin/sh
# Make an environment, or bring it up to date:
#   tests/tools/set_up.sh FOLDER NEWEST-MINOR-VERSION-OF-PYTHON PIP-ARGUMENT...
# FOLDER/ready is there while the environment is whole, and has another name while pip works.
# So an environment that was cut off is seen the next time, and made anew; one that pip could not update is kept.
set -u
folder=$1 newest=$2
shift 2

in_folder() { for name in bin/python Scripts/python.exe; do test -x "$folder/$name" && echo "$folder/$name" && return; done; }
stop() { echo "make: $1" >&2; exit 1; }

if ps -p "$(cat "$folder/process" 2> /dev/null)" -o args= 2> /dev/null | grep -q set_up.sh; then
  stop "another set-up of $folder is under way: wait until it is through, then run the same command again"
fi
if ! test -e "$folder/ready" || ! "$(in_folder)" -c '' 2> /dev/null; then
  rm -rf "$folder"
  for python in ${PYTHON-} python3 python3.14 python3.13 python3.12 python3.11 python none; do
    "$python" -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, $newest))" 2> /dev/null && break
  done
  test "$python" != none || stop "no Python 3.11 to 3.$newest found: install one, or name it: make PYTHON=/path/to/python"
  echo "Setting up $folder, once: a few minutes, about 300 MB to download and 1.4 GB on disk; with the CUDA build of"
  echo "PyTorch, which pip takes on Linux unless told otherwise (README, Start), 3 GB and 5 GB"
  "$python" -m venv "$folder" || stop "Python cannot create $folder: on Debian and Ubuntu, apt install python3-venv"
fi
echo $$ > "$folder/process"
test ! -e "$folder/ready" || mv "$folder/ready" "$folder/updating"
"$(in_folder)" -m pip install --quiet --disable-pip-version-check "$@"
failed=$?
test ! -e "$folder/updating" || mv "$folder/updating" "$folder/ready"
test $failed = 0 || stop "the set-up did not get through; pip says why, above. Then run the same command again"
: >> "$folder/ready" # make says how new it is
