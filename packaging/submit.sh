#!/usr/bin/env bash
# submit.sh STORE FOLDER: submits the manifests in FOLDER (`cargo xtask dist packaging` writes them) to a store: homebrew, scoop, aur, winget.
# The variable TOKEN (for aur: SSH_KEY and SSH_HOSTS) is the right to write there. Without it nothing is sent, and the commands for a person are printed.
# REMOTE replaces the address of the store's repository.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
store=${1:?store: homebrew, scoop, aur or winget}
folder=$(realpath "${2:?folder of the manifests}")
version=$("$here/version.sh")
token=${TOKEN:-}
key=${SSH_KEY:-}

case "$store" in
  homebrew) repository=github.com/engine-assets/homebrew-tap.git files=(homebrew/engine-assets.rb:Formula/engine-assets.rb) ;;
  scoop) repository=github.com/engine-assets/scoop-bucket.git files=(scoop/engine-assets.json:bucket/engine-assets.json) ;;
  aur) repository=aur.archlinux.org/engine-assets-bin.git files=(aur/PKGBUILD:PKGBUILD aur/.SRCINFO:.SRCINFO) ;;
  winget) repository= files=() ;;
  *)
    echo "engine-assets: unknown store $store" >&2
    exit 2
    ;;
esac

if [ -z "$token$key" ]; then
  echo "No right to write to $store. By hand, with the manifests of version $version in $folder:"
  if [ "$store" = winget ]; then
    echo "  winget validate $folder/winget && wingetcreate submit --token TOKEN $folder/winget"
  else
    echo "  git clone https://$repository store"
    for file in "${files[@]}"; do echo "  cp $folder/${file%%:*} store/${file##*:}"; done
    echo "  git -C store commit -am 'engine-assets $version' && git -C store push"
  fi
  exit
fi
if [ "$store" = winget ]; then
  # The program of Microsoft, which makes the pull request. It runs on Windows.
  exec wingetcreate submit --token "$token" "$folder/winget"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Neither the token nor the key is in an address or an argument, which other programs could see.
if [ -n "$key" ]; then
  printf '%s\n' "$key" >"$work/key"
  chmod 600 "$work/key"
  # The host keys that the page of the AUR lists: the first connection must not trust anybody.
  printf '%s\n' "${SSH_HOSTS:?host keys of aur.archlinux.org}" >"$work/hosts"
  export GIT_SSH_COMMAND="ssh -i $work/key -o IdentitiesOnly=yes -o StrictHostKeyChecking=yes -o UserKnownHostsFile=$work/hosts"
  remote=${REMOTE:-ssh://aur@$repository}
else
  export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=http.extraHeader
  GIT_CONFIG_VALUE_0="Authorization: Basic $(printf 'x-access-token:%s' "$token" | base64 | tr -d '\n')"
  export GIT_CONFIG_VALUE_0
  remote=${REMOTE:-https://$repository}
fi
git clone --quiet --depth 1 "$remote" "$work/store"
for file in "${files[@]}"; do
  mkdir -p "$work/store/$(dirname "${file##*:}")"
  cp "$folder/${file%%:*}" "$work/store/${file##*:}"
done
git -C "$work/store" add --all
if git -C "$work/store" diff --cached --quiet; then
  echo "$store has version $version already"
  exit
fi
git -C "$work/store" -c user.name=engine-assets -c user.email=engine-assets@users.noreply.github.com commit --quiet --message "engine-assets $version"
git -C "$work/store" push --quiet
echo "submitted engine-assets $version to $store"
