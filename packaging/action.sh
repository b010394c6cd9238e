#!/usr/bin/env bash
# The check of action.yml: PROGRAM, PATHS and ARGUMENTS (one a line), SARIF (a file, or nothing).
set -euo pipefail
: "${PROGRAM:?}" "${PATHS=}" "${ARGUMENTS=}"

# One item a line, so that a path may contain spaces. Blank lines and spaces around an item are dropped.
items=()
read_items() {
  items=()
  local line
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    line=${line#"${line%%[![:space:]]*}"}
    line=${line%"${line##*[![:space:]]}"}
    [ -z "$line" ] || items+=("$line")
  done <<<"$1"
}

# shellcheck disable=SC2153 # variables of the action
read_items "$PATHS"
paths=("${items[@]}")
[ "${#paths[@]}" -gt 0 ] || paths=(.)
# Options on one line are separated by spaces; an option with a space in its value gets a line of its own.
# shellcheck disable=SC2153
case "$ARGUMENTS" in
  *$'\n'?*) read_items "$ARGUMENTS" ;;
  *) read -r -a items <<<"$ARGUMENTS" || true ;;
esac
arguments=(${items[@]+"${items[@]}"})
[ -z "${SARIF:-}" ] || arguments+=("--sarif=$SARIF" --force)
exec "$PROGRAM" validate ${arguments[@]+"${arguments[@]}"} -- "${paths[@]}"
