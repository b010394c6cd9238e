#!/usr/bin/env bash
# The comment of action.yml: one per pull request, which later runs replace.
# COMMENT (a Markdown file), LINK (to the page), REPOSITORY, NUMBER, DIFFERS; `gh` reads the token from GH_TOKEN.
set -euo pipefail
: "${COMMENT:?}" "${LINK=}" "${REPOSITORY:?}" "${NUMBER:?}" "${DIFFERS:?}"

marker='<!-- engine-assets: changes -->'
body=$(mktemp)
trap 'rm -f "$body"' EXIT
{
  printf '%s\n' "$marker"
  cat "$COMMENT"
  [ -z "$LINK" ] || printf '\n[Page with pictures](%s)\n' "$LINK"
} >"$body"

comments=repos/$REPOSITORY/issues/$NUMBER/comments
# Only a comment of a workflow: people can quote the marker.
filter=".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$marker\"))) | .id"
post() {
  local earlier
  earlier=$(gh api --paginate "$comments" --jq "$filter") || return
  earlier=${earlier%%$'\n'*}
  if [ -n "$earlier" ]; then
    gh api --method PATCH "repos/$REPOSITORY/issues/comments/$earlier" --field body=@"$body" >/dev/null
  elif [ "$DIFFERS" = true ]; then
    gh api --method POST "$comments" --field body=@"$body" >/dev/null
  fi
}
# The token of a pull request from a fork can't comment: the page and the summary have all of it.
post || echo "::warning::no comment: the job needs the permission pull-requests: write, which forks don't get"
