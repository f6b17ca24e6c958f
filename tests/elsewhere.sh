#!/usr/bin/env bash
# The lessons in other surroundings: a folder with a space and Korean letters, another working directory, LC_ALL=C,
# and, after the install, no network at all. Needs Linux and the right to make a network namespace.
set -euo pipefail
project=$(cd "$(dirname "$0")/.." && pwd)
parent=$(mktemp -d)
trap 'rm -rf "$parent"' EXIT
copy="$parent/a lesson 위치"

mkdir "$copy"
git -C "$project" ls-files -z | (cd "$project" && xargs -0 tar cf -) | tar xf - -C "$copy"
if [ -d "$project/.venv" ]; then # what is installed already, so that pip has the package alone to install
  cp -a "$project/.venv" "$copy" && rm -f "$copy"/.venv/ready*
fi
make -C "$copy" .venv/ready

# a new namespace has no network but a loopback that is down; kernels talk to their clients over it
offline='ip link set lo up && cd / && exec env LC_ALL=C make -C "$0" test SHORT=1'
if [ "$(id -u)" = 0 ]; then unshare -n bash -c "$offline" "$copy"; else unshare -rn bash -c "$offline" "$copy"; fi
