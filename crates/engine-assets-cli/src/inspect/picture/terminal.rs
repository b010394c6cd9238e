//! Detects how the terminal can draw pictures.

/// How to draw a picture in the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawing {
    /// Use characters.
    HalfBlocks,
    /// Use the protocol of kitty.
    Kitty,
    Sixel,
}

impl Drawing {
    /// Returns the best protocol that the terminal supports. This uses environment variables, or else asks the
    /// terminal.
    pub(super) fn of_terminal() -> Self {
        if knows_kitty() {
            Self::Kitty
        } else if asked::device_attributes().is_some_and(|answer| has_sixel(&answer)) {
            Self::Sixel
        } else {
            Self::HalfBlocks
        }
    }
}

pub(super) fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

fn knows_kitty() -> bool {
    !variable("KITTY_WINDOW_ID").is_empty()
        || variable("TERM").contains("kitty")
        || ["ghostty", "WezTerm"].contains(&variable("TERM_PROGRAM").as_str())
}

/// Returns `true` if the terminal supports sixels. `answer` is the answer to a request for device attributes, such as
/// `ESC [ ? 62 ; 4 c`.
fn has_sixel(answer: &str) -> bool {
    let numbers = answer.rsplit_once("\x1b[?").and_then(|(_, rest)| rest.strip_suffix('c'));
    numbers.is_some_and(|numbers| numbers.split(';').skip(1).any(|number| number == "4"))
}

/// Asks the terminal, on systems where this is possible.
#[cfg(unix)]
mod asked {
    use std::fs::File;
    use std::io::{self, IsTerminal as _, Read as _, Write as _};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::getpgrp;
    use rustix::termios::{OptionalActions, tcgetattr, tcgetpgrp, tcsetattr};

    /// The maximum time to wait for an answer. Even a distant terminal is faster, but a terminal without support will
    /// never answer.
    const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 300_000_000 };

    /// Asks the terminal for its device attributes. Returns `None` if there is no terminal or if it does not answer.
    pub(super) fn device_attributes() -> Option<String> {
        if !io::stdout().is_terminal() {
            return None;
        }
        let terminal = File::options().read(true).write(true).open("/dev/tty").ok()?;
        // Whoever changes the terminal from the background is stopped.
        if tcgetpgrp(&terminal).ok()? != getpgrp() {
            return None;
        }
        let before = tcgetattr(&terminal).ok()?;
        // The answer comes like something typed: without a new line, and not to be seen.
        let mut raw = before.clone();
        raw.make_raw();
        tcsetattr(&terminal, OptionalActions::Drain, &raw).ok()?;
        let answer = answer(&terminal);
        tcsetattr(&terminal, OptionalActions::Drain, &before).ok()?;
        answer
    }

    fn answer(mut terminal: &File) -> Option<String> {
        terminal.write_all(b"\x1b[c").ok()?;
        let mut answer = Vec::new();
        while answer.last() != Some(&b'c') && answer.len() < 256 {
            if poll(&mut [PollFd::new(&terminal, PollFlags::IN)], Some(&PATIENCE)).ok()? == 0 {
                return None;
            }
            let mut part = [0; 64];
            let read = terminal.read(&mut part).ok().filter(|read| *read > 0)?;
            answer.extend(part.get(..read)?);
        }
        String::from_utf8(answer).ok()
    }
}

/// Does nothing, because the terminal can't be asked on this system.
#[cfg(not(unix))]
mod asked {
    pub(super) fn device_attributes() -> Option<String> {
        None
    }
}
