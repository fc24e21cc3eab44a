#!/bin/sh
# The strata command of an installed Strata: the app itself, in the mode that opens no window; `strata open [folder]` opens one.
self=$(readlink -f "$0")
resources=$(dirname "$(dirname "$self")")
app="$resources/../strata-app"
[ -x "$app" ] || app="$resources/../MacOS/strata-app"
# A name that begins with `-` must not become a switch of Chromium's: a folder is given by its whole path, the rest behind `--`.
if [ "$1" = open ]; then
  shift
  [ "$1" = -- ] && shift
  case "${1:-.}" in /*) exec "$app" "$1" ;; *) exec "$app" "$PWD/${1:-.}" ;; esac
fi
# Nothing is rendered here, so root loses nothing without the sandbox that it cannot have.
if [ "$(id -u)" = 0 ]; then exec "$app" --no-sandbox --cli -- "$@"; fi
exec "$app" --cli -- "$@"
