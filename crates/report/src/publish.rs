//! The files that pages make: pictures, claims, Parquet, the gallery; written, or compared with those on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Cursor;

use polars::prelude::ParquetWriter;
use rayon::prelude::*;

use crate::answers::{self, Answers};
use crate::check;
use crate::claims::Decided;
use crate::codecheck;
use crate::figure::Figure;
use crate::gallery;
use crate::paper::Paper;
use crate::workspace::Workspace;
use crate::{Error, Result};

pub struct Chapter {
    pub name: String,
    pub paper: Paper,
    pub figures: Vec<(Figure, Answers)>,
    /// The claims that no figure decides.
    pub others: Vec<Decided>,
}

/// Writes everything; the old files of a page with a fault stay.
pub fn draw(workspace: &Workspace) -> Result<()> {
    let (files, faults) = files(workspace)?;
    files.iter().try_for_each(|(file, bytes)| workspace.write(file, bytes))?;
    parquet(workspace)?;
    refused(faults)
}

/// Compares everything with the files on disk.
pub fn verify(workspace: &Workspace) -> Result<()> {
    let (files, mut faults) = files(workspace)?;
    for (file, bytes) in &files {
        if fs::read(workspace.path(file)).ok().as_ref() != Some(bytes) {
            faults.push(Error::new(file, "is not what its page and its table make: make figures"));
        }
    }
    faults.extend(check::together(workspace, &workspace.all_figures()?.0)?);
    eprintln!("{} files compared", files.len());
    refused(faults)
}

pub fn check(workspace: &Workspace) -> Result<()> {
    let (figures, mut faults) = workspace.all_figures()?;
    faults.extend(check::together(workspace, &figures)?);
    faults.extend(check::documents(workspace, &figures)?);
    let pages = figures.len();
    let answered = answers::all(workspace, figures)?;
    let checked = |(figure, answers): &(Figure, Result<Answers>)| {
        check::verdicts(workspace, figure, answers.as_ref().ok()?).err()
    };
    faults.extend(answered.par_iter().filter_map(checked).collect::<Vec<_>>());
    faults.extend(answered.into_iter().filter_map(|(_, answers)| answers.err()));
    for paper in workspace.papers()? {
        faults.extend(Paper::read(workspace, &paper).and_then(|read| read.claims(&paper)).err());
    }
    eprintln!("{pages} pages checked");
    refused(faults)
}

fn refused(faults: Vec<Error>) -> Result<()> {
    faults.iter().for_each(|fault| eprintln!("error: {fault}"));
    match faults.len() {
        0 => Ok(()),
        1 => Err(Error::new("report", "one fault")),
        count => Err(Error::new("report", format!("{count} faults"))),
    }
}

/// A file by its name in the workspace, with its bytes.
type File = (String, Vec<u8>);

/// The files to be written, and the faults of pages.
fn files(workspace: &Workspace) -> Result<(Vec<File>, Vec<Error>)> {
    let (mut files, mut faults, mut chapters) = (Vec::new(), Vec::new(), Vec::new());
    let (mut pages, mut broken) = (Vec::new(), BTreeSet::new());
    for name in workspace.papers()? {
        let (read, wrong) = workspace.figures(&name)?;
        broken.extend((!wrong.is_empty()).then_some(name));
        pages.extend(read);
        faults.extend(wrong);
    }
    let mut answered = BTreeMap::<_, Vec<_>>::new();
    for (figure, answers) in answers::all(workspace, pages)? {
        match answers {
            Ok(answers) => answered.entry(figure.paper.clone()).or_default().push((figure, answers)),
            Err(fault) => {
                broken.insert(figure.paper);
                faults.push(fault);
            }
        }
    }
    for name in workspace.papers()? {
        let paper = match Paper::read(workspace, &name) {
            Ok(paper) => paper,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        let figures = answered.remove(&name).unwrap_or_default();
        let pictures = figures.iter().filter_map(|(figure, answers)| {
            Some((format!("figures/{}.svg", figure.id()), answers.svg.clone()?.into_bytes()))
        });
        files.extend(pictures);
        let chapter = Chapter { others: paper.claims(&name)?, name, paper, figures };
        if !broken.contains(&chapter.name) {
            files.push((format!("data/{}/claims.csv", chapter.name), claims(&chapter)?));
        }
        chapters.push(chapter);
    }
    if faults.is_empty() {
        files.push(("codecheck.yml".to_owned(), codecheck::manifest(&chapters).into_bytes()));
        files.push(("figures/index.html".to_owned(), gallery::page(workspace, &chapters)?.into_bytes()));
    }
    Ok((files, faults))
}

/// The claims of a paper as a table, by their ids.
fn claims(chapter: &Chapter) -> Result<Vec<u8>> {
    let mut claims: Vec<_> = chapter.others.iter().map(|claim| ("", claim)).collect();
    for (figure, answers) in &chapter.figures {
        claims.extend(answers.claims.iter().map(|claim| (figure.name.as_str(), claim)));
    }
    claims.sort_by(|(_, a), (_, b)| a.id.cmp(&b.id));
    table_of(claims)
}

/// Claims, each with the figure that decides it, as a table.
pub fn table_of(claims: Vec<(&str, &Decided)>) -> Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let refuse = |error| Error::new("claims.csv", error);
    let header = ["id", "place", "says", "figure", "query", "value", "holds", "verdict", "condition", "remark"];
    table.write_record(header).map_err(refuse)?;
    for (figure, claim) in claims {
        let value = claim.value.map(|value| value.to_string()).unwrap_or_default();
        let Decided { id, place, says, query, condition, verdict, qualified, remark, .. } = claim;
        let row = [id, place, says, figure, query, &value, condition, verdict, qualified, remark];
        table.write_record(row).map_err(refuse)?;
    }
    table.into_inner().map_err(|error| Error::new("claims.csv", error))
}

/// Writes the Parquet file of every table that has none, or an older one.
fn parquet(workspace: &Workspace) -> Result<()> {
    let (figures, _) = workspace.all_figures()?;
    let convert = |figure: &Figure| {
        let table = workspace.path(&figure.table());
        let file = table.with_extension("parquet");
        let time = |path| fs::metadata(path).and_then(|data| data.modified());
        if time(&file).is_ok_and(|written| time(&table).is_ok_and(|made| made <= written)) {
            return Ok(());
        }
        let mut bytes = Cursor::new(Vec::new());
        let mut frame = workspace.table(&figure.table())?;
        ParquetWriter::new(&mut bytes).finish(&mut frame).map_err(|error| Error::new(file.display(), error))?;
        workspace.write(&figure.table().replace(".csv", ".parquet"), bytes.get_ref())
    };
    figures.par_iter().filter(|figure| figure.page.rows.is_none()).try_for_each(convert)
}
