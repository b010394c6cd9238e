#!/bin/bash -eu
# Builds the fuzz targets for OSS-Fuzz: programs, seeds, dictionaries and options into $OUT.

cd "$SRC/engine-assets"

# The seeds need no sanitizer, and a separate build doesn't disturb the instrumented one.
targets=$(env -u RUSTFLAGS cargo run --quiet --package fuzzkit --all-features --bin seeds)

# Overflow checks as in `cargo xtask fuzz`: a wrapped size is a finding.
cargo fuzz build --release --debug-assertions

for target in $targets; do
  cp "fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
  zip --quiet --junk-paths --recurse-paths "$OUT/${target}_seed_corpus.zip" "fuzz/corpus/$target"
  # Targets for binary formats without words have an empty dictionary, which libFuzzer refuses.
  if [ -s "fuzz/dictionaries/$target.dict" ]; then
    cp "fuzz/dictionaries/$target.dict" "$OUT/"
  fi
  printf '[libfuzzer]\nmax_len = 65536\nrss_limit_mb = 2048\ntimeout = 60\n' >"$OUT/$target.options"
done
