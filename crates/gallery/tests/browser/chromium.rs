//! A headless Chromium, driven by the DevTools protocol over its pipe: JSON messages that end with a zero byte.
//!
//! The crates that do this bring the whole protocol as generated code (headless_chrome 1.0.22: 29 packages more, and almost
//! seven minutes of building on two busy processors); five calls of it are all that is needed here.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a fresh profile needs in order to start without a display, a sandbox or a network.
const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
                     --disable-component-update --disable-sync --disable-breakpad --remote-debugging-pipe";

/// One page of one browser.
pub struct Tab {
    browser: Child,
    requests: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    last_id: u64,
    /// Events that have come and not been taken yet.
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
        let mut browser = Command::new("sh")
            .args(["-c", script, &program])
            .args(FLAGS.split_whitespace())
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let requests = browser.stdin.take().unwrap();
        let mut answers = BufReader::new(browser.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while answers.read_until(0, &mut message).is_ok_and(|length| length > 0) {
                message.pop();
                if sender.send(serde_json::from_slice(&message).unwrap()).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let mut tab =
            Self { browser, requests, messages, session: None, last_id: 0, events: Vec::new(), _profile: profile };
        let target = tab.call("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let attached = tab.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        tab.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        tab
    }

    /// Calls a method of the protocol.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last_id += 1;
        let mut request = json!({ "id": self.last_id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        self.requests.write_all(request.to_string().as_bytes()).and_then(|()| self.requests.write_all(&[0])).unwrap();
        loop {
            let mut message = self.receive(method);
            if message["id"] == self.last_id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].take();
            }
            self.events.push(message);
        }
    }

    fn receive(&mut self, what: &str) -> Value {
        let message = self.messages.recv_timeout(PATIENCE);
        message.unwrap_or_else(|error| panic!("{what}: chromium does not answer ({error}); is it installed?"))
    }

    /// Loads a page and forgets the events of the one before.
    pub fn load(&mut self, url: &str) {
        self.events.clear();
        self.call("Page.navigate", json!({ "url": url }));
        let start = Instant::now();
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            assert!(start.elapsed() < PATIENCE, "{url} does not load");
            let event = self.receive(url);
            self.events.push(event);
        }
    }

    /// The value of an expression in the page, promises awaited.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    /// Presses and releases a key, `text` being what it types.
    pub fn press(&mut self, key: &str, code: u32, text: &str) {
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// The events since the page was loaded.
    pub fn events(&mut self) -> &[Value] {
        // whatever the page has caused so far comes before the answer
        self.evaluate("new Promise(requestAnimationFrame)");
        &self.events
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        // it may have ended by itself
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}
