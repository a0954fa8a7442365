"""Adds to a manifest what was said: python texts.py MANIFEST RESULTS > WITH-TEXT

RESULTS is what `earshot evaluate --json` made of the recordings as they are. The words of a command are taken for said
where its name and slots are right and nothing else was heard in the recording; the others stay without text.
"""

import json
import sys


def main(manifest, results):
    said = {}
    for line in open(results):
        entry = json.loads(line)
        texts = [text for text in entry.get("texts", []) if text]
        if entry.get("verdict") == "right" and len(texts) == 1:
            said[entry["audio"]] = texts[0]
    for line in open(manifest):
        entry = json.loads(line)
        if entry.get("command") and entry["audio"] in said:
            entry["text"] = said[entry["audio"]]
        print(json.dumps(entry))


if __name__ == "__main__":
    main(*sys.argv[1:])
