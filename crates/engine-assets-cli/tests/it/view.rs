//! `view` answers on this machine only, to who has the address, and with the named files only.

use crate::common;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt as _;
use common::{folder, path, stderr, text};

/// The command while it serves; ended when this goes.
struct Serving {
    child: Child,
    host: String,
    token: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Serving {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::cargo_bin("engine-assets").expect("the command");
        command.args(["view", "--no-open"]).args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let rest = line.trim().strip_prefix("http://").expect("an address");
        let (host, rest) = rest.split_once('/').expect("a path");
        let token = rest.strip_suffix("/?list=files.json").expect("the list");
        Self { host: host.to_owned(), token: token.to_owned(), child }
    }

    /// The status and the content for a request with these headers.
    fn ask(&self, path: &str, host: &str, more: &str) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("headers");
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, answer.split_off(end + 4))
    }

    fn get(&self, name: &str) -> (u16, Vec<u8>) {
        self.ask(&format!("/{}/{name}", self.token), &self.host, "")
    }
}

#[test]
fn the_page_and_the_files_are_served_to_who_has_the_address() {
    let files = folder(&[
        ("page/index.html", b"<p>page"),
        ("page/samples/a.txt", b"sample"),
        ("data/Models/A.mdl", b"0123456789"),
        ("data/B.txt", b"b"),
        ("secret.txt", b"secret"),
    ]);
    let (page, data) = (path(&files, "page"), path(&files, "data"));
    let serving = Serving::start(&[text(&data), "--page", text(&page)]);
    assert_eq!(serving.get(""), (200, b"<p>page".to_vec()));
    assert_eq!(serving.get("?list=files.json"), (200, b"<p>page".to_vec()));
    assert_eq!(serving.get("samples/a.txt"), (200, b"sample".to_vec()));
    let (status, list) = serving.get("files.json");
    let list: serde_json::Value = serde_json::from_slice(&list).expect("JSON");
    assert_eq!(status, 200);
    assert_eq!(list.as_array().map(Vec::len), Some(2));
    assert_eq!(list[1]["path"], "data/Models/A.mdl");
    assert_eq!(serving.get("file/1"), (200, b"0123456789".to_vec()));
    let at = format!("/{}/file/1", serving.token);
    assert_eq!(serving.ask(&at, &serving.host, "Range: bytes=2-4\r\n"), (206, b"234".to_vec()));
    assert_eq!(serving.ask(&at, &serving.host, "Range: bytes=99-\r\n").0, 416);
}

#[test]
fn nobody_else_gets_anything() {
    let files = folder(&[("page/index.html", b"<p>page"), ("data/B.txt", b"b"), ("secret.txt", b"secret")]);
    let (page, data) = (path(&files, "page"), path(&files, "data"));
    let serving = Serving::start(&[text(&data), "--page", text(&page)]);
    let port = serving.host.rsplit_once(':').expect("a port").1;
    // Without the token, with a wrong one, below another name, out of the folders.
    for path in ["/", "/index.html", "/files.json", "/file/0", "/00000000000000000000000000000000/"] {
        assert_eq!(serving.ask(path, &serving.host, "").0, 404, "{path}");
    }
    for host in ["evil.example", &format!("localhost:{port}"), &format!("evil.example:{port}")] {
        assert_eq!(serving.ask(&format!("/{}/", serving.token), host, "").0, 403, "{host}");
    }
    for name in
        ["../secret.txt", "file/../../secret.txt", "%2e%2e/secret.txt", "file/1", "file/-1", "file/", "secret.txt"]
    {
        assert_eq!(serving.get(name).0, 404, "{name}");
    }
}

#[test]
fn what_is_missing_is_said() {
    let files = folder(&[("data/B.txt", b"b")]);
    let page = path(&files, "data");
    let output = common::run(&["view", "--no-open", text(&page), "--page", text(&page)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("found no index.html"), "{}", stderr(&output));
}

impl Serving {
    /// Sends bytes, and returns the connection, on which an answer is read with a limit of time.
    fn open(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a connection");
        // The server may have refused it already.
        let _ = stream.write_all(bytes);
        stream
    }

    /// The page is served, soon.
    fn check(&self, why: &str) {
        let limit = testkit::hostile::TimeLimit::seconds(8);
        assert_eq!(self.get(""), (200, b"<p>page".to_vec()), "{why}");
        limit.check();
    }

    /// The number of threads of the command.
    fn threads(&self) -> Option<usize> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        status.lines().find_map(|line| line.strip_prefix("Threads:")?.trim().parse().ok())
    }
}

fn served(bytes: &[u8]) -> (tempfile::TempDir, Serving) {
    let files = folder(&[("page/index.html", b"<p>page"), ("data/B.txt", bytes)]);
    let (page, data) = (path(&files, "page"), path(&files, "data"));
    let serving = Serving::start(&[text(&data), "--page", text(&page)]);
    (files, serving)
}

fn status_of(mut stream: TcpStream) -> Option<u16> {
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).ok()?;
    std::str::from_utf8(&answer).ok()?.split(' ').nth(1)?.parse().ok()
}

#[test]
fn a_length_of_a_body_is_not_believed() {
    let (_files, serving) = served(b"b");
    for length in ["1099511627776", "9223372036854775808", "18446744073709551615", "-1", "x"] {
        let head = format!("GET / HTTP/1.1\r\nHost: {}\r\nContent-Length: {length}\r\n\r\nbody", serving.host);
        assert_eq!(status_of(serving.open(head.as_bytes())), Some(404), "{length}");
        let chunked = format!(
            "GET / HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
            serving.host
        );
        assert_eq!(status_of(serving.open(chunked.as_bytes())), Some(404), "{length}");
        serving.check(length);
    }
}

#[test]
fn only_get_and_head_are_answered_and_the_connection_is_closed() {
    let (_files, serving) = served(b"0123");
    let address = format!("/{}/file/0 HTTP/1.1\r\nHost: {}\r\n", serving.token, serving.host);
    let answer = |head: &str| {
        let mut text = String::new();
        serving.open(head.as_bytes()).read_to_string(&mut text).expect("the end of the connection");
        text
    };
    // A second request on the connection isn't answered.
    let whole = answer(&format!("GET {address}Connection: keep-alive\r\n\r\n"));
    assert!(whole.starts_with("HTTP/1.1 200 OK\r\n") && whole.ends_with("\r\n\r\n0123"), "{whole}");
    assert!(whole.contains("\r\nConnection: close\r\n") && whole.contains("\r\nContent-Length: 4\r\n"), "{whole}");
    let head = answer(&format!("HEAD {address}\r\n"));
    assert!(head.contains("\r\nContent-Length: 4\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "get"] {
        assert_eq!(status_of(serving.open(format!("{method} {address}\r\n").as_bytes())), Some(405), "{method}");
    }
    assert_eq!(status_of(serving.open(format!("GET {address}Host: evil\r\n\r\n").as_bytes())), Some(400));
}

#[test]
fn stalled_and_long_requests_hold_nothing() {
    let (_files, serving) = served(&vec![0; 16 << 20]);
    // Bodies that don't come, from pages of other sites.
    let post = format!("POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: 100000\r\n\r\n", serving.host);
    let stalled: Vec<TcpStream> = (0..16).map(|_| serving.open(post.as_bytes())).collect();
    serving.check("stalled bodies");
    // Heads without an end.
    let half: Vec<TcpStream> = (0..16).map(|_| serving.open(b"GET / HTTP/1.1\r\nHost: ")).collect();
    serving.check("stalled heads");
    let long = format!("GET / HTTP/1.1\r\nHost: {}\r\n{}", serving.host, "a: b\r\n".repeat(100));
    assert_eq!(status_of(serving.open(long.as_bytes())), Some(431));
    let long = format!("GET / HTTP/1.1\r\nHost: {}\r\na: {}", serving.host, "b".repeat(1 << 20));
    assert!(matches!(status_of(serving.open(long.as_bytes())), Some(431) | None));
    serving.check("long heads");
    // Readers of a large file that don't read.
    let get = format!("GET /{}/file/0 HTTP/1.1\r\nHost: {}\r\n\r\n", serving.token, serving.host);
    let readers: Vec<TcpStream> = (0..6).map(|_| serving.open(get.as_bytes())).collect();
    serving.check("readers that don't read");
    drop((stalled, half, readers));
    serving.check("all are gone");
}

#[test]
fn many_slow_connections_take_few_threads() {
    let (_files, serving) = served(b"b");
    let slow: Vec<TcpStream> = (0..900).filter_map(|_| TcpStream::connect(&serving.host).ok()).collect();
    assert!(slow.len() > 100, "{} connections", slow.len());
    for mut stream in &slow {
        // The oldest are closed.
        let _ = stream.write_all(b"G");
    }
    serving.check("slow connections");
    if let Some(threads) = serving.threads() {
        assert!(threads < 20, "{threads} threads");
    }
    // An unfinished request is given up.
    let last = slow.last().expect("a connection");
    last.set_read_timeout(Some(Duration::from_secs(20))).expect("a connection");
    assert_eq!({ last }.read(&mut [0]).unwrap_or(0), 0);
    last.shutdown(Shutdown::Both).ok();
    serving.check("afterwards");
}
