"""Compares routed clocks with those by the table of delays, and writes how far these are off into table.json and docs/measure/study.md.

python3 src/study/estimate/check_clock.py STUDY      after `lanebeat study --pnr --flow ecp5 … -o STUDY`; LANEBEAT names the program, default target/debug/lanebeat
"""

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TABLE = ROOT / "src/study/estimate/table.json"
PAGE = ROOT / "docs/measure/study.md"
LANEBEAT = os.environ.get("LANEBEAT", str(ROOT / "target/debug/lanebeat"))


def expected(config):
    """MHz by the table of delays."""
    settings = [word for key, value in config.items() for word in ("--set", f"{key}={value}")]
    said = subprocess.run([LANEBEAT, "generate", "core", "--cuts", "--json", *settings], check=True, capture_output=True, text=True)
    return 1e6 / max(stage["delay"] for stage in json.loads(said.stdout))


def main():
    study = json.loads((Path(sys.argv[1]) / "study.json").read_text())
    family, machines = study["basis"]["flow"], []
    for point in study["points"]:
        machines.append((point["config"], point["figures"]["fmax_mhz"], expected(point["config"])))
    errors = [100 * abs(by_table / routed - 1) for _, routed, by_table in machines]
    error = [round(statistics.median(errors), 1), round(max(errors), 1)]
    clock = {"tool": study["basis"]["tools"][-1], "machines": len(machines), "error": error}
    table = json.loads(TABLE.read_text())
    table[family] = {**table[family], "clock": clock}
    TABLE.write_text(json.dumps(table, indent=1) + "\n")
    lines = [f"| `{c['register_file']}` | {c['stages']} | {routed:.1f} | {by_table:.1f} | {routed / by_table:.2f} |\n" for c, routed, by_table in machines]
    page = PAGE.read_text()
    start = page.index("<!-- table clock -->\n") + len("<!-- table clock -->\n")
    head = "| `register_file` | stages | MHz routed | MHz by the table of delays | routed over table |\n|---|---|---|---|---|\n"
    PAGE.write_text(page[:start] + head + "".join(lines) + page[page.index("<!-- end -->", start) :])
    print(clock)


if __name__ == "__main__":
    main()
