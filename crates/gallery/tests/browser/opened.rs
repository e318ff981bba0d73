//! A page as it is opened: at a width, in a colour scheme, and what it complains of.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::chromium::Tab;

/// Loads a page at a width, in a colour scheme.
pub fn show(tab: &mut Tab, url: &str, width: u32, scheme: &str) {
    let size = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600 });
    tab.call("Emulation.setDeviceMetricsOverride", size);
    let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
    tab.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    tab.load("about:blank");
    tab.load(url);
}

/// Errors on the console, exceptions, and what was asked of any network.
pub fn complaints(tab: &mut Tab) -> Vec<String> {
    let complaint = |event: &Value| {
        let (method, parameters) = (event["method"].as_str().unwrap_or_default(), &event["params"]);
        let url = parameters["request"]["url"].as_str().unwrap_or_default();
        match method {
            "Runtime.exceptionThrown" => Some(format!("exception: {}", parameters["exceptionDetails"])),
            "Runtime.consoleAPICalled" => Some(format!("console: {}", parameters["args"])),
            "Log.entryAdded" => Some(format!("console: {}", parameters["entry"]["text"])),
            "Network.requestWillBeSent" if !url.starts_with("file:") && !url.starts_with("data:") => {
                Some(format!("network: {url}"))
            }
            _ => None,
        }
    };
    tab.events().iter().filter_map(complaint).collect()
}

/// The workspace of this checkout.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}
