#!/usr/bin/env bash
# The pre-commit hook: the command of this release, downloaded once, checks the files of a commit.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$("$here/install.sh" "$("$here/version.sh")" "${XDG_CACHE_HOME:-$HOME/.cache}/engine-assets")
exec "$program" validate "$@"
