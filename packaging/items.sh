# shellcheck shell=bash
# For the scripts of the action: inputs with several items.

# One item a line, so that a path may contain spaces. Blank lines and spaces around an item are dropped.
items=()
read_items() {
  items=()
  local line
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    line=${line#"${line%%[![:space:]]*}"}
    line=${line%"${line##*[![:space:]]}"}
    [ -z "$line" ] || items+=("$line")
  done <<<"$1"
}
