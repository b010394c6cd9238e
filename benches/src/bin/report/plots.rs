//! Curves of time and memory against size.

use std::error::Error;
use std::ops::Range;
use std::path::Path;

use benches::table::duration;
use plotters::coord::Shift;
use plotters::prelude::*;

/// A line of a plot.
pub(crate) type Line = (String, Vec<(f64, f64)>);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const COLORS: [RGBColor; 6] = [
    RGBColor(150, 150, 150),
    RGBColor(31, 119, 180),
    RGBColor(214, 39, 40),
    RGBColor(44, 160, 44),
    RGBColor(148, 103, 189),
    RGBColor(255, 127, 14),
];

/// Draws time on the left, memory on the right.
pub(crate) fn pair(path: &Path, title: &str, time: &[Line], memory: &[Line]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (960, 400)).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(480);
    chart(&left, &format!("{title}: time"), time, &|time| duration(*time), &|size| decimal(*size))?;
    chart(&right, &format!("{title}: heap at most"), memory, &|heap| decimal(*heap), &|size| decimal(*size))?;
    root.present()?;
    Ok(())
}

/// Draws the processor time of commands on the left, their memory on the right, against a number of `unit`.
pub(crate) fn counted(path: &Path, unit: &str, time: &[Line], memory: &[Line]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (960, 400)).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(480);
    let count = |count: &f64| format!("{count:.0}");
    chart(&left, &format!("processor time against {unit}"), time, &|time| duration(*time), &count)?;
    chart(&right, &format!("peak memory against {unit}"), memory, &|peak| decimal(*peak), &count)?;
    root.present()?;
    Ok(())
}

/// Draws one of time alone.
pub(crate) fn single(path: &Path, title: &str, lines: &[Line]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (640, 420)).into_drawing_area();
    root.fill(&WHITE)?;
    chart(&root, title, lines, &|time| duration(*time), &|files| format!("{files:.0}"))?;
    root.present()?;
    Ok(())
}

fn chart(
    area: &Area<'_>,
    title: &str,
    lines: &[Line],
    up: &dyn Fn(&f64) -> String,
    right: &dyn Fn(&f64) -> String,
) -> Result<(), Box<dyn Error>> {
    let points = || lines.iter().flat_map(|(_, points)| points);
    let (across, upward) = (range(points().map(|point| point.0)), range(points().map(|point| point.1)));
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(72)
        .build_cartesian_2d(across.log_scale(), upward.log_scale())?;
    chart.configure_mesh().light_line_style(WHITE).x_label_formatter(right).y_label_formatter(up).draw()?;
    // A copy is grey; plots without a copy keep their colours.
    let first = usize::from(lines.first().is_some_and(|(name, _)| name != "memcpy"));
    for ((name, points), color) in lines.iter().zip(COLORS.into_iter().skip(first)) {
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)).point_size(3))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    Ok(())
}

/// Bytes where an axis has its marks: at powers of ten.
fn decimal(bytes: f64) -> String {
    match bytes {
        ..1e3 => format!("{bytes:.0} B"),
        1e3..1e6 => format!("{:.0} KB", bytes / 1e3),
        1e6..1e9 => format!("{:.0} MB", bytes / 1e6),
        _ => format!("{:.0} GB", bytes / 1e9),
    }
}

/// From the least to the greatest, with room.
fn range(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let (least, greatest) =
        numbers.fold((f64::MAX, 1.0_f64), |(least, greatest), number| (least.min(number), greatest.max(number)));
    least.min(greatest) / 2.0..greatest * 3.0
}
