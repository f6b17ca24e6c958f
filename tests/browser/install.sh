#!/bin/sh
# Install Chromium from Debian's packages, unless a browser that the test can use is there already.
set -eu
for browser in chromium chromium-browser google-chrome google-chrome-stable microsoft-edge; do
  if command -v "$browser" > /dev/null; then exit 0; fi
done
if [ "$(id -u)" -eq 0 ]; then as_root=; else as_root=sudo; fi
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium
