//! Passes resources from the asset server to a conversion.
//!
//! A conversion asks for resources while it runs, and can't be interrupted. But the asset server reads in the
//! background. Because of this, the conversion gets its own thread, which waits for each answer. There are no threads
//! on the web. There, the conversion ends without the missing resources, and is then repeated with them, once for each
//! layer of resources.

use std::collections::{HashMap, HashSet};
use std::future::poll_fn;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use asset_project::Files;

/// A name that a conversion asks for. The flag is `true` if case must be ignored.
pub(crate) type Wish = (String, bool);

/// The stored name and content of a resource, or `None` if it does not exist.
pub(crate) type Answer = Option<(String, Arc<Vec<u8>>)>;

/// This is `true` if a conversion can wait for resources.
pub(crate) const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// Resources that were read by the asset server, and names for which a conversion is waiting.
#[derive(Debug, Default)]
pub(crate) struct Supply {
    state: Mutex<State>,
    answered: Condvar,
}

#[derive(Debug, Default)]
struct State {
    known: HashMap<Wish, Answer>,
    wishes: HashSet<Wish>,
    /// This is `true` while a conversion is running and can wait for answers.
    runs: bool,
    /// Wakes the task that reads resources.
    reader: Option<Waker>,
}

impl Supply {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Must be called when a conversion begins that will wait for answers.
    pub(crate) fn begin(&self) {
        self.state().runs = true;
    }

    /// Must be called when the conversion has ended, or when it will not get more answers.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        state.runs = false;
        let reader = state.reader.take();
        drop(state);
        self.answered.notify_all();
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// Waits until a conversion needs resources. Returns the names without an answer, sorted, with exact names first.
    /// The list is empty if the conversion has ended and does not need more.
    pub(crate) async fn wishes(&self) -> Vec<Wish> {
        poll_fn(|context| {
            let mut state = self.state();
            if state.runs && state.wishes.is_empty() {
                state.reader = Some(context.waker().clone());
                return Poll::Pending;
            }
            let mut wishes: Vec<Wish> = state.wishes.drain().collect();
            wishes.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
            Poll::Ready(wishes)
        })
        .await
    }

    pub(crate) fn answer(&self, wish: Wish, found: Answer) {
        let mut state = self.state();
        if let Some((name, bytes)) = &found {
            // Reading goes by the stored name.
            state.known.insert((name.clone(), false), Some((name.clone(), bytes.clone())));
        }
        state.known.insert(wish, found);
        drop(state);
        self.answered.notify_all();
    }

    pub(crate) fn known(&self, wish: &Wish) -> Option<Answer> {
        self.state().known.get(wish).cloned()
    }
}

impl Files for Supply {
    fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
        let wish = (name.to_owned(), ignore_case);
        let mut state = self.state();
        loop {
            if let Some(found) = state.known.get(&wish) {
                return found.as_ref().map(|(name, _)| name.clone());
            }
            state.wishes.insert(wish.clone());
            if !state.runs {
                return None;
            }
            if let Some(reader) = state.reader.take() {
                reader.wake();
            }
            state = self.answered.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let found = self.known(&(name.to_owned(), false)).flatten().ok_or(io::ErrorKind::NotFound)?;
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(found.1.len());
        Ok(found.1[..most].to_vec())
    }
}

/// Ends a conversion on drop. This also works after a panic, or if the load is cancelled.
pub(crate) struct Ending(pub(crate) Arc<Supply>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use bevy::tasks::block_on;

    use super::*;

    fn wish(ignore_case: bool) -> Wish {
        ("Textures/Stone.png".to_owned(), ignore_case)
    }

    #[test]
    fn wishes_are_told_once_and_answers_are_read_by_their_stored_names() {
        let supply = Supply::default();
        assert_eq!(supply.find("Textures/Stone.png", false), None);
        assert_eq!(supply.find("Textures/Stone.png", true), None);
        assert_eq!(block_on(supply.wishes()), [wish(false), wish(true)]);
        supply.answer(wish(false), None);
        supply.answer(wish(true), Some(("textures/stone.png".to_owned(), Arc::new(vec![1, 2, 3]))));
        assert_eq!(supply.find("Textures/Stone.png", false), None);
        assert_eq!(supply.find("Textures/Stone.png", true).as_deref(), Some("textures/stone.png"));
        assert_eq!(supply.read("textures/stone.png", 2).ok(), Some(vec![1, 2]));
        assert_eq!(block_on(supply.wishes()), []);
    }

    #[test]
    fn a_conversion_waits_for_each_layer_of_resources_and_runs_once() {
        let supply = Arc::new(Supply::default());
        supply.begin();
        let conversion = std::thread::spawn({
            let (supply, ending) = (supply.clone(), Ending(supply.clone()));
            move || {
                let _ending = ending;
                ["list.txt", "stone.xml", "stone.png"].map(|name| supply.find(name, false))
            }
        });
        let mut layers = Vec::new();
        loop {
            let wishes = block_on(supply.wishes());
            let [one] = wishes.as_slice() else { break };
            layers.push(one.0.clone());
            let found = (one.0 != "stone.xml").then(|| (one.0.clone(), Arc::default()));
            supply.answer(one.clone(), found);
        }
        assert_eq!(layers, ["list.txt", "stone.xml", "stone.png"]);
        let found = conversion.join().expect("no panic");
        assert_eq!(found.map(|found| found.is_some()), [true, false, true]);
    }

    #[test]
    fn a_conversion_ends_when_nobody_answers_any_more() {
        let supply = Arc::new(Supply::default());
        supply.begin();
        let conversion = std::thread::spawn({
            let supply = supply.clone();
            move || supply.find("stone.png", false)
        });
        assert_eq!(block_on(supply.wishes()).len(), 1);
        drop(Ending(supply));
        assert_eq!(conversion.join().expect("no panic"), None);
    }
}
