#!/bin/sh
# Starts the unpacked Chromium with its own libraries and fonts.
folder="$(dirname "$(readlink -f "$0")")/node_modules/.chromium"
export LD_LIBRARY_PATH="$folder/al2023/lib" FONTCONFIG_PATH="$folder/fonts"
exec "$folder/chromium" "$@"
