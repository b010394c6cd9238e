#!/usr/bin/env bash
# install.sh VERSION FOLDER: downloads the command of a release into FOLDER, compares its checksum, and prints the path of the program.
# A program that is already there is kept. ENGINE_ASSETS_DOWNLOADS replaces the address of the releases, file:// included.
set -euo pipefail

version=${1:?version, such as 0.1.0}
folder=${2:?folder to install into}
version=${version#v}
downloads=${ENGINE_ASSETS_DOWNLOADS:-https://github.com/engine-assets/engine-assets/releases/download}

fail() {
  echo "engine-assets: $*" >&2
  exit 2
}

suffix=
end=tar.gz
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64 | Linux-amd64) target=x86_64-unknown-linux-musl ;;
  Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-musl ;;
  Darwin-*) target=universal-apple-darwin ;;
  MINGW*-x86_64 | MSYS*-x86_64 | CYGWIN*-x86_64)
    target=x86_64-pc-windows-msvc
    suffix=.exe
    end=zip
    ;;
  *) fail "no release for $(uname -s) on $(uname -m); build it with: cargo install engine-assets-cli --version $version" ;;
esac

name=engine-assets-$version-$target
program=$folder/$name/engine-assets$suffix
if [ -x "$program" ]; then
  echo "$program"
  exit
fi

mkdir -p "$folder"
# In the same folder, so that the program appears at once and two runs at a time don't disturb each other.
work=$(mktemp -d "$folder/.download-XXXXXX")
trap 'rm -rf "$work"' EXIT

download() {
  curl --fail --silent --show-error --location --retry 3 --proto '=https,file' --output "$work/$1" "$downloads/v$version/$1" ||
    fail "no file $1 in release $version"
}
download "$name.$end"
download "$name.$end.sha256"

if command -v sha256sum >/dev/null; then sum=(sha256sum); else sum=(shasum -a 256); fi
# The name in the list isn't read: only the sum of this archive counts.
expected=$(cut -d' ' -f1 "$work/$name.$end.sha256")
found=$("${sum[@]}" <"$work/$name.$end" | cut -d' ' -f1)
[ "$expected" = "$found" ] || fail "the checksum of $name.$end is $found, expected $expected"

if [ "$end" = zip ]; then
  unzip -q "$work/$name.zip" -d "$work"
else
  tar -xzf "$work/$name.tar.gz" -C "$work"
fi
[ -x "$work/$name/engine-assets$suffix" ] || fail "no program in $name.$end"
# Another run may have installed it meanwhile.
if [ ! -x "$program" ]; then mv "$work/$name" "$folder/$name"; fi
echo "$program"
