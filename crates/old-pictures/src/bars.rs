//! Stacked bars: for each of a few groups how many things are of each kind, and beside its bar what is to be said in words.

use crate::canvas::{Align, Canvas, FONT, LEADING, Pen, Place, TICK_FONT, picture, rectangle};
use crate::colour::{INK, PAPER};
use crate::grid::{MARGIN, WIDTH};
use crate::legend::{self, Entry, SWATCH};
use crate::markup::{plain, widest, wrapped};
use crate::{Colour, Look, Mark, Picture, Undrawable};

/// One bar below the other, with one scale.
#[derive(Clone, Debug)]
pub struct Bars {
    /// The kinds, from left to right. The legend has all but the last, which the words are about.
    pub kinds: Vec<(Colour, String)>,
    /// What the numbers after the names are.
    pub heading: String,
    /// From top to bottom.
    pub bars: Vec<Bar>,
}

/// One group.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Above the bar.
    pub name: String,
    /// How many things there are of each kind.
    pub counts: Vec<usize>,
    /// Sentences at the right of the bar.
    pub words: Vec<String>,
}

/// The room of the bars, and where the words begin.
const ROOM: f64 = 236.0;
const WORDS: f64 = MARGIN + ROOM + 18.0;
const HEIGHT: f64 = 13.0;
/// From the top of a group to its bar, and from its end to the next group.
const NAME: f64 = 17.0;
const BETWEEN: f64 = 6.0;
/// The share of the room that lines of words fill: a font that stands in for Helvetica is wider.
const FULL: f64 = 0.87;
/// Between lines of words.
const LINE: f64 = 13.0;

impl Bars {
    /// The picture.
    ///
    /// # Errors
    /// No things; a legend of more than three entries; malformed markup.
    pub fn draw(&self) -> Result<Picture, Undrawable> {
        let most = self.bars.iter().map(|bar| bar.counts.iter().sum()).max().unwrap_or(0);
        let Some(((colour, spoken_of), others)) = self.kinds.split_last().filter(|_| most > 0) else {
            return Err(Undrawable::Empty("bars"));
        };
        let entry = |(colour, name): &(Colour, String)| Entry {
            look: Look::new(*colour).heavy(),
            mark: Mark::Line,
            has_both: false,
            name: name.clone(),
        };
        let entries: Vec<Entry> = others.iter().map(entry).collect();
        legend::check(&entries)?;
        let wrap = |bar: &Bar| {
            let lines = bar.words.iter().map(|words| wrapped(words, TICK_FONT, FULL * (WIDTH - WORDS - MARGIN)));
            Ok::<_, Undrawable>(lines.collect::<Result<Vec<_>, _>>()?.concat())
        };
        let words: Vec<Vec<String>> = self.bars.iter().map(wrap).collect::<Result<_, _>>()?;
        let legend = legend::rows(&entries, ROOM)?;
        let top = MARGIN + legend::ROW * (legend.len() + 1) as f64 + 6.0;
        let mut tops = vec![top];
        for lines in &words {
            let height = f64::max(NAME + HEIGHT, LINE * lines.len() as f64) + BETWEEN;
            tops.push(tops[tops.len() - 1] + height);
        }
        let unit = ROOM / most as f64;
        let drawn = picture(tops[self.bars.len()], |canvas| {
            legend::draw(canvas, &legend, (MARGIN, MARGIN))?;
            canvas.text(&self.heading, (MARGIN, top - 12.0), FONT, Align::Left)?;
            let (left, middle) = (WORDS, top - 12.0);
            canvas.line(
                &[(left, middle), (left + SWATCH, middle)],
                Pen::solid(colour.rgb(), Look::new(*colour).heavy().width()),
            )?;
            canvas.text_over(spoken_of, (left + SWATCH + 6.0, middle), FONT, Align::Left, colour.letters())?;
            for ((bar, lines), top) in self.bars.iter().zip(&words).zip(&tops) {
                canvas.group("panel", || self.draw_bar(canvas, bar, lines, (MARGIN, *top), unit))?;
            }
            Ok(())
        })?;
        Ok(drawn.described(self.description()))
    }

    fn draw_bar(
        &self,
        canvas: &Canvas,
        bar: &Bar,
        lines: &[String],
        (left, top): Place,
        unit: f64,
    ) -> Result<(), Undrawable> {
        canvas.text(&bar.name, (left, top + LEADING / 2.0), FONT, Align::Left)?;
        let (above, below) = (top + NAME, top + NAME + HEIGHT);
        let mut x = left;
        for ((colour, _), count) in self.kinds.iter().zip(&bar.counts) {
            let end = x + unit * *count as f64;
            canvas.group("series", || canvas.polygon(&rectangle((x, above, end, below)), colour.rgb(), 1.0))?;
            let text = count.to_string();
            if *count > 0 && end - x > widest([&*text], TICK_FONT)? + 4.0 {
                // dark letters on orange, which is light
                let ink = if *colour == Colour::Vermilion { INK } else { PAPER };
                canvas.text_in(&text, ((x + end) / 2.0, (above + below) / 2.0), TICK_FONT, Align::Centre, ink)?;
            }
            if x > left && end > x {
                canvas.line(&[(x, above), (x, below)], Pen::solid(PAPER, 1.0))?;
            }
            x = end;
        }
        for (i, line) in lines.iter().enumerate() {
            canvas.text(line, (WORDS, top + LEADING / 2.0 + LINE * i as f64), TICK_FONT, Align::Left)?;
        }
        Ok(())
    }

    /// What there is of each kind, for those who do not see it.
    fn description(&self) -> String {
        let bar = |bar: &Bar| {
            let counts = self.kinds.iter().zip(&bar.counts).filter(|(_, count)| **count > 0);
            let counts: Vec<String> = counts.map(|((_, name), count)| format!("{name} {count}")).collect();
            format!("{}: {}.", plain(&bar.name), counts.join(", "))
        };
        self.bars.iter().map(bar).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(kinds: usize, counts: &[usize]) -> Bars {
        let kind = |i: usize| (Colour::SERIES[i], format!("kind {i}"));
        let bar = Bar { name: "group".to_owned(), counts: counts.to_vec(), words: vec!["it fails".to_owned()] };
        Bars { kinds: (0..kinds).map(kind).collect(), heading: String::new(), bars: vec![bar] }
    }

    #[test]
    fn every_count_and_word_is_drawn_and_no_bar_is_refused() {
        let svg = bars(3, &[7, 0, 9]).draw().unwrap().into_svg();
        for text in [">7</text>", ">9</text>", ">it fails</text>", "group: kind 0 7, kind 2 9."] {
            assert!(svg.contains(text), "{text}");
        }
        assert!(!svg.contains(">0</text>"));
        assert_eq!(bars(3, &[0, 0, 0]).draw().unwrap_err(), Undrawable::Empty("bars"));
        assert!(matches!(bars(5, &[1; 5]).draw(), Err(Undrawable::LongLegend { .. })));
    }
}
