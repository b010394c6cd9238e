#!/usr/bin/env bash
# Tests install.sh, action.sh and pre-commit.sh with a release in a local folder: its program prints its arguments, one a line.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
version=$("$here/version.sh")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

is() {
  if [ "$2" = "$3" ]; then echo "ok: $1"; else
    echo "failed: $1: expected $(printf %q "$2"), found $(printf %q "$3")" >&2
    failed=1
  fi
}

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) target=x86_64-unknown-linux-musl ;;
  Linux-aarch64) target=aarch64-unknown-linux-musl ;;
  Darwin-*) target=universal-apple-darwin ;;
  *)
    echo "skipped: the test release is for Linux and macOS" >&2
    exit
    ;;
esac
name=engine-assets-$version-$target
release=$work/releases/v$version
mkdir -p "$release" "$work/$name"
printf '#!/bin/sh\nprintf "%%s\\n" "$@"\n' >"$work/$name/engine-assets"
chmod +x "$work/$name/engine-assets"
tar -czf "$release/$name.tar.gz" -C "$work" "$name"
if command -v sha256sum >/dev/null; then sum=(sha256sum); else sum=(shasum -a 256); fi
(cd "$release" && "${sum[@]}" "$name.tar.gz" >"$name.tar.gz.sha256")
export ENGINE_ASSETS_DOWNLOADS="file://$work/releases" XDG_CACHE_HOME="$work/a cache"

program=$("$here/install.sh" "v$version" "$work/a cache/engine-assets")
is "the program is installed into a folder with a space" "$work/a cache/engine-assets/$name/engine-assets" "$program"
mv "$release" "$release.away"
is "an installed program is not downloaded again" "$program" "$("$here/install.sh" "$version" "$work/a cache/engine-assets")"
is "a missing release fails" 2 "$("$here/install.sh" 9.9.9 "$work/other" >/dev/null 2>&1; echo $?)"
mv "$release.away" "$release"

printf 'x' >>"$release/$name.tar.gz"
is "a changed archive fails" 2 "$("$here/install.sh" "$version" "$work/other" >/dev/null 2>&1; echo $?)"
is "a changed archive leaves no program" "" "$(find "$work/other" -name engine-assets)"

run() { PROGRAM=$program PATHS=$1 ARGUMENTS=$2 SARIF=${3:-} "$here/action.sh" | tr '\n' '|'; }
is "paths are separated by lines" "validate|--|Data/My Models|b|" "$(run $'Data/My Models\r\n  b  \n\n' '')"
is "no path is the current folder" "validate|--|.|" "$(run '' '')"
is "options are separated by spaces" "validate|--roundtrip|--deny|warnings|--|Data|" "$(run Data '--roundtrip --deny warnings')"
is "options on lines may contain spaces" "validate|--exclude|My Old Models/**|--|Data|" "$(run Data $'--exclude\nMy Old Models/**')"
is "a path that begins with a hyphen isn't an option" "validate|--|-rf|" "$(run -rf '')"
# shellcheck disable=SC2016
is "shell syntax in a path is text" 'validate|--|$(touch x); `y`|' "$(run '$(touch x); `y`' '')"
is "a report is written" "validate|--sarif=a b.sarif|--force|--|Data|" "$(run Data '' 'a b.sarif')"
is "the hook passes the files of a commit" "validate|--skip-others|--deny|warnings|--|a b.mdl|" "$("$here/pre-commit.sh" --deny warnings -- 'a b.mdl' | tr '\n' '|')"
is "a file that is called like an option is a file" "validate|--skip-others|--|--sarif=evil.mdl|" "$("$here/pre-commit.sh" -- --sarif=evil.mdl | tr '\n' '|')"
is "the hook fails without a separator" 2 "$("$here/pre-commit.sh" --sarif=evil.mdl >/dev/null 2>&1; echo $?)"
# A store that is a repository in a local folder.
manifests=$work/manifests
mkdir -p "$manifests/homebrew"
echo formula >"$manifests/homebrew/engine-assets.rb"
git init --quiet --bare --initial-branch main "$work/tap.git"
git clone --quiet "$work/tap.git" "$work/tap" 2>/dev/null
git -C "$work/tap" -c user.name=a -c user.email=a@example.org commit --quiet --allow-empty --message first
git -C "$work/tap" push --quiet origin HEAD:main
submit() { TOKEN=$1 REMOTE=file://$work/tap.git "$here/submit.sh" homebrew "$manifests" 2>&1; }
is "without a token, nothing is sent" 1 "$(submit '' >/dev/null; git -C "$work/tap.git" rev-list --count main)"
is "without a token, the commands are printed" 1 "$(submit '' | grep -c 'git clone https')"
is "with a token, the manifest is submitted" "submitted engine-assets $version to homebrew" "$(submit secret)"
is "the manifest is in the store" formula "$(git -C "$work/tap.git" show main:Formula/engine-assets.rb)"
is "a version is submitted once" "homebrew has version $version already" "$(submit secret)"
is "an unknown store fails" 2 "$("$here/submit.sh" nowhere "$manifests" >/dev/null 2>&1; echo $?)"
exit "$failed"
