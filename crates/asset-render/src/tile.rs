//! Draws pictures tile by tile. Tiles do not depend on each other, so they may be drawn in any order, or even at the
//! same time.

mod canvas;

use std::sync::atomic::{AtomicBool, Ordering};

use asset_scene::glam::Vec3;
use asset_scene::{Alpha, Mixing};

use crate::bins::Bins;
use crate::camera::{Camera, Lens};
use crate::color::{Srgb, byte};
use crate::error::Error;
use crate::exposure;
use crate::geometry::Draw;
use crate::lighting::Lighting;
use crate::raster::{Depth, Edges, OFFSETS, Point, Rect, SAMPLES, TILE, UNITS, middle};
use crate::shade::{Lit, Place, Surface, unit};
use crate::sky::{self, SkyMap};
use crate::stage::{Flat, Piece, Stage};
use canvas::{Canvas, FULL, NONE, PIXELS};

/// Everything that is needed to draw a picture.
#[derive(Clone, Copy)]
pub(crate) struct Frame<'f> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) stage: &'f Stage,
    pub(crate) draws: &'f [Draw],
    pub(crate) surfaces: &'f [Surface<'f>],
    pub(crate) lighting: &'f Lighting<'f>,
    pub(crate) camera: Camera,
    /// The position of the camera.
    pub(crate) eye: Vec3,
    pub(crate) srgb: &'f Srgb,
    /// The background in sRGB, for the upper and the lower edge. Without a background, this is `None`.
    pub(crate) background: Option<[[u8; 3]; 2]>,
    /// The cube map to use instead of the background.
    pub(crate) sky: Option<&'f SkyMap>,
    /// How many surroundings there are for each probe.
    pub(crate) zones: usize,
    /// The colour to use for back faces that would otherwise be hidden.
    pub(crate) back: Option<[f32; 4]>,
    /// How dark the shadow on the ground is, for a single direction to the light, from 0 to 1.
    pub(crate) shadow: f32,
    /// This will be set if any pixel has more transparent layers than [`LAYERS`].
    pub(crate) omits_layers: &'f AtomicBool,
}

/// The maximum number of transparent layers to draw in a pixel, starting with the nearest. Each layer has to be shaded,
/// so without this limit, the time would depend on the pixels times the triangles, and not only on the pixels. With an
/// opacity of a tenth, only a thousandth of the light gets through 64 layers.
pub(crate) const LAYERS: u32 = 64;

/// The lists of a stage, for each tile.
struct Lists {
    sky: Bins,
    solid: Bins,
    blended: Bins,
    shadows: Vec<Bins>,
    lines: Bins,
    marks: Bins,
}

impl Lists {
    fn are_empty(&self, column: usize, row: usize) -> bool {
        let all = [&self.sky, &self.solid, &self.blended, &self.lines, &self.marks];
        all.into_iter().chain(&self.shadows).all(|bins| bins.tile(column, row).is_empty())
    }
}

impl Frame<'_> {
    pub(crate) fn rect(&self) -> Rect {
        Rect { left: 0, top: 0, right: self.width as i32, bottom: self.height as i32 }
    }

    /// Draws the picture. Returns its bytes, four for each pixel.
    pub(crate) fn draw(&self) -> Result<Vec<u8>, Error> {
        let pieces = |list: &[Piece]| {
            let rects = list.iter().map(|piece| Rect::around(&self.stage.points_of(piece)));
            Bins::of(self.rect(), rects)
        };
        let flats = |list: &[Flat]| Bins::of(self.rect(), list.iter().map(|flat| Rect::around(&flat.points)));
        let lists = Lists {
            sky: pieces(&self.stage.sky)?,
            solid: pieces(&self.stage.solid)?,
            blended: pieces(&self.stage.blended)?,
            shadows: self.stage.shadows.iter().map(|list| flats(list)).collect::<Result<_, _>>()?,
            lines: flats(&self.stage.lines)?,
            marks: flats(&self.stage.marks)?,
        };
        let row = self.width as usize * 4;
        let mut bytes = vec![0; row * self.height as usize];
        let band = |canvas: &mut Canvas, (number, band): (usize, &mut [u8])| {
            for column in 0..(self.width as usize).div_ceil(TILE) {
                self.tile(canvas, &lists, (column, number), band);
            }
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            bytes.par_chunks_mut(row * TILE).enumerate().for_each_init(Canvas::new, band);
        }
        #[cfg(not(feature = "parallel"))]
        {
            let mut canvas = Canvas::new();
            bytes.chunks_mut(row * TILE).enumerate().for_each(|numbered| band(&mut canvas, numbered));
        }
        Ok(bytes)
    }

    fn tile(&self, canvas: &mut Canvas, lists: &Lists, (column, row): (usize, usize), band: &mut [u8]) {
        let (left, top) = ((column * TILE) as i32, (row * TILE) as i32);
        let rect = Rect { left, top, right: left + TILE as i32, bottom: top + TILE as i32 }.within(self.rect());
        let solid = lists.solid.tile(column, row);
        if lists.are_empty(column, row) {
            return self.leave(rect, band);
        }
        self.begin(canvas, rect);
        self.layers(canvas, rect, lists.sky.tile(column, row), &self.stage.sky);
        for number in solid {
            self.find(canvas, rect, *number);
        }
        if !solid.is_empty() {
            self.shade(canvas, rect);
        }
        let flats = |numbers: &[u32], list: &[Flat], canvas: &mut Canvas, on_top: bool| {
            for flat in numbers.iter().filter_map(|number| list.get(*number as usize)) {
                self.paint(canvas, rect, flat, on_top);
            }
        };
        for (bins, shadows) in lists.shadows.iter().zip(&self.stage.shadows) {
            let numbers = bins.tile(column, row).iter();
            numbers.filter_map(|number| shadows.get(*number as usize)).for_each(|flat| darken(canvas, rect, flat));
            self.cast(canvas);
        }
        self.layers(canvas, rect, lists.blended.tile(column, row), &self.stage.blended);
        flats(lists.lines.tile(column, row), &self.stage.lines, canvas, false);
        flats(lists.marks.tile(column, row), &self.stage.marks, canvas, true);
        self.resolve(canvas, rect, band);
    }

    /// Fills a canvas with the background.
    fn begin(&self, canvas: &mut Canvas, tile: Rect) {
        canvas.clear();
        if self.background.is_none() && self.sky.is_none() {
            return;
        }
        for y in tile.top..tile.bottom {
            let row = self.behind(y);
            for x in tile.left..tile.right {
                if let Some(color) = self.backdrop(row, x, y) {
                    let [red, green, blue] = color.map(|value| self.srgb.decode(value));
                    canvas.colors[pixel(tile, x, y)] = [[red, green, blue, 1.0]; SAMPLES];
                }
            }
        }
    }

    #[inline]
    fn surface(&self, piece: &Piece) -> &Surface<'_> {
        &self.surfaces[self.draws[piece.draw as usize].material]
    }

    /// Returns a point on a piece, with everything needed to shade it.
    fn point_at<'p>(&'p self, piece: &Piece, edges: &Edges, points: &[Point; 3], at: (i32, i32)) -> Place<'p> {
        let corners = piece.corners.map(|corner| &self.stage.vertices[corner as usize]);
        Place::of(corners, (edges, points), at, self.draws[piece.draw as usize].is_flat, piece.is_back)
    }

    /// Finds out where a solid piece is nearest.
    fn find(&self, canvas: &mut Canvas, tile: Rect, number: u32) {
        let piece = &self.stage.solid[number as usize];
        let points = self.stage.points_of(piece);
        let (edges, depth) = (Edges::of(&points), Depth::of(&points));
        let surface = self.surface(piece);
        let cutoff = if let Alpha::Mask { cutoff } = surface.alpha { Some(cutoff) } else { None };
        edges.cover(Rect::around(&points).within(tile), |x, y, mask| {
            let pixel = pixel(tile, x, y);
            let depths = depth.samples(x, y);
            let mut mask = canvas.visible(pixel, mask, &depths);
            if let Some(cutoff) = cutoff {
                for (sample, (right, down)) in OFFSETS.into_iter().enumerate() {
                    let at = (x * UNITS + right, y * UNITS + down);
                    let is_there =
                        mask >> sample & 1 == 1 && surface.is_kept(&self.point_at(piece, &edges, &points, at), cutoff);
                    mask &= !(u8::from(!is_there) << sample);
                }
            }
            for (sample, depth) in depths.into_iter().enumerate() {
                if mask >> sample & 1 == 1 {
                    canvas.depths[pixel][sample] = depth;
                    canvas.pieces[pixel][sample] = number;
                }
            }
        });
    }

    /// Shades each pixel. If it only shows a single surface, this is done once.
    fn shade(&self, canvas: &mut Canvas, tile: Rect) {
        for y in tile.top..tile.bottom {
            for x in tile.left..tile.right {
                let pixel = pixel(tile, x, y);
                let pieces = canvas.pieces[pixel];
                let mut left = (0..SAMPLES).fold(0, |left, sample| left | u8::from(pieces[sample] != NONE) << sample);
                while left != 0 {
                    let number = most(&pieces, left);
                    let covered =
                        (0..SAMPLES).fold(0, |covered, at| covered | u8::from(pieces[at] == number) << at) & left;
                    let piece = &self.stage.solid[number as usize];
                    let points = self.stage.points_of(piece);
                    let color = self.color(piece, &Edges::of(&points), &points, (x, y), covered);
                    let mut mask = covered;
                    if covered != left && !self.draws[piece.draw as usize].is_flat {
                        mask |= self.beside(canvas, (piece, &points), (x, y), pixel, left & !covered);
                    }
                    canvas.blend(pixel, mask, color, self.srgb);
                    left &= !mask;
                }
            }
        }
    }

    /// Returns which samples of a pixel show other triangles of the same smooth surface.
    fn beside(
        &self,
        canvas: &Canvas,
        (piece, points): (&Piece, &[Point; 3]),
        (x, y): (i32, i32),
        pixel: usize,
        others: u8,
    ) -> u8 {
        let depth = Depth::of(points);
        let normal = self.stage.vertices[piece.corners[0] as usize].normal;
        let (pieces, depths) = (&canvas.pieces[pixel], &canvas.depths[pixel]);
        let is_same = |sample: usize| {
            let other = &self.stage.solid[pieces[sample] as usize];
            let turned = self.stage.vertices[other.corners[0] as usize].normal.dot(normal) < 0.8;
            let (right, down) = OFFSETS[sample];
            let is_near = depth.is_near(x * UNITS + right, y * UNITS + down, depths[sample]);
            other.draw == piece.draw && other.is_back == piece.is_back && !turned && is_near
        };
        let others = (0..SAMPLES).filter(|sample| others >> sample & 1 == 1);
        others.filter(|sample| is_same(*sample)).fold(0, |same, sample| same | 1 << sample)
    }

    /// Returns the colour of a piece in a pixel, multiplied by its opacity.
    fn color(&self, piece: &Piece, edges: &Edges, points: &[Point; 3], (x, y): (i32, i32), mask: u8) -> [f32; 4] {
        let surface = self.surface(piece);
        if let Some(back) = self.back.filter(|_| piece.is_back && !surface.double_sided) {
            return back;
        }
        let point = self.point_at(piece, edges, points, middle(x, y, mask));
        let view = match self.camera.lens {
            Lens::Perspective(_) => {
                let away = unit(self.eye - point.position());
                if away.is_finite() && away != Vec3::ZERO { away } else { self.camera.back.as_vec3() }
            }
            Lens::Orthographic(_) => self.camera.back.as_vec3(),
        };
        let Draw { is_sky, is_unlit, zone, probe, light_mask: mask, baked, harmonics, .. } =
            self.draws[piece.draw as usize];
        let around = self
            .lighting
            .around
            .get(self.zones * probe + zone)
            .or(self.lighting.around.get(zone))
            .unwrap_or(&self.lighting.around[0]);
        let position = point.position();
        let distance = self.camera.seen(position.as_dvec3()).z as f32;
        let lightmap = baked.and_then(|baked| {
            let mut slot = (*self.lighting.lightmaps.get(baked.lightmap)?)?;
            slot.set = baked.set;
            Some(slot)
        });
        let harmonics = harmonics.and_then(|number| self.lighting.harmonics.get(number));
        let lit = Lit { view, lighting: self.lighting, around, mask, distance, lightmap, harmonics };
        let [mut red, mut green, mut blue, alpha] = surface.shade(&point, (!is_sky && !is_unlit).then_some(&lit));
        // What is added or multiplied must change nothing where there is only fog.
        let fog = around.fog.map(|fog| match surface.mixing {
            Mixing::Usual => fog,
            Mixing::Add | Mixing::AddAlpha => fog.of_color([0.0; 3]),
            Mixing::Multiply => fog.of_color([1.0; 3]),
        });
        if let Some(fog) = fog {
            [red, green, blue] = fog.over([red, green, blue], (distance, position.y), self.srgb);
        }
        if let Some(exposure) = &self.lighting.exposure {
            [red, green, blue] = exposure::shown(exposure, [red, green, blue]);
        }
        // Only what is mixed with something else can be brighter than white.
        if alpha >= 1.0 {
            [red, green, blue] = [red, green, blue].map(|light| light.min(1.0));
        }
        [red * alpha, green * alpha, blue * alpha, alpha]
    }

    /// Blends transparent pieces over the pixels. In each pixel, this draws the nearest [`LAYERS`], and starts with the
    /// farthest of them.
    fn layers(&self, canvas: &mut Canvas, tile: Rect, numbers: &[u32], list: &[Piece]) {
        let pieces = || numbers.iter().filter_map(|number| list.get(*number as usize));
        canvas.farther.fill(0);
        if numbers.len() > LAYERS as usize {
            for piece in pieces() {
                let points = self.stage.points_of(piece);
                let depth = Depth::of(&points);
                Edges::of(&points).cover(Rect::around(&points).within(tile), |x, y, mask| {
                    let pixel = pixel(tile, x, y);
                    let is_seen = canvas.visible(pixel, mask, &depth.samples(x, y)) != 0;
                    canvas.farther[pixel] += u32::from(is_seen);
                });
            }
            canvas.farther.iter_mut().for_each(|count| *count = count.saturating_sub(LAYERS));
            if canvas.farther.iter().any(|count| *count > 0) {
                self.omits_layers.store(true, Ordering::Relaxed);
            }
        }
        for piece in pieces() {
            self.glaze(canvas, tile, piece);
        }
    }

    /// Blends a transparent piece over the pixels.
    fn glaze(&self, canvas: &mut Canvas, tile: Rect, piece: &Piece) {
        let points = self.stage.points_of(piece);
        let (edges, depth) = (Edges::of(&points), Depth::of(&points));
        edges.cover(Rect::around(&points).within(tile), |x, y, mask| {
            let pixel = pixel(tile, x, y);
            let mask = canvas.visible(pixel, mask, &depth.samples(x, y));
            if mask != 0 && canvas.farther[pixel] > 0 {
                canvas.farther[pixel] -= 1;
            } else if mask != 0 {
                let color = self.color(piece, &edges, &points, (x, y), mask);
                canvas.mix(pixel, mask, (color, self.surface(piece)), self.srgb);
            }
        });
    }

    /// Darkens the pixels in the shadow.
    fn cast(&self, canvas: &mut Canvas) {
        for pixel in 0..PIXELS {
            let mask = canvas.shadows[pixel];
            if mask != 0 {
                canvas.blend(pixel, mask, [0.0, 0.0, 0.0, self.shadow], self.srgb);
            }
        }
        canvas.shadows.fill(0);
    }

    /// Returns the background of a row, in sRGB.
    fn behind(&self, y: i32) -> Option<[u8; 3]> {
        let [upper, lower] = self.background?;
        let (last, y) = (self.height.max(2) - 1, y.clamp(0, self.height as i32 - 1) as u32);
        let mix = |channel: usize| {
            let (above, below) = (u32::from(upper[channel]), u32::from(lower[channel]));
            ((above * (last - y.min(last)) + below * y + last / 2) / last).min(255) as u8
        };
        Some([0, 1, 2].map(mix))
    }

    /// Returns the background of a pixel, in sRGB. `row` must be the background of its row, without a sky.
    fn backdrop(&self, row: Option<[u8; 3]>, x: i32, y: i32) -> Option<[u8; 3]> {
        let Some(sky) = self.sky else { return row };
        let direction = sky::direction(&self.camera, (self.width, self.height), (x, y));
        let light = sky.color(direction, self.srgb);
        let light = self.lighting.exposure.as_ref().map_or(light, |exposure| exposure::shown(exposure, light));
        Some(light.map(|channel| self.srgb.encode(channel)))
    }

    /// Writes the background to pixels where there is nothing else.
    fn leave(&self, tile: Rect, band: &mut [u8]) {
        let width = (tile.right - tile.left) as usize;
        for (y, row) in (tile.top..).zip(band.chunks_mut(self.width as usize * 4)) {
            let behind = self.behind(y);
            let row = row.chunks_exact_mut(4).skip(tile.left as usize).take(width);
            for (pixel, x) in row.zip(tile.left..) {
                let shown = self.backdrop(behind, x, y);
                pixel.copy_from_slice(&shown.map_or([0; 4], |[red, green, blue]| [red, green, blue, 255]));
            }
        }
    }

    /// Writes the pixels of a tile to its band. A pixel is the mean of its samples.
    fn resolve(&self, canvas: &Canvas, tile: Rect, band: &mut [u8]) {
        for y in tile.top..tile.bottom {
            let start = ((y - tile.top) as usize * self.width as usize + tile.left as usize) * 4;
            let row = band[start..].chunks_exact_mut(4).zip(tile.left..tile.right);
            for (out, x) in row {
                let samples = &canvas.colors[pixel(tile, x, y)];
                let [red, green, blue, alpha] = [0, 1, 2, 3]
                    .map(|part| (samples[0][part] + samples[1][part] + samples[2][part] + samples[3][part]) * 0.25);
                let shown = if alpha > 0.0 {
                    let [red, green, blue] = [red, green, blue].map(|light| self.srgb.encode(light / alpha));
                    [red, green, blue, byte(alpha)]
                } else {
                    [0; 4]
                };
                out.copy_from_slice(&shown);
            }
        }
    }

    /// Draws a triangle with a single colour. If `on_top` is set, it will be in front of everything.
    fn paint(&self, canvas: &mut Canvas, tile: Rect, flat: &Flat, on_top: bool) {
        let depth = Depth::of(&flat.points);
        Edges::of(&flat.points).cover(Rect::around(&flat.points).within(tile), |x, y, mask| {
            let pixel = pixel(tile, x, y);
            let mask = if on_top { mask } else { canvas.visible(pixel, mask, &depth.samples(x, y)) };
            canvas.blend(pixel, mask, flat.color, self.srgb);
        });
    }
}

/// Returns the piece that is visible in most of the remaining samples. If there is a tie, this is the first.
#[inline]
fn most(pieces: &[u32; SAMPLES], left: u8) -> u32 {
    let [first, second, third, fourth] = *pieces;
    if left == FULL && first == second && (third == first || third == fourth || fourth == first) {
        return first;
    }
    let samples = || (0..SAMPLES).filter(|sample| left >> sample & 1 == 1);
    let count = |number: u32| samples().filter(|sample| pieces[*sample] == number).count();
    let (mut most_visible, mut best) = (NONE, 0);
    for sample in samples() {
        let visible = count(pieces[sample]);
        if visible > best {
            (most_visible, best) = (pieces[sample], visible);
        }
    }
    most_visible
}

/// Returns the index of a pixel in its tile.
#[inline]
fn pixel(tile: Rect, x: i32, y: i32) -> usize {
    (y - tile.top) as usize * TILE + (x - tile.left) as usize
}

/// Finds out which samples a shadow covers.
fn darken(canvas: &mut Canvas, tile: Rect, flat: &Flat) {
    let depth = Depth::of(&flat.points);
    Edges::of(&flat.points).cover(Rect::around(&flat.points).within(tile), |x, y, mask| {
        let pixel = pixel(tile, x, y);
        let mask = canvas.visible(pixel, mask, &depth.samples(x, y));
        canvas.shadows[pixel] |= mask;
    });
}

/// Converts a colour and its opacity from sRGB into the form that flat triangles use.
pub(crate) fn flat(srgb: &Srgb, [red, green, blue]: [u8; 3], alpha: f32) -> [f32; 4] {
    let color = Vec3::from_array([red, green, blue].map(|value| srgb.decode(value))) * alpha;
    [color.x, color.y, color.z, alpha]
}
