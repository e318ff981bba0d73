//! The small language of all texts in pictures: `*m*` is italic, `_x` and `_{ab}` a subscript, `^2` and `^{-3}` a
//! superscript. A superscript that follows a subscript stands above it. A hyphen in a script is a minus.

use crate::Undrawable;
use crate::measure::metrics::text_width;

/// The size of a script, in units of the text's: 9.2 px, 6.5 points, next to the smallest text.
pub(crate) const SCRIPT: f64 = 0.84;

/// The height of a run of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Base,
    Subscript,
    Superscript,
}

impl Level {
    /// Its depth below the line, in units of the text's size.
    pub(crate) fn drop(self) -> f64 {
        match self {
            Level::Base => 0.0,
            Level::Subscript => 0.22,
            Level::Superscript => -0.36,
        }
    }

    /// Its size in units of the text's.
    pub(crate) fn size(self) -> f64 {
        if self == Level::Base { 1.0 } else { SCRIPT }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    pub letters: String,
    pub italic: bool,
    pub level: Level,
    /// The move of the pen before it, in units of the text's size: back over a subscript, on to the end of the longer
    /// of two scripts.
    pub shift: f64,
}

/// A text of one line, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub runs: Vec<Run>,
    /// In units of its size.
    pub width: f64,
}

impl Line {
    pub(crate) fn parse(text: &str) -> Result<Self, Undrawable> {
        let wrong = |why| Undrawable(format!("{text:?}: {why}"));
        let mut line = Self { runs: Vec::new(), width: 0.0 };
        let mut letters = text.chars();
        let mut italic = false;
        while let Some(letter) = letters.next() {
            let level = match letter {
                '*' => {
                    italic = !italic;
                    continue;
                }
                '{' | '}' => return Err(wrong("a brace outside a script")),
                '_' => Level::Subscript,
                '^' => Level::Superscript,
                _ => {
                    line.push(letter, italic, Level::Base);
                    continue;
                }
            };
            let script: String = match letters.next() {
                Some('{') if !letters.clone().any(|letter| letter == '}') => {
                    return Err(wrong("a brace is not closed"));
                }
                Some('{') => letters.by_ref().take_while(|letter| *letter != '}').collect(),
                Some(one) => one.to_string(),
                None => String::new(),
            };
            let mut slanted = italic;
            for inner in script.chars() {
                match inner {
                    '*' => slanted = !slanted,
                    '_' | '^' | '{' | '}' => return Err(wrong("a script in a script")),
                    _ => line.push(inner, slanted, level),
                }
            }
            if slanted != italic || script.trim().is_empty() {
                return Err(wrong("a script is empty, or its italics do not end"));
            }
        }
        if italic {
            return Err(wrong("italics that do not end"));
        }
        line.place()?;
        Ok(line)
    }

    fn push(&mut self, letter: char, italic: bool, level: Level) {
        let letter = if letter == '-' && level != Level::Base { '−' } else { letter };
        match self.runs.last_mut() {
            Some(run) if (run.italic, run.level) == (italic, level) => run.letters.push(letter),
            _ => self.runs.push(Run { letters: letter.into(), italic, level, shift: 0.0 }),
        }
    }

    /// Finds the shifts and the width.
    fn place(&mut self) -> Result<(), Undrawable> {
        let mut pen = 0.0;
        // where the subscripts begin, and the end of what stands there
        let (mut start, mut end): (Option<f64>, f64) = (None, 0.0);
        let mut before = Level::Base;
        for run in &mut self.runs {
            let from = match (before, run.level) {
                (Level::Subscript, Level::Superscript) => start.unwrap_or(pen),
                (_, Level::Base) => pen.max(end),
                _ => pen,
            };
            match run.level {
                Level::Subscript if before != Level::Subscript => start = Some(from),
                Level::Base => start = None,
                _ => {}
            }
            run.shift = from - pen;
            pen = from + text_width(&run.letters, run.level.size())?;
            end = if run.level == Level::Base { pen } else { end.max(pen) };
            before = run.level;
        }
        self.width = pen.max(end);
        Ok(())
    }

    /// The letters, each with its style.
    pub(crate) fn letters(&self) -> Vec<(char, bool, Level)> {
        let letters = |run: &Run| run.letters.chars().map(|letter| (letter, run.italic, run.level)).collect::<Vec<_>>();
        self.runs.iter().flat_map(letters).collect()
    }

    pub(crate) fn of(letters: &[(char, bool, Level)]) -> Result<Self, Undrawable> {
        let mut line = Self { runs: Vec::new(), width: 0.0 };
        letters.iter().for_each(|(letter, italic, level)| line.push(*letter, *italic, *level));
        line.place()?;
        Ok(line)
    }

    pub(crate) fn plain(&self) -> String {
        self.runs.iter().map(|run| &*run.letters).collect()
    }
}

pub(crate) fn width(text: &str, size: f64) -> Result<f64, Undrawable> {
    Ok(Line::parse(text)?.width * size)
}

pub(crate) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, size: f64) -> Result<f64, Undrawable> {
    texts.into_iter().try_fold(0.0, |most, text| Ok(f64::max(most, width(text, size)?)))
}

/// Lines of at most `room`, broken at spaces outside marks and at line breaks.
pub(crate) fn wrapped(text: &str, size: f64, room: f64) -> Result<Vec<String>, Undrawable> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let (mut line, mut part) = (String::new(), String::new());
        for word in paragraph.split(' ') {
            part = if part.is_empty() { word.to_owned() } else { format!("{part} {word}") };
            if Line::parse(&part).is_err() {
                continue;
            }
            let part = std::mem::take(&mut part);
            let longer = if line.is_empty() { part.clone() } else { format!("{line} {part}") };
            if !line.is_empty() && width(&longer, size)? > room {
                lines.push(std::mem::replace(&mut line, part));
            } else {
                line = longer;
            }
        }
        // marks that do not end are told of when the line is drawn
        lines.push(if part.is_empty() { line } else { format!("{line} {part}") });
    }
    Ok(lines)
}

/// A text without its marks, for those who hear it; unchanged if it cannot be parsed.
pub(crate) fn plain(text: &str) -> String {
    Line::parse(text).map_or_else(|_| text.to_owned(), |line| line.plain())
}

/// A sentence for those who hear it: without marks, and powers in words.
pub(crate) fn spoken(text: &str) -> String {
    text.replace(['*', '_', '{', '}'], "").replace('^', " to the power ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(text: &str) -> Vec<(String, bool, Level)> {
        Line::parse(text).unwrap().runs.into_iter().map(|run| (run.letters, run.italic, run.level)).collect()
    }

    #[test]
    fn marks_become_styles() {
        let run = |letters: &str, italic, level| (letters.to_owned(), italic, level);
        use Level::{Base, Subscript, Superscript};
        assert_eq!(
            runs("rate of *m* bits"),
            [run("rate of ", false, Base), run("m", true, Base), run(" bits", false, Base)]
        );
        assert_eq!(runs("10^{-3} %"), [run("10", false, Base), run("−3", false, Superscript), run(" %", false, Base)]);
        assert_eq!(runs("*f*_{σ}^1"), [run("f", true, Base), run("σ", false, Subscript), run("1", false, Superscript)]);
        assert_eq!(runs("E[γ_{*i*+1}]")[1..3], [run("i", true, Subscript), run("+1", false, Subscript)]);
    }

    #[test]
    fn scripts_of_one_letter_stand_above_each_other() {
        let width = |text: &str| Line::parse(text).unwrap().width;
        assert_eq!(width("f_{ab}^c"), width("f_{ab}"));
        assert_eq!(width("f_c^{ab}"), width("f^{ab}"));
        assert_eq!(width("f_c^{ab}x"), width("f^{ab}x"));
        assert!((width("f^c_a") - width("f^{ca}")).abs() < 1e-12, "one after the other");
        assert!((width("x^2") - 0.5 - 0.556 * SCRIPT).abs() < 1e-12);
    }

    #[test]
    fn those_who_hear_a_text_hear_no_marks() {
        assert_eq!(spoken("*f*_{o} of 10⁻³ at e^(−kn/m)"), "fo of 10⁻³ at e to the power (−kn/m)");
    }

    #[test]
    fn malformed_marks_are_refused() {
        for text in
            ["*m", "a_", "a^", "a_{b", "a_{}", "a}", "{a", "a_{b_c}", "a__b", "a_{*b}", "x^ 2", "_{}", "^{}", "a_1_{}"]
        {
            assert!(Line::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn long_lines_break_between_words_and_not_in_marks() {
        assert_eq!(wrapped("one two three", 10.0, 40.0).unwrap(), ["one two", "three"]);
        assert_eq!(wrapped("one\ntwo", 10.0, 400.0).unwrap(), ["one", "two"]);
        assert_eq!(wrapped("x *a b* y", 10.0, 1.0).unwrap(), ["x", "*a b*", "y"]);
    }
}
