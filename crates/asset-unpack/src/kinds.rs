//! Finding kinds of this crate.

binio::kinds! {
    NAME_REFUSED: "asset-unpack/name-refused", "An entry name is not a safe file name.",
        engine: "The file isn't written.",
        advice: "Rename the entry with engine-assets pak rename, or print its content with engine-assets pak cat.";
    NAME_RISKY: "asset-unpack/name-risky", "An entry is a hidden file or folder, or a file that a system runs.",
        engine: "The file is written; a program or the system may run it.",
        advice: "Look at the file before you use the folder, and delete it if you don't trust its source.";
}
