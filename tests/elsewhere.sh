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
make -C "$copy" .venv/ready

# all tests but the two long ones, which run cells over and over: surroundings make no difference to that
tests="tests notebooks --ignore=tests/notebooks/test_edits.py --ignore=tests/notebooks/test_rerun.py"
# a new namespace has no network but a loopback that is down; kernels talk to their clients over it
offline='ip link set lo up && cd / && exec env LC_ALL=C make -C "$0" test TESTS="$1"'
if [ "$(id -u)" = 0 ]; then unshare -n bash -c "$offline" "$copy" "$tests"; else unshare -rn bash -c "$offline" "$copy" "$tests"; fi
