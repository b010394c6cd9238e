#!/usr/bin/env bash
# test-deb.sh FILE.deb: unpacks a Debian package into an empty folder and uses it: the command, the line of its thumbnailer, its file types. Needs dpkg-deb, and
# update-mime-database for the types. A program that is linked statically also runs in a chroot, if this is root.
set -euo pipefail
deb=$(realpath "${1:?package, such as engine-assets_0.1.0-1_amd64.deb}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
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

root=$work/root
dpkg-deb -x "$deb" "$root"
mkdir -p "$root/data"
command=$root/usr/bin/engine-assets
check "the command starts" "$command" --version
check "demo" "$command" demo "$root/data/demo"

# As a file manager runs it: words of the line, with the places filled in, and no other environment.
entry=$root/usr/share/thumbnailers/engine-assets.thumbnailer
draw() {
  local words=() word
  for word in $(sed -n 's/^Exec=//p' "$entry"); do
    case $word in
      %s) words+=(128) ;;
      %i) words+=("$1") ;;
      %o) words+=("$2") ;;
      *) words+=("$word") ;;
    esac
  done
  env -i PATH="$root/usr/bin" "${words[@]}"
}
for file in Character.mdl Crate.pmdl_b Flag.glb Scenes/Camp.xml; do
  picture=$root/data/$(basename "$file").png
  check "thumbnail of $file" draw "$root/data/demo/$file" "$picture"
  check "it is a picture" test "$(head -c 4 "$picture" | tail -c 3)" = PNG
done

check "the types are valid" test -s "$root/usr/share/mime/packages/engine-assets.xml"
if command -v update-mime-database >/dev/null; then
  check "the types are installed" update-mime-database "$root/usr/share/mime"
  for type in $(sed -n 's/^MimeType=//p' "$entry" | tr ';' ' '); do
    case $type in
      */x-urho3d* | */x-pragma* | */x-zed | */x-udm | */x-vtf) check "$type" test -s "$root/usr/share/mime/$type.xml" ;;
    esac
  done
fi
app=io.github.engine_assets.EngineAssets
for file in "share/applications/$app.desktop" "share/metainfo/$app.metainfo.xml" "share/icons/hicolor/scalable/apps/$app.svg" share/man/man1/engine-assets.1; do
  check "$file" test -s "$root/usr/$file" -o -s "$root/usr/$file.gz"
done
if command -v appstreamcli >/dev/null; then check "AppStream" appstreamcli validate --no-net "$root/usr/share/metainfo/$app.metainfo.xml"; fi
if [ "$(id -u)" = 0 ] && ! ldd "$command" >/dev/null 2>&1; then
  check "where nothing else is" chroot "$root" /usr/bin/engine-assets validate /data/demo/Character.mdl
fi
exit "$failed"
