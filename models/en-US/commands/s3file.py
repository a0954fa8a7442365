"""Parameters of acoustic models as SphinxTrain and PocketSphinx keep them.

The s3 form: lines of text until "endhdr", the word 0x11223344, 32-bit numbers, little-endian here, and a checksum where
the header says so.
"""

import struct

import numpy as np

BASE = 1.0001  # of the logarithms in a sendump, shifted by 10


def read(path):
    """The values after the header, as 32-bit words."""
    data = open(path, "rb").read()
    start = data.index(b"endhdr\n") + 7
    assert struct.unpack_from("<I", data, start)[0] == 0x11223344, path
    return np.frombuffer(data, "<u4", offset=start + 4)


def write(path, *parts):
    """Parts are arrays of float32 or int32, one after the other, without a checksum."""
    with open(path, "wb") as file:
        file.write(b"s3\nversion 1.0\nendhdr\n" + struct.pack("<I", 0x11223344))
        for part in parts:
            file.write(np.ascontiguousarray(part).tobytes())


def read_gaussians(path):
    """Means or variances: an array codebooks x densities x length for each stream."""
    words = read(path)
    codebooks, streams, densities = words[:3].astype(int)
    lengths = words[3 : 3 + streams].astype(int)
    values = words[4 + streams : 4 + streams + words[3 + streams]].view("<f4")
    values = values.reshape(codebooks, -1)
    parts, start = [], 0
    for length in lengths:
        parts.append(values[:, start : start + densities * length].reshape(codebooks, densities, length).copy())
        start += densities * length
    return parts


def write_gaussians(path, parts):
    codebooks, densities, _ = parts[0].shape
    lengths = [part.shape[2] for part in parts]
    values = np.concatenate([part.reshape(codebooks, -1) for part in parts], axis=1).astype("<f4")
    write(path, np.array([codebooks, len(parts), densities, *lengths, values.size], "<i4"), values)


def read_counts(path):
    """What bw gathered of the densities: sums of the vectors a stream, and occupancies codebooks x streams x densities."""
    words = read(path)
    has_means, has_variances, _, codebooks, densities, streams = words[:6].astype(int)
    lengths = words[6 : 6 + streams].astype(int)
    start, size = 6 + streams, codebooks * densities * int(lengths.sum())
    arrays = []
    for present in [has_means, has_variances]:
        if present:
            assert words[start] == size
            arrays.append(words[start + 1 : start + 1 + size].view("<f4").reshape(codebooks, -1))
            start += 1 + size
    # codebooks, streams, densities, count, then the occupancies
    occupancies = words[start + 4 : start + 4 + codebooks * streams * densities].view("<f4")
    sums, first = [], 0
    for length in lengths:
        part = arrays[0][:, first : first + densities * length]
        sums.append(part.reshape(codebooks, densities, length).astype(np.float64))
        first += densities * length
    return sums, occupancies.reshape(codebooks, streams, densities).astype(np.float64)


def read_weights(path):
    """Mixture weights, or their counts: senones x streams x densities."""
    words = read(path)
    shape = words[:3].astype(int)
    return words[4 : 4 + words[3]].view("<f4").reshape(shape).astype(np.float64)


def write_weights(path, weights):
    write(path, np.array([*weights.shape, weights.size], "<i4"), weights.astype("<f4"))


def sendump_header(data):
    """Where the values begin, how many densities and senones there are."""
    start = 0
    while True:
        (length,) = struct.unpack_from("<i", data, start)
        start += 4 + length
        if length == 0:
            return (start + 8, *struct.unpack_from("<2i", data, start))


def read_sendump(path, streams=3):
    """Mixture weights: senones x streams x densities."""
    data = open(path, "rb").read()
    start, densities, senones = sendump_header(data)
    values = np.frombuffer(data, "u1", offset=start)[: streams * densities * senones]
    return BASE ** -(values.reshape(streams, densities, senones).astype(np.float64) * 1024).transpose(2, 0, 1)


def write_sendump(path, weights, like):
    """With the header of the file `like`; the last densities' padding is as there."""
    data = open(like, "rb").read()
    start, densities, senones = sendump_header(data)
    values = -np.log(np.maximum(weights, 1e-12)) / np.log(BASE) / 1024
    values = np.clip(np.rint(values), 0, 159).astype("u1").transpose(1, 2, 0)
    assert len(data) - start == values.size, "an unknown layout"
    open(path, "wb").write(data[:start] + values.tobytes())
