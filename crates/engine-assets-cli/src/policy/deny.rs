//! The severities that can be treated as errors.

use clap::ValueEnum;
use serde::Deserialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Deny {
    /// Treat warnings as errors
    Warnings,
}
