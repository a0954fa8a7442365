"""The phones that the network knows, and which of them each senone of the acoustic model belongs to."""

import subprocess
import tempfile

PHONES = ("SIL AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH").split()
NUMBER = {name: number for number, name in enumerate(PHONES)}


def of_senones(model):
    """A byte for each senone; noises count as silence. Needs pocketsphinx_mdef_convert, of Debian's package pocketsphinx."""
    with tempfile.NamedTemporaryFile() as text:
        subprocess.run(["pocketsphinx_mdef_convert", "-text", f"{model}/mdef", text.name], check=True, capture_output=True)
        found = {}
        for line in open(text.name):
            parts = line.split()
            if len(parts) > 6 and parts[-1] == "N" and not line.startswith("#"):
                for senone in parts[6:-1]:
                    found[int(senone)] = NUMBER.get(parts[0], 0)
    return bytes(found[senone] for senone in range(max(found) + 1))
