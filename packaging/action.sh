#!/usr/bin/env bash
# The check of action.yml: PROGRAM, PATHS and ARGUMENTS (one a line), SARIF (a file, or nothing).
set -euo pipefail
: "${PROGRAM:?}" "${PATHS=}" "${ARGUMENTS=}"

# shellcheck source=packaging/items.sh
. "$(dirname "$0")/items.sh"

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
