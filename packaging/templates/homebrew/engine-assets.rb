class EngineAssets < Formula
  desc "Inspect, check, repair, convert and unpack game engine assets"
  homepage "https://engine-assets.github.io/engine-assets/"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    url "https://github.com/engine-assets/engine-assets/releases/download/v@VERSION@/engine-assets-@VERSION@-universal-apple-darwin.tar.gz"
    sha256 "@SHA256 engine-assets-@VERSION@-universal-apple-darwin.tar.gz@"
  end

  on_linux do
    on_arm do
      url "https://github.com/engine-assets/engine-assets/releases/download/v@VERSION@/engine-assets-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 engine-assets-@VERSION@-aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "https://github.com/engine-assets/engine-assets/releases/download/v@VERSION@/engine-assets-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 engine-assets-@VERSION@-x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install "engine-assets"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/engine-assets.bash" => "engine-assets"
    zsh_completion.install "completions/_engine-assets"
    fish_completion.install "completions/engine-assets.fish"
    return unless OS.linux?

    (share/"thumbnailers").install "linux/engine-assets.thumbnailer"
    (share/"mime/packages").install "linux/engine-assets.xml"
    (share/"applications").install "linux/io.github.engine_assets.EngineAssets.desktop"
    (share/"metainfo").install "linux/io.github.engine_assets.EngineAssets.metainfo.xml"
    (share/"icons/hicolor/scalable/apps").install "linux/io.github.engine_assets.EngineAssets.svg"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/engine-assets --version")
    system bin/"engine-assets", "demo", testpath/"demo"
    system bin/"engine-assets", "validate", "--roundtrip", testpath/"demo/Character.mdl"
  end
end
