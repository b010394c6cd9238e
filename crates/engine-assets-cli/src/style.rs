//! The style that all HTML reports share. The colours are those of the browser's page, which is built with the same file.

/// The style of every report, to be put into its `style` element. A report can add rules of its own.
pub(crate) const REPORT: &str = concat!(include_str!("style/palette.css"), include_str!("style/report.css"));
