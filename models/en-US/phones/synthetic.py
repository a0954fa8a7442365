"""Speech by flite, whose phones are known: python synthetic.py DICTIONARY OUT [COUNT] > ALIGNED

One to seven words by chance, four voices, at several speeds. Words are as DICTIONARY has them. Its voices are few and alike, so it
is a seventh of what the network hears: for sounds and their neighbours that the recordings lack.
"""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import soundfile

# flite's names where they are not CMUdict's.
NAMES = {"ax": "AH", "pau": "SIL", "axr": "ER", "ix": "IH", "el": "L", "em": "M", "en": "N", "dx": "T", "nx": "N",
         "ux": "UW", "h#": "SIL", "brth": "SIL", "q": "SIL"}
VOICES = ["kal16", "awb", "rms", "slt", "rms", "slt", "awb"]


def main(dictionary, out, count="1500"):
    chance = random.Random(7)
    words = [line.split()[0] for line in open(dictionary) if re.fullmatch(r"[a-z']{2,10}", line.split()[0])]
    Path(out).mkdir(parents=True, exist_ok=True)
    for number in range(int(count)):
        path = f"{out}/{number}.wav"
        voice = chance.choice(VOICES)
        settings = {"duration_stretch": f"{chance.uniform(0.75, 1.15):.2f}", "int_f0_target_stddev": str(chance.randint(5, 25))}
        if voice == "kal16":
            settings["int_f0_target_mean"] = str(chance.randint(80, 160))
        text = " ".join(chance.choice(words) for _ in range(chance.randint(1, 7)))
        command = ["flite", "-voice", voice, "-psdur", "-t", text, "-o", path]
        for name, value in settings.items():
            command[3:3] = ["--setf", f"{name}={value}"]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        if soundfile.info(path).samplerate != 16_000:
            continue
        phones, start = [], 0
        for part in said.split():
            name, end = part.rsplit(":", 1)
            end = round(float(end) * 100)
            phones.append((NAMES.get(name, name.upper()), start, end - start))
            start = end
        print(json.dumps({"path": str(Path(path).resolve()), "kind": "flite", "fold": None, "phones": phones}))


if __name__ == "__main__":
    main(*sys.argv[1:])
