#!/bin/sh
# Install the Debian packages that a list names, where that is permitted; otherwise say which are missing.
set -eu

missing=""
for package in $(grep -v '^#' "$1"); do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # one word a package
    if { apt-get -qq update && apt-get -qq install --yes --no-install-recommends $missing; } >/dev/null 2>&1; then
        echo "installed:$missing"
        exit 0
    fi
fi
echo "missing, and not to be installed from here:$missing"
echo "what needs them will say so; on Debian: apt-get install$missing"
