//! A headless Chromium, driven by the DevTools protocol over its pipe: JSON messages that end with a zero byte.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The flags with which a fresh profile starts without a display, a sandbox or a network.
const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
                     --disable-component-update --disable-sync --disable-breakpad --remote-debugging-pipe";

/// One page of one browser.
pub struct Tab {
    browser: Child,
    requests: ChildStdin,
    messages: Receiver<Value>,
    session: Value,
    last_id: u64,
    /// Events since the page was asked for.
    events: Vec<Value>,
    _profile: TempDir,
}

impl Tab {
    /// Starts the browser; the environment's `CHROMIUM` is its program, `chromium` by default.
    pub fn open() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let program = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
        // the protocol's pipe is on the descriptors 3 and 4
        let script = "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null";
        let mut command = Command::new("sh");
        command.args(["-c", script, &program]).args(FLAGS.split_whitespace());
        command.arg(format!("--user-data-dir={}", profile.path().display()));
        let mut browser = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let requests = browser.stdin.take().unwrap();
        let answers = BufReader::new(browser.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            for message in answers.split(0).map_while(Result::ok) {
                if sender.send(serde_json::from_slice(&message).unwrap()).is_err() {
                    break;
                }
            }
        });
        let mut tab = Self {
            browser,
            requests,
            messages,
            session: Value::Null,
            last_id: 0,
            events: Vec::new(),
            _profile: profile,
        };
        let target = tab.call("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].take();
        let attached = json!({ "targetId": target, "flatten": true });
        tab.session = tab.call("Target.attachToTarget", attached)["sessionId"].take();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        tab
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last_id += 1;
        let mut request = json!({ "id": self.last_id, "method": method, "params": parameters });
        if !self.session.is_null() {
            request["sessionId"] = self.session.clone();
        }
        self.requests.write_all(format!("{request}\0").as_bytes()).unwrap();
        loop {
            let mut message = self.receive(method);
            if message["id"] == self.last_id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].take();
            }
            self.events.push(message);
        }
    }

    fn receive(&self, what: &str) -> Value {
        let message = self.messages.recv_timeout(PATIENCE);
        message.unwrap_or_else(|error| panic!("{what}: chromium does not answer ({error}); is it installed?"))
    }

    /// Loads a page anew at a width, in a colour scheme, and forgets the events of the one before.
    pub fn show(&mut self, url: &str, width: u32, scheme: &str) {
        let size = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
        for url in ["about:blank", url] {
            self.events.clear();
            self.call("Page.navigate", json!({ "url": url }));
            while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
                let event = self.receive(url);
                self.events.push(event);
            }
        }
    }

    /// The value of an expression in the page, promises awaited.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    /// Presses and releases a key that types `text`.
    pub fn press(&mut self, key: &str, code: u32, text: &str) {
        for (kind, text) in [("keyDown", text), ("keyUp", "")] {
            let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Errors on the console, exceptions, and what was asked of any network, since the page was shown.
    pub fn complaints(&mut self) -> Vec<String> {
        // whatever the page has caused so far comes before the answer
        self.evaluate("new Promise(requestAnimationFrame)");
        let is_local = |event: &Value| {
            let url = event["params"]["request"]["url"].as_str().unwrap_or_default();
            ["file:", "data:", "about:"].iter().any(|start| url.starts_with(start))
        };
        let is_complaint = |event: &&Value| match event["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Log.entryAdded" => true,
            "Network.requestWillBeSent" => !is_local(event),
            _ => false,
        };
        self.events.iter().filter(is_complaint).map(Value::to_string).collect()
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        // it may have ended by itself
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}
