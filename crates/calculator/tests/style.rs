//! The script of the page is readable: lines and functions are short.

use std::fs;
use std::path::Path;

/// The longest line, in characters.
const WIDTH: usize = 110;
/// The most lines of a function.
const FUNCTION: usize = 30;
/// The most lines of all scripts.
const ALL: usize = 700;

/// Long lines and long functions, by file and line; a function ends with the first brace that is not indented more than its beginning.
fn faults(name: &str, script: &str) -> Vec<String> {
    let lines: Vec<&str> = script.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let long = lines.iter().enumerate().filter(|(_, line)| line.chars().count() > WIDTH);
    let mut found: Vec<String> = long.map(|(i, _)| format!("{name}:{}: more than {WIDTH} characters", i + 1)).collect();
    for (start, line) in lines.iter().enumerate() {
        let begins = line.contains("function") || line.contains("=>");
        if !begins || !line.ends_with('{') {
            continue;
        }
        let is_end = |other: &&str| indent(other) <= indent(line) && other.trim_start().starts_with('}');
        let length = 2 + lines[start + 1..].iter().take_while(|other| !is_end(other)).count();
        if length > FUNCTION {
            found.push(format!("{name}:{}: a function of {length} lines", start + 1));
        }
    }
    found
}

#[test]
fn scripts_are_readable() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let (mut found, mut all) = (Vec::new(), 0);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|kind| kind == "js") {
            let script = fs::read_to_string(&path).unwrap();
            all += script.lines().count();
            found.extend(faults(&path.file_name().unwrap().to_string_lossy(), &script));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    assert!((1..=ALL).contains(&all), "{all} lines");
}

/// Names of libraries and their languages are those of the list of subjects.
#[test]
fn the_program_types_no_names() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
    let subjects: toml::Table = read("../../experiments/measurements/subjects.toml").parse().unwrap();
    let libraries = subjects["libraries"].as_table().unwrap();
    assert!(libraries.len() >= 30, "{}", libraries.len());
    let program = read("src/page.rs");
    let typed: Vec<&String> = libraries.keys().filter(|name| program.contains(&format!("\"{name}\""))).collect();
    assert!(typed.is_empty(), "{typed:?}");
}

#[test]
fn long_lines_and_functions_are_found() {
    let body = "  x();\n".repeat(29);
    assert_eq!(faults("a", &format!("function f() {{\n{body}}}\n")), ["a:1: a function of 31 lines"]);
    assert_eq!(faults("a", &format!("const f = () => {{\n{}}};\n", &body[7..])), Vec::<String>::new());
    assert_eq!(faults("a", &"·".repeat(111)), ["a:1: more than 110 characters"]);
    assert_eq!(faults("a", &"·".repeat(110)), Vec::<String>::new());
}
