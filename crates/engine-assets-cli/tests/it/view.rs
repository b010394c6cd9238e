//! `view` answers on this machine only, to who has the address, and with the named files only.

use crate::common;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

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
