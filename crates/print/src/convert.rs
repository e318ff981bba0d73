//! From SVG to PDF and PNG.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bloomlab_tallies::{FileError, entries, write_whole};
use krilla::Document;
use krilla::geom::Size;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, Query};
use resvg::usvg::{Options, Tree};

/// The fonts of the pictures, all with the same widths of letters; one has to be installed.
const FONTS: [&str; 3] = ["Helvetica", "Arial", "Liberation Sans"];
/// Millimetres in a pixel of a picture, in an inch, and points and dots in an inch.
const PIXEL: f32 = 180.0 / 720.0;
const INCH: f32 = 25.4;
const POINTS: f32 = 72.0;
const DOTS: f32 = 300.0;

/// What keeps a picture from being printed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PrintError {
    #[error(
        "no font {} is installed: apt-get install fonts-liberation (Debian, Ubuntu), \
         dnf install liberation-sans-fonts (Fedora)",
        FONTS.join(", ")
    )]
    NoFont,
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path}: {reason}")]
    Picture { path: PathBuf, reason: String },
}

impl PrintError {
    fn picture(path: &Path, reason: impl ToString) -> Self {
        Self::Picture { path: path.to_owned(), reason: reason.to_string() }
    }
}

/// Writes what is missing or older than its picture; the number of files written.
pub(crate) fn convert_all(folder: &Path) -> Result<usize, PrintError> {
    let options = Options { fontdb: Arc::new(fonts()?), ..Options::default() };
    let mut written = 0;
    for paper in entries(folder)?.iter().filter(|path| path.is_dir()) {
        for svg in entries(paper)?.iter().filter(|path| path.extension().is_some_and(|end| end == "svg")) {
            for (ending, render) in [("pdf", pdf as fn(&Tree) -> Result<Vec<u8>, String>), ("png", png)] {
                let path = svg.with_extension(ending);
                if is_newer(&path, svg) {
                    continue;
                }
                let text = fs::read(svg).map_err(FileError::of("read", svg))?;
                let tree = Tree::from_data(&text, &options).map_err(|error| PrintError::picture(svg, error))?;
                let bytes = render(&tree).map_err(|reason| PrintError::picture(svg, reason))?;
                written += usize::from(write_whole(&path, &bytes)?);
            }
        }
    }
    Ok(written)
}

/// The fonts of this machine, with the first of ours for every family that is not there.
fn fonts() -> Result<Database, PrintError> {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    let is_there = |name: &&str| fonts.query(&Query { families: &[Family::Name(name)], ..Query::default() }).is_some();
    let name = FONTS.into_iter().find(is_there).ok_or(PrintError::NoFont)?;
    fonts.set_sans_serif_family(name);
    Ok(fonts)
}

fn is_newer(path: &Path, than: &Path) -> bool {
    let written = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    matches!((written(path), written(than)), (Some(a), Some(b)) if a > b)
}

fn pdf(tree: &Tree) -> Result<Vec<u8>, String> {
    let points = PIXEL / INCH * POINTS;
    let (width, height) = (points * tree.size().width(), points * tree.size().height());
    let size = Size::from_wh(width, height).ok_or("has no size")?;
    let mut document = Document::new();
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    surface.draw_svg(tree, size, SvgSettings::default()).ok_or("cannot be drawn in a PDF")?;
    surface.finish();
    page.finish();
    document.finish().map_err(|error| format!("{error:?}"))
}

fn png(tree: &Tree) -> Result<Vec<u8>, String> {
    let dots = PIXEL / INCH * DOTS;
    let side = |length: f32| (dots * length).round() as u32;
    let mut pixels = Pixmap::new(side(tree.size().width()), side(tree.size().height())).ok_or("has no size")?;
    pixels.fill(Color::WHITE);
    resvg::render(tree, Transform::from_scale(dots, dots), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}
