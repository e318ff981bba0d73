//! `claims`, `gallery` and what `figures` says of one figure, in a small workspace made up for it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::{bloomlab, failure, json, stdout};

const NOTES: &str = "# Bloom: Space and time\n\n## Errata\n\n| where | what |\n|---|---|\n| eq. 1 | a `rate` < 1 |\n\n\
    ## Assumptions\n\nnot shown\n";

const SVG: &str = "<svg width=\"50\" height=\"40\" viewBox=\"0 0 500 400\" xmlns=\"http://www.w3.org/2000/svg\">\n\
    <title>The rate</title>\n<desc>It falls.</desc>\n\
    <rect x=\"0\" y=\"0\" width=\"500\" height=\"400\" opacity=\"1\" fill=\"#FFFFFF\" stroke=\"none\"/>\n</svg>\n";

const BLOOM_CLAIMS: &str = "id,place,statement,figure,measured,value,verdict,condition,\
    remark,scope,threshold,quantity,tested_from,tested_to,holds_from,holds_to,edge\n\
    B1,section 1,it is <so>,rate,share of cases,0.5,holds,,,k = 3,,,,,,,\n\
    B2,section 2,it may be so,rate,share of cases,1.25e-9,holds only if,n > 1,,k = 3,small: 1 %,n,1,9,2,9,to\n\
    B3,section 3,who | knows,\"\",\"\",,not testable,,it is not said how,,,,,,,,\n";

const OTHER_CLAIMS: &str = "id,place,statement,figure,measured,value,verdict,condition,\
    remark,scope,threshold,quantity,tested_from,tested_to,holds_from,holds_to,edge\n\
    W1,section 1,it counts,count,number of cases,3.0,does not hold,,they are four,k = 3,,,,,,,\n";

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Two papers with a figure each, of which one has not been made.
fn workspace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "experiments/bloom-hash/NOTES.md", NOTES);
    write(root, "Cargo.lock", "");
    for (paper, figure) in [("bloom-hash", "rate"), ("walker-count", "count")] {
        let manifest = format!("[package]\ndescription = \"The figures of {paper}, a title\"\n[dependencies]\n");
        write(root, &format!("experiments/{paper}/Cargo.toml"), &manifest);
        write(root, &format!("experiments/{paper}/src/main.rs"), "");
        let settings = "title = \"t\"\nsource = \"s\"\ncaption = \"c\"\n[parameters]\n";
        write(root, &format!("experiments/{paper}/{figure}.toml"), settings);
    }
    write(root, "crates/workbench/src/rows/table.rs", "");
    write(root, "data/bloom-hash/claims.csv", BLOOM_CLAIMS);
    write(root, "data/walker-count/claims.csv", OTHER_CLAIMS);
    write(root, "figures/bloom-hash/rate.svg", SVG);
    write(root, "data/bloom-hash/rate.csv", "m\n1\n");
    let provenance = json!({
        "paper": "bloom-hash", "figure": "rate", "title": "The rate & its bound", "source": "figure 1", "caption": "It falls.",
        "assumptions": ["m = 1"], "parameters": {"m": [1, 2]}, "seed": 7, "code": "c0de", "versions": {"libm": "0.2"},
        "inputs": {"experiments/bloom-hash/rate.toml": "ab"}, "outputs": {"data/bloom-hash/rate.csv": "cd"},
        "command": "make figures FIGURE=bloom-hash/rate",
    });
    write(root, "data/bloom-hash/rate.provenance.json", &provenance.to_string());
    folder
}

#[test]
fn claims_are_counted_and_chosen() {
    let folder = workspace();
    let root = folder.path().display();
    let answer = json(&format!("claims --root {root}"));
    let rows = answer["results"].as_array().unwrap();
    assert_eq!(rows.iter().map(|row| row["id"].as_str().unwrap()).collect::<Vec<_>>(), ["B1", "B2", "B3", "W1"]);
    assert_eq!(rows[1]["value"], json!({"value": 1.25e-9, "decimal": "1.2500000000000000e-9"}));
    assert_eq!((&rows[1]["verdict"], &rows[1]["condition"]), (&json!("holds only if"), &json!("n > 1")));
    assert_eq!((&rows[2]["value"], &rows[2]["figure"]), (&Value::Null, &json!("")));
    let counts = |paper: &str, counts: [u64; 4]| {
        let [holds, only_if, not, untested] = counts;
        json!({"paper": paper, "holds": holds, "holds_as_corrected": 0, "holds_only_if": only_if, "does_not_hold": not,
            "by_definition": 0, "not_testable": untested})
    };
    let summary =
        [counts("bloom-hash", [1, 1, 0, 1]), counts("walker-count", [0, 0, 1, 0]), counts("all", [1, 1, 1, 1])];
    assert_eq!(answer["summary"], json!(summary));

    let one = json(&format!("claims bloom-hash --verdict holds-only-if --root {root}"));
    assert_eq!(one["results"].as_array().unwrap().len(), 1);
    assert_eq!(one["results"][0]["id"], "B2");
    assert_eq!(one["summary"], json!([counts("bloom-hash", [1, 1, 0, 1])]));

    let csv = stdout(&format!("claims walker-count --root {root} --format csv"));
    let expected = "paper,id,verdict,value,value_decimal,measured,statement,condition,remark,scope,threshold,\
        place,figure,failed\n\
        walker-count,W1,does not hold,3.0,3.0000000000000000,number of cases,it counts,,they are four,k = 3,,section 1,count,\n";
    assert_eq!(csv, expected);
    let table = stdout(&format!("claims --root {root}"));
    assert!(table.contains("holds only if") && table.lines().all(|line| line.chars().count() < 250), "{table}");

    let (status, _, why) = failure(&format!("claims nobody --root {root}"));
    assert!(status == 2 && why.contains("no claims of `nobody`"), "{why}");
    let (status, _, why) = failure("claims --verdict perhaps");
    assert!(status == 2 && why.contains("does not hold"), "{why}");
}

#[test]
fn one_figure_is_told_in_full_and_several_are_listed() {
    let folder = workspace();
    let root = folder.path().display();
    let answer = json(&format!("figures bloom-hash/rate --root {root}"));
    let row = &answer["results"][0];
    assert_eq!((&row["state"], &row["command"]), (&json!("stale"), &json!("make figures FIGURE=bloom-hash/rate")));
    assert_eq!((&row["seed"], &row["parameters"]), (&json!(7), &json!({"m": [1, 2]})));
    assert_eq!(row["inputs"], json!({"experiments/bloom-hash/rate.toml": "ab"}));
    assert_eq!(row["outputs"], json!({"data/bloom-hash/rate.csv": "cd"}));
    assert_eq!((&row["code"], &row["versions"]), (&json!("c0de"), &json!({"libm": "0.2"})));
    let text = stdout(&format!("figures bloom-hash/rate --root {root}"));
    for line in ["parameters   m = [1,2]", "seed         7", "inputs       experiments/bloom-hash/rate.toml = ab"] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    assert!(stdout(&format!("figures bloom-hash/rate --root {root} --format csv")).contains("\"m = [1,2]\""));

    let listed = json(&format!("figures --root {root}"));
    let names: Vec<_> = listed["results"][0].as_object().unwrap().keys().collect();
    assert_eq!(names, ["paper", "figure", "title", "state", "svg", "table", "command"]);
    let missing = json(&format!("figures walker-count/count --root {root}"));
    assert_eq!((&missing["results"][0]["state"], &missing["results"][0]["seed"]), (&json!("missing"), &Value::Null));
}

#[test]
fn the_gallery_is_the_same_every_time_and_verified() {
    let folder = workspace();
    let root = folder.path();
    let (page, command) = (root.join("figures/index.html"), format!("gallery --root {}", root.display()));
    let output = bloomlab(&format!("{command} --format json"));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["results"][0]["figures"], &answer["results"][0]["claims"]), (&json!(1), &json!(4)));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("without walker-count/count, which has not been made yet"), "{said}");

    let html = fs::read_to_string(&page).unwrap();
    for part in [
        "<h3 id=\"bloom-hash-title\">Space and time</h3>",
        "<h3 id=\"walker-count-title\">walker-count, a title</h3>",
        "The rate &#38; its bound",
        "it is &#60;so&#62;",
        "1.25·10⁻⁹",
        "aria-label=\"The rate &#38; its bound\"",
        "a <a href=\"#bloom-hash/rate\"><code>rate</code></a> &lt; 1",
        "href=\"../data/bloom-hash/rate.csv\"",
        "make figures FIGURE=bloom-hash/rate",
        "<option value=\"does-not-hold\" data-count=\"1\">",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert!(!html.contains("not shown"));

    assert!(bloomlab(&command).status.success());
    assert_eq!(fs::read_to_string(&page).unwrap(), html);
    assert!(bloomlab(&format!("{command} --verify")).status.success());
    write(root, "data/bloom-hash/claims.csv", &BLOOM_CLAIMS.replace("0.5,holds", "0.5,does not hold"));
    let (status, _, why) = failure(&format!("{command} --verify"));
    assert!(status == 1 && why.contains("figures/claims.json differs from what"), "{why}");
    assert_eq!(fs::read_to_string(&page).unwrap(), html, "verifying writes nothing");

    write(root, "data/walker-count/claims.csv", &OTHER_CLAIMS.replace("W1,", "B2,"));
    let (status, _, why) = failure(&command);
    assert!(status == 1 && why.contains("claim B2: both bloom-hash and walker-count have it"), "{why}");
    write(root, "data/walker-count/claims.csv", OTHER_CLAIMS);

    let listed: Value = serde_json::from_str(&fs::read_to_string(root.join("figures/claims.json")).unwrap()).unwrap();
    assert_eq!(listed[0]["address"], json!("figures/index.html#B1"));
    assert_eq!(listed[0]["table"], json!("data/bloom-hash/rate.csv"));
    let chapter =
        "[[chapter]]\nid = \"a\"\ntitle = \"A?\"\ntext = \"\"\nfigures = [\"walker-count/count\"]\n[papers]\n";
    write(root, "experiments/chapters.toml", chapter);
    let (status, _, why) = failure(&command);
    assert!(status == 1 && why.contains("bloom-hash/rate has no chapter"), "{why}");
    fs::remove_file(root.join("experiments/chapters.toml")).unwrap();

    write(root, "figures/bloom-hash/rate.svg", &SVG.replace("<rect", "<rect id=\"a\""));
    let (status, _, why) = failure(&command);
    assert!(status == 1 && why.contains("bloom-hash/rate: its picture has an id"), "{why}");
    assert_eq!(fs::read_to_string(&page).unwrap(), html, "a page that cannot be made leaves the old one");
}

#[test]
fn files_of_no_figure_are_named() {
    let folder = workspace();
    let root = folder.path();
    let command = format!("figures --orphans --root {}", root.display());
    assert!(bloomlab(&command).status.success());
    write(root, "figures/bloom-hash/old.svg", SVG);
    write(root, "data/gone/table.csv", "m\n");
    let (status, _, why) = failure(&command);
    assert!(status == 1 && why.contains("\n  data/gone/table.csv\n  figures/bloom-hash/old.svg"), "{why}");
}

#[test]
fn the_sums_are_those_of_the_provenance() {
    let folder = workspace();
    let root = folder.path();
    let command = format!("gallery --root {}", root.display());
    assert!(bloomlab(&command).status.success());
    let sums = fs::read_to_string(root.join("data/SHA256SUMS")).unwrap();
    assert_eq!(sums, "cd  data/bloom-hash/rate.csv\n");
    write(root, "data/SHA256SUMS", "ef  data/bloom-hash/rate.csv\n");
    let (status, _, why) = failure(&format!("{command} --verify"));
    assert!(status == 1 && why.contains("line 1 of data/SHA256SUMS differs"), "{why}");
}
