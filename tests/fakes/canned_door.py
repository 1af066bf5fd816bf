"""Stands in for `adrguard-hook`: keeps what it was asked, and gives the answer that is laid out for the event."""

import json
import sys
from pathlib import Path

folder = Path(sys.argv[1])
asked = json.load(sys.stdin)
with (folder / "asked.jsonl").open("a") as log:
    log.write(json.dumps({"words": sys.argv[2:], **asked}) + "\n")
sys.stdout.write(json.loads((folder / "answers.json").read_text()).get(asked["event"], ""))
