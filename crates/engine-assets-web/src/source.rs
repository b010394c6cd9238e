//! Sources of files, which JavaScript reads by ranges.

use std::cell::RefCell;
use std::io;

use engine_assets::binio::ReadAt;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// An object with `size` and `read(offset, length)`. `read` must return the bytes at once.
    pub type JsSource;

    #[wasm_bindgen(method, getter)]
    fn size(this: &JsSource) -> f64;

    #[wasm_bindgen(method, catch)]
    fn read(this: &JsSource, offset: f64, length: u32) -> Result<Uint8Array, JsValue>;
}

thread_local! {
    /// The values from JavaScript, which can only be used on this thread. A reader of a package may be on any thread,
    /// so it only stores the number of its value.
    static KEPT: RefCell<Vec<Option<JsSource>>> = const { RefCell::new(Vec::new()) };
}

/// A file on the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    number: usize,
    size: u64,
}

impl Source {
    pub(crate) fn keep(source: JsSource) -> Self {
        let size = source.size() as u64;
        let number = KEPT.with_borrow_mut(|kept| {
            kept.push(Some(source));
            kept.len() - 1
        });
        Self { number, size }
    }

    /// Releases the value from JavaScript. After this, you must not use the source to read.
    pub(crate) fn release(self) {
        KEPT.with_borrow_mut(|kept| kept.get_mut(self.number).map(Option::take));
    }

    /// Reads bytes at `offset`, but not more than `most`.
    pub(crate) fn range(self, offset: u64, most: u64) -> io::Result<Vec<u8>> {
        let length = most.min(self.size.saturating_sub(offset));
        let length = usize::try_from(length).map_err(|_| io::ErrorKind::FileTooLarge)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
        bytes.resize(length, 0);
        self.read_exact_at(&mut bytes, offset)?;
        Ok(bytes)
    }
}

impl ReadAt for Source {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let length = u32::try_from(buffer.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        if length == 0 {
            return Ok(());
        }
        let read = KEPT.with_borrow(|kept| {
            let source = kept.get(self.number)?.as_ref()?;
            Some(source.read(offset as f64, length))
        });
        let bytes = read.ok_or(io::ErrorKind::NotFound)?.map_err(|error| {
            let said = error.as_string().or_else(|| js_sys::Reflect::get(&error, &"message".into()).ok()?.as_string());
            io::Error::other(said.unwrap_or_else(|| "the browser can't read the file".to_owned()))
        })?;
        if bytes.length() != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.copy_to(buffer);
        Ok(())
    }

    fn len(&self) -> io::Result<u64> {
        Ok(self.size)
    }
}
