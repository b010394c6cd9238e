//! Names from files that become paths.
