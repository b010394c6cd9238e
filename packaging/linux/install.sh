#!/bin/sh
# install.sh [PREFIX]: installs the unpacked archive for this user into ~/.local, or into PREFIX, such as /usr/local: command, manual pages, completions,
# file types, thumbnails and the entry in the menu. `install.sh --remove [PREFIX]` removes them again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
remove=
if [ "${1:-}" = --remove ]; then
  remove=yes
  shift
fi
prefix=${1:-$HOME/.local}

put() {
  if [ -n "$remove" ]; then
    rm -f "$prefix/$3"
  else
    mkdir -p "$(dirname "$prefix/$3")"
    cp "$here/$2" "$prefix/$3"
    chmod "$1" "$prefix/$3"
  fi
}

app=io.github.engine_assets.EngineAssets
put 755 engine-assets bin/engine-assets
for page in "$here"/man/man1/*.1; do
  put 644 "man/man1/${page##*/}" "share/man/man1/${page##*/}"
done
put 644 completions/engine-assets.bash share/bash-completion/completions/engine-assets
put 644 completions/_engine-assets share/zsh/site-functions/_engine-assets
put 644 completions/engine-assets.fish share/fish/vendor_completions.d/engine-assets.fish
put 644 linux/engine-assets.thumbnailer share/thumbnailers/engine-assets.thumbnailer
put 644 linux/engine-assets.xml share/mime/packages/engine-assets.xml
put 644 "linux/$app.desktop" "share/applications/$app.desktop"
put 644 "linux/$app.metainfo.xml" "share/metainfo/$app.metainfo.xml"
put 644 "linux/$app.svg" "share/icons/hicolor/scalable/apps/$app.svg"

# Both read all files again; without them, file managers learn the types at their next start.
if command -v update-mime-database >/dev/null 2>&1 && [ -d "$prefix/share/mime/packages" ]; then
  update-mime-database "$prefix/share/mime" 2>/dev/null
fi
if command -v update-desktop-database >/dev/null 2>&1 && [ -d "$prefix/share/applications" ]; then
  update-desktop-database "$prefix/share/applications"
fi
if [ -n "$remove" ]; then echo "removed from $prefix"; else echo "installed into $prefix; its folder bin has to be in PATH"; fi
