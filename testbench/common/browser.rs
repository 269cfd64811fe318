//! Pages in an installed browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::tools::missing;

/// An installed Chromium. Without it says that the caller's check is skipped.
pub fn chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = names.into_iter().find_map(lanebeat::tools::find);
    if found.is_none() {
        missing("chromium");
    }
    found
}

/// What `chromium` prints of the file at `path`; its profile is beside the file. Its clock runs ahead
/// while the page waits.
pub fn browse(chromium: &Path, path: &Path, options: &[&str]) -> String {
    in_real_time(chromium, path, &[&["--virtual-time-budget=6000"], options].concat())
}

/// The same with a clock that tells the time.
pub fn in_real_time(chromium: &Path, path: &Path, options: &[&str]) -> String {
    let profile = path.with_file_name("profile");
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(options)
        .arg(format!("file://{}", path.display()))
        .output()
        .expect("an installed browser starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What `script`, which returns a value, finds when `page` is there; nothing goes wrong in the page.
/// It may call `all`, which gives the elements of a selector.
pub fn probe(chromium: &Path, page: &str, script: &str, options: &[&str]) -> Value {
    let first = "<script>const problems = []; \
        addEventListener('error', event => problems.push(event.message)); \
        addEventListener('unhandledrejection', event => problems.push(String(event.reason))); \
        </script>";
    let last = format!(
        "<script>addEventListener('load', async () => {{ \
         const all = selector => [...document.querySelectorAll(selector)]; \
         const seen = await (async () => {{ {script} }})(); \
         document.body.dataset.probe = JSON.stringify([seen, problems]); }})</script>"
    );
    let page = page.replace("<head>", &format!("<head>{first}"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    std::fs::write(&path, page.replace("</body>", &format!("{last}</body>"))).expect("our folder");
    let [seen, problems] = probed(&browse(chromium, &path, &[&["--dump-dom"], options].concat()));
    assert_eq!(problems, serde_json::json!([]), "{seen}");
    seen
}

/// What a script has left in `data-probe` of a page.
pub fn probed(dom: &str) -> [Value; 2] {
    let at = dom.find("data-probe=\"").unwrap_or_else(|| panic!("the page did not load: {dom}"));
    let text = dom[at + 12..].split('"').next().unwrap_or_default();
    let text = text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
    serde_json::from_str(&text.replace("&amp;", "&")).unwrap_or_else(|e| panic!("{e}: {text}"))
}
