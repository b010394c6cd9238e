#!/usr/bin/env bash
# The review of action.yml: compares a pull request with its base. PROGRAM, PATHS (one a line), FOLDER for the reports.
# The commit that GitHub checks out for a pull request merges it into its base, so its first parent is the base.
set -euo pipefail
: "${PROGRAM:?}" "${PATHS=}" "${FOLDER:?}"

if ! git rev-parse --verify --quiet 'HEAD^1^{commit}' >/dev/null; then
  echo "::error::the base of the pull request isn't there; add fetch-depth: 2 to actions/checkout" >&2
  exit 2
fi
# shellcheck source=packaging/items.sh
. "$(dirname "$0")/items.sh"
read_items "$PATHS"
paths=(${items[@]+"${items[@]}"})
[ "${#paths[@]}" -gt 0 ] || paths=(.)

mkdir -p "$FOLDER"
page=$FOLDER/changes.html comment=$FOLDER/changes.md status=0
"$PROGRAM" diff --force --html "$page" --markdown "$comment" HEAD^1 HEAD -- "${paths[@]}" || status=$?
if [ ! -f "$comment" ]; then
  exit "$status"
fi
# A file that can't be compared is in the page, and the check says what is wrong with it.
[ "$status" -le 1 ] || echo "::warning::some files can't be compared; the page names them"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  cat "$comment" >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  differs=true
  [ "$status" -ne 0 ] || differs=false
  printf 'page=%s\ncomment=%s\ndiffers=%s\n' "$page" "$comment" "$differs" >>"$GITHUB_OUTPUT"
fi
