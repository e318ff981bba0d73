//! A look at pages that are being written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::figure::Figure;
use crate::looks::Looks;
use crate::panels;
use crate::workspace::Workspace;
use crate::{Error, Result};

/// Prints what the pages say.
pub fn run(workspace: &Workspace, pages: &[PathBuf]) -> Result<()> {
    let mut failed = 0;
    for page in pages {
        if let Err(error) = one(workspace, page) {
            eprintln!("error: {error}");
            failed += 1;
        }
    }
    if failed == 0 { Ok(()) } else { Err(Error::new(format!("{failed} pages"), "have faults")) }
}

fn one(workspace: &Workspace, page: &Path) -> Result<()> {
    let name = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let paper = page.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    let figure = Figure::read(workspace, &paper, &name)?;
    let tables = figure.open(workspace)?;
    let words = figure.words(&tables)?;
    println!("== {}\n{} [{}]", figure.id(), words.title, words.title.chars().count());
    words.subtitle.iter().for_each(|text| println!("{text} [{}]", text.chars().count()));
    println!("{} [{} words]", words.caption, words.caption.split_whitespace().count());
    words.assumptions.iter().for_each(|text| println!("- {text}"));
    if let Some(holds) = &figure.page.holds {
        println!("title holds: {}", crate::claims::holds(holds, &tables, None)?);
    }
    let old = Command::new("git").args(["show", &format!("c66c0910:data/{paper}/claims.csv")]).output();
    let old = old.map(|output| output.stdout).unwrap_or_default();
    let mut old = csv::Reader::from_reader(old.as_slice());
    let header = old.headers().map(Clone::clone).unwrap_or_default();
    let rows: Vec<_> = old.records().flatten().collect();
    let field = |row: &csv::StringRecord, name: &str| {
        header.iter().position(|field| field == name).and_then(|at| row.get(at)).unwrap_or_default().to_owned()
    };
    for claim in &figure.page.claims {
        let decided = match crate::claims::decide(claim, &tables) {
            Ok(decided) => decided,
            Err(error) => {
                println!("{}: ERROR {error}", claim.id);
                continue;
            }
        };
        let before = rows.iter().find(|row| field(row, "id") == claim.id);
        let verdict = decided.verdict.name();
        let state = before.map_or("new".to_owned(), |row| {
            let value: Option<f64> = field(row, "value").parse().ok();
            let same = match (value, decided.value) {
                (Some(a), Some(b)) => a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs()),
                (a, b) => a.is_none() && b.is_none(),
            };
            if same && field(row, "verdict") == verdict {
                "as before".to_owned()
            } else {
                format!("MOVED from {} {:?}", field(row, "verdict"), value)
            }
        });
        println!("{} {verdict} {:?} ({state})", claim.id, decided.value);
        println!("    {}", claim.says);
        let words = [decided.verdict.condition(), decided.remark.as_deref().unwrap_or_default()];
        words.iter().filter(|text| !text.is_empty()).for_each(|text| println!("    {text}"));
    }
    if figure.page.has_picture() {
        let looks = Looks::read(&workspace.path("experiments/looks.toml"))?;
        let picture = panels::draw(&figure.page, &tables, &looks).map_err(|error| error.within(&figure.file()))?;
        let svg = PathBuf::from(format!("/tmp/try/{}.svg", figure.id()));
        let refuse = |error| Error::new(svg.display(), error);
        fs::create_dir_all(svg.parent().unwrap_or(Path::new("."))).map_err(refuse)?;
        fs::write(&svg, picture.into_svg()).map_err(refuse)?;
        println!("{}", svg.display());
    }
    Ok(())
}
