#!/usr/bin/env bash
# The pre-commit hook: the command of this release, downloaded once, checks the files of a commit. Options end with `--`, since the names of files that
# follow are content of the repository: a file called `--sarif=x.mdl` isn't an option.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
is_separated=
for argument in "$@"; do
  [ "$argument" != -- ] || is_separated=yes
done
if [ -z "$is_separated" ]; then
  echo 'engine-assets: expected -- between options and files; end the `args` of the hook with it, such as: args: [--deny, warnings, --]' >&2
  exit 2
fi
program=$("$here/install.sh" "$("$here/version.sh")" "${XDG_CACHE_HOME:-$HOME/.cache}/engine-assets")
exec "$program" validate --skip-others "$@"
