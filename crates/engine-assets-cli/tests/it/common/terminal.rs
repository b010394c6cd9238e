//! A pseudo terminal with a program in it.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Time after which a program doesn't answer any more.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Terminal {
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    shown: Vec<u8>,
    child: Child,
}

impl Terminal {
    /// Starts a program in a session of its own, with this terminal.
    pub(crate) fn start(program: &str, arguments: &[&str], adapt: impl FnOnce(&mut Command)) -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("a terminal");
        let name = ptsname(&terminal, Vec::new()).expect("a name");
        let path = name.to_str().expect("a path");
        let side = File::options().read(true).write(true).open(path).expect("its other side");
        let same = || side.try_clone().expect("the same");
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(program).args(arguments);
        adapt(&mut command);
        let child = command.stdin(same()).stdout(same()).stderr(same()).spawn().expect("it runs");
        drop((command, side));
        let keyboard = File::from(terminal);
        let mut reader = keyboard.try_clone().expect("the same");
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            let mut part = [0; 4096];
            // Once nobody has the other side any more, reading is an error.
            while let Ok(read @ 1..) = reader.read(&mut part) {
                if sender.send(part[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { keyboard, screen, shown: Vec::new(), child }
    }

    /// Types.
    pub(crate) fn write(&mut self, text: &[u8]) {
        self.keyboard.write_all(text).expect("it listens");
    }

    /// Waits until the screen contains a text, and returns the screen; `None` if the program ends or is silent before.
    pub(crate) fn wait_for(&mut self, text: &str) -> Option<String> {
        self.wait_for_within(text, PATIENCE)
    }

    /// As [`wait_for`](Self::wait_for), for a time.
    pub(crate) fn wait_for_within(&mut self, text: &str, time: Duration) -> Option<String> {
        let until = Instant::now() + time;
        loop {
            let shown = self.shown();
            if shown.contains(text) {
                return Some(shown);
            }
            let left = until.checked_duration_since(Instant::now())?;
            self.shown.extend(self.screen.recv_timeout(left).ok()?);
        }
    }

    /// Everything that was written so far.
    pub(crate) fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown).into_owned()
    }

    /// Waits for the end of the program, and returns its success and everything that it wrote.
    pub(crate) fn end(mut self) -> (bool, String) {
        while let Ok(part) = self.screen.recv_timeout(PATIENCE) {
            self.shown.extend(part);
        }
        let success = self.child.wait().expect("it ends").success();
        (success, self.shown())
    }

    /// Ends the program.
    pub(crate) fn kill(mut self) {
        self.child.kill().and_then(|()| self.child.wait().map(drop)).expect("it ends");
    }
}
