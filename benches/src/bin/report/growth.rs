//! How jobs of the command grow, from `benches/growth.py`.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use benches::table::{bytes, duration, load};

use crate::plots::{self, Line};
use crate::{add, number};

/// Returns a plot and a table for each subject, or nothing if they weren't measured.
pub(crate) fn growth(folder: &Path) -> Result<String, Box<dyn Error>> {
    let lines = load("growth.tsv");
    if lines.is_empty() {
        return Ok(String::new());
    }
    let mut units: Vec<&str> = lines.iter().map(|line| line[0].as_str()).collect();
    units.dedup();
    let mut text = "\n## Growth of jobs\n\nProcessor time and peak memory of whole commands, by `benches/growth.py`. The last columns are the factors for the last \
        step to ten times as many: a straight line has 10, and less where starting the command still counts. A job that would need more than ten minutes or \
        most of the machine's memory isn't run. Memory below 20 MB is of the measuring program.\n"
        .to_owned();
    for unit in units {
        let (mut times, mut peaks): (Vec<Line>, Vec<Line>) = (Vec::new(), Vec::new());
        for line in lines.iter().filter(|line| line[0] == unit) {
            let (count, seconds, peak) = (number(line.get(2)), number(line.get(3)), number(line.get(4)));
            add(&mut times, &line[1], (count, seconds * 1e9));
            add(&mut peaks, &line[1], (count, peak));
        }
        let file = format!("plots/growth-{unit}.svg");
        plots::counted(&folder.join(&file), unit, &times, &peaks)?;
        write!(
            text,
            "\n### {unit}\n\n![processor time and memory against {unit}]({file})\n\n{}",
            table(&times, &peaks)
        )?;
    }
    Ok(text)
}

/// Writes the section into RESULTS.md in place of its last, and returns the file.
pub(crate) fn again(folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let path = folder.join("RESULTS.md");
    let text = std::fs::read_to_string(&path)?;
    let section = growth(folder)?;
    let head = section.lines().nth(1).ok_or("nothing measured yet: benches/growth.py")?;
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let old = lines.iter().position(|line| line.trim_end() == head);
    let start = old.or_else(|| lines.iter().position(|line| line.starts_with("## Two cores")));
    let start = start.ok_or("RESULTS.md: no section to write it before")?;
    let behind = start + usize::from(old.is_some());
    let end = lines[behind..].iter().position(|line| line.starts_with("## ")).map_or(lines.len(), |next| behind + next);
    let section = section.trim_start().to_owned() + "\n";
    lines.splice(start..end, [section.as_str()]);
    std::fs::write(&path, lines.concat())?;
    Ok(path)
}

fn table(times: &[Line], peaks: &[Line]) -> String {
    let counts: Vec<String> = times[0].1.iter().map(|(count, _)| format!("{count:.0}")).collect();
    let mut text =
        format!("| | {} | time × | memory × |\n|---|{}---|---|\n", counts.join(" | "), "---|".repeat(counts.len()));
    for ((name, times), (_, peaks)) in times.iter().zip(peaks) {
        let mut cells: Vec<String> =
            times.iter().zip(peaks).map(|(time, peak)| format!("{}, {}", duration(time.1), bytes(peak.1))).collect();
        // A job that would need too much isn't run.
        cells.resize(counts.len(), "–".to_owned());
        let _ = writeln!(text, "| {name} | {} | {} | {} |", cells.join(" | "), last_step(times), last_step(peaks));
    }
    text
}

/// The last value as a multiple of the one before it.
fn last_step(points: &[(f64, f64)]) -> String {
    match points {
        [.., before, last] => format!("{:.1}", last.1 / before.1),
        _ => "–".to_owned(),
    }
}
