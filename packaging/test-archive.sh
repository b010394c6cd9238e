#!/usr/bin/env bash
# test-archive.sh ARCHIVE: tests a release archive for Linux in an empty chroot, which has no libraries, no shell and no /proc. Needs root, and `man` for
# the manual pages, `curl` for the page.
set -euo pipefail
archive=$(realpath "${1:?archive, such as engine-assets-0.1.0-x86_64-unknown-linux-musl.tar.gz}")
work=$(mktemp -d)
server=
# shellcheck disable=SC2317 # called by the trap
end() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap end EXIT
failed=0

check() {
  local name=$1
  shift
  if "$@" >"$work/log" 2>&1; then echo "ok: $name"; else
    echo "failed: $name: $*" >&2
    tail -n 20 "$work/log" >&2
    failed=1
  fi
}

tar -xzf "$archive" -C "$work"
unpacked=$(find "$work" -mindepth 1 -maxdepth 1 -type d)
clean=$work/root
mkdir -p "$clean/bin" "$clean/data"
cp "$unpacked/engine-assets" "$clean/bin/"
command=(chroot "$clean" /bin/engine-assets)

check "the command starts" "${command[@]}" --version
check "demo" "${command[@]}" demo /data/demo
check "inspect" "${command[@]}" inspect /data/demo/Character.mdl
check "every sample round-trips" "${command[@]}" validate --roundtrip /data/demo/Character.mdl /data/demo/Character.pak /data/demo/Room.udm_b
check "convert" "${command[@]}" convert /data/demo/Character.mdl -o /data/out.glb
check "convert back" "${command[@]}" convert /data/out.glb -o /data/Back.mdl
check "an existing file is replaced" "${command[@]}" convert /data/out.glb -o /data/Back.mdl --force
check "render" "${command[@]}" render /data/demo/Character.mdl -o /data/out.png
check "unpack" "${command[@]}" pak unpack /data/demo/Character.pak -o /data/unpacked
check "pack" "${command[@]}" pak pack /data/unpacked -o /data/again.pak
check "a report" "${command[@]}" validate --sarif /data/out.sarif /data/demo/Character.mdl
for file in out.glb Back.mdl out.png again.pak out.sarif; do
  check "$file isn't empty" test -s "$clean/data/$file"
done
check "no temporary file is left" test -z "$(find "$clean" -name '.engine-assets-tmp-*')"

for page in "$unpacked"/man/man1/*.1; do
  if command -v man >/dev/null; then check "man ${page##*/}" man --warnings -l "$page"; fi
done
check "completions for bash" bash -c "source '$unpacked/completions/engine-assets.bash' && complete -p engine-assets"
# The script that installs everything, into a folder of its own.
check "install.sh" "$unpacked/install.sh" "$work/prefix"
for file in bin/engine-assets share/man/man1/engine-assets.1 share/thumbnailers/engine-assets.thumbnailer share/mime/packages/engine-assets.xml; do
  check "installed: $file" test -s "$work/prefix/$file"
done
check "install.sh --remove" "$unpacked/install.sh" --remove "$work/prefix"
check "nothing of it is left" test -z "$(find "$work/prefix" -name '*engine-assets*' -type f)"
for file in completions/_engine-assets completions/engine-assets.fish completions/_engine-assets.ps1 README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE; do
  check "$file" test -s "$unpacked/$file"
done

# The page is part of the program. It prints its address.
"${command[@]}" view --no-open /data/demo >"$work/view" 2>&1 &
server=$!
address=
for _ in {1..50}; do
  address=$(grep -o -m 1 'http://127.0.0.1:[^ ]*' "$work/view" || true)
  [ -z "$address" ] || break
  sleep 0.2
done
check "the page has an address" test -n "$address"
check "the page is served" curl --fail --silent --output "$work/page.html" "$address"
check "it is the page" grep -q "<title>" "$work/page.html"
check "the page has its program" curl --fail --silent --output "$work/page.wasm" "${address%%\?*}engine_assets.wasm.gz"
exit "$failed"
