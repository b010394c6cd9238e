//! The `view` command, which serves the page of `engine-assets-web` and the given files to a browser on this machine.

mod connections;
mod http;
mod page;
mod serve;

use std::io;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};
use std::path::{Path, PathBuf};

use clap::Args;
use engine_assets::folder::{Found, walk};
use serde::Serialize;

use crate::output::named;
use crate::report::{Outcome, print, print_error, print_message};
use page::Page;
use serve::Site;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Files and folders to show
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Folder of the page (built by `cargo xtask web`) to use instead of the built-in page
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Allow other programs, such as editors, to show the page in a frame. They must know the address, which can't be
    /// guessed
    #[arg(long)]
    framed: bool,
    /// Print the address, but don't open a browser
    #[arg(long)]
    no_open: bool,
    /// Port on 127.0.0.1. By default, any free port is used
    #[arg(long, default_value_t = 0)]
    port: u16,
}

/// A file that can be read, as it is listed on the page.
#[derive(Serialize)]
struct Listed {
    path: String,
    url: String,
    size: u64,
    #[serde(skip)]
    file: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let page = match Page::open(arguments.page.as_deref()) {
        Ok(page) => page,
        Err(error) => {
            print_error(&error);
            return Ok(Outcome::Failed);
        }
    };
    let mut files = Vec::new();
    for path in &arguments.paths {
        list(path, &mut files)?;
    }
    let listener = TcpListener::bind(SocketAddrV4::new(Ipv4Addr::LOCALHOST, arguments.port))?;
    let port = listener.local_addr()?.port();
    let token = token()?;
    let address = format!("http://127.0.0.1:{port}/{token}/?list=files.json");
    print(&format!("{address}\n"))?;
    if !arguments.no_open {
        if let Err(error) = open::that_detached(&address) {
            print_error(&format!("the browser can't be opened: {error}; open the address yourself"));
        }
    }
    if !quiet {
        print_message("Control-C ends it");
    }
    connections::serve(&listener, &Site { page, files, token, port, framed: arguments.framed });
    Ok(Outcome::Fine)
}

/// Adds a file, or all files in a folder. If a link leads out of the folder, it is skipped.
fn list(path: &Path, files: &mut Vec<Listed>) -> io::Result<()> {
    let whole = path.canonicalize().map_err(|error| named(path, &error))?;
    let name = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut add = |file: PathBuf, path: String| {
        let size = file.metadata().map_err(|error| named(&file, &error))?.len();
        files.push(Listed { url: format!("file/{}", files.len()), path, size, file });
        io::Result::Ok(())
    };
    if !whole.is_dir() {
        return add(whole, name);
    }
    for entry in walk(&whole) {
        if let Found::File(file) = entry? {
            let below = file.strip_prefix(&whole).unwrap_or(&file);
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            let path = format!("{name}/{}", parts.join("/"));
            add(file, path)?;
        }
    }
    Ok(())
}

/// Returns the start of all addresses. It consists of 128 random bits, so it can't be guessed.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
