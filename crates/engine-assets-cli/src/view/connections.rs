//! The connections of the server. Any page of another site and any program on this machine can open connections. To be
//! safe against this, only a few connections can wait at the same time, and not for long. A connection only gets a
//! thread when its request is complete and has the right address.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::http::{Answer, MAX_HEAD, Request};
use super::serve::Site;

/// The number of threads that write answers, because a browser opens six connections to a server.
const THREADS: usize = 8;
/// The maximum number of connections with incomplete requests. If there is another one, the oldest is closed.
const WAITING: usize = 64;
/// The maximum number of requests that wait for a thread. If there is another one, it is refused.
const QUEUE: usize = 64;
/// The maximum time for a request to arrive. This is enough, because it is a single packet from this machine.
const ARRIVAL: Duration = Duration::from_secs(5);
/// The time between two checks of incomplete requests.
const TICK: Duration = Duration::from_millis(5);
/// The maximum time for a part of an answer to be received.
const STALL: Duration = Duration::from_secs(10);
/// The time that is allowed for every answer, and the bytes per second that are expected after it. If a client only
/// reads a byte now and then, it is not a browser.
const PATIENCE: Duration = Duration::from_secs(30);
const PACE: u64 = 64 << 10;

/// A connection and its request, which will be answered.
type Accepted = (TcpStream, Request);

/// Answers connections until the program ends.
pub(super) fn serve(listener: &TcpListener, site: &Site) {
    let (arrive, arriving) = mpsc::sync_channel(WAITING);
    let (accept, accepted) = mpsc::sync_channel(QUEUE);
    let accepted = Mutex::new(accepted);
    std::thread::scope(|scope| {
        scope.spawn(|| listen(listener, &arrive));
        for _ in 0..THREADS {
            scope.spawn(|| answer_all(&accepted, site));
        }
        receive(&arriving, &accept, site);
    });
}

/// Accepts new connections and passes them on.
fn listen(listener: &TcpListener, arrive: &SyncSender<TcpStream>) {
    for stream in listener.incoming() {
        match stream {
            Ok(stream) => {
                if arrive.send(stream).is_err() {
                    return;
                }
            }
            // No handles are left, for example: others are closed soon.
            Err(_) => std::thread::sleep(TICK),
        }
    }
}

/// A connection whose request is not complete yet.
struct Waiting {
    stream: TcpStream,
    head: Vec<u8>,
    since: Instant,
}

/// Reads requests, and passes on those that will be answered.
fn receive(arriving: &Receiver<TcpStream>, accept: &SyncSender<Accepted>, site: &Site) {
    let mut waiting: VecDeque<Waiting> = VecDeque::with_capacity(WAITING);
    loop {
        // Without a waiting connection there is nothing to look at until the next one.
        let first = match arriving.recv_timeout(if waiting.is_empty() { Duration::MAX } else { TICK }) {
            Ok(stream) => Some(stream),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        for stream in first.into_iter().chain(arriving.try_iter().take(WAITING)) {
            if stream.set_nonblocking(true).is_ok() {
                // The new one is read at once, before others may displace it.
                waiting.extend(Waiting { stream, head: Vec::new(), since: Instant::now() }.advance(accept, site));
                while waiting.len() > WAITING {
                    waiting.pop_front();
                }
            }
        }
        let left = waiting.len();
        for _ in 0..left {
            let next = waiting.pop_front();
            waiting.extend(next.and_then(|one| one.advance(accept, site)));
        }
    }
}

impl Waiting {
    /// Reads the bytes that have arrived. Returns `None` if the connection is no longer waiting.
    fn advance(mut self, accept: &SyncSender<Accepted>, site: &Site) -> Option<Self> {
        let mut piece = [0; 4096];
        let mut left = MAX_HEAD.saturating_sub(self.head.len());
        while left > 0 {
            let room = piece.len().min(left);
            match self.stream.read(piece.get_mut(..room)?) {
                Ok(0) => return None,
                Ok(length) => {
                    self.head.extend_from_slice(piece.get(..length)?);
                    left = left.saturating_sub(length);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => return None,
            }
        }
        match Request::parse(&self.head) {
            Ok(None) => (self.since.elapsed() < ARRIVAL).then_some(self),
            Ok(Some(request)) => {
                match site.admit(&request) {
                    Ok(()) => {
                        if let Err(mpsc::TrySendError::Full((stream, _))) = accept.try_send((self.stream, request)) {
                            refuse(stream, 503);
                        }
                    }
                    Err(status) => refuse(self.stream, status),
                }
                None
            }
            Err(status) => {
                refuse(self.stream, status);
                None
            }
        }
    }
}

/// Answers with a status. If the system can't send it at once, it is not sent.
fn refuse(mut stream: TcpStream, status: u16) {
    // Who doesn't wait for an answer needs none.
    let _ = stream.write(Answer::refusal(status).head().as_bytes());
    let _ = stream.shutdown(Shutdown::Write);
}

/// Answers requests until the channel is closed.
fn answer_all(accepted: &Mutex<Receiver<Accepted>>, site: &Site) {
    loop {
        let next = accepted.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((stream, request)) = next else { return };
        let _ = answer(stream, &request, site);
    }
}

fn answer(mut stream: TcpStream, request: &Request, site: &Site) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_write_timeout(Some(STALL))?;
    let (began, mut sent) = (Instant::now(), 0_u64);
    site.answer(request).write(&mut stream, request.is_head, |length| {
        let most = PATIENCE.saturating_add(Duration::from_secs(sent / PACE));
        sent = sent.saturating_add(length as u64);
        if began.elapsed() < most { Ok(()) } else { Err(ErrorKind::TimedOut.into()) }
    })?;
    stream.shutdown(Shutdown::Write)
}
