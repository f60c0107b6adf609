"""Realistic large inputs from small ones: copies that differ from each other.

A copy has other frame ids and a mark in every text, so that no content is
stored twice and no work is saved. Names of compile folders, the links in
pages and the envelopes of logs follow.
"""
import os, re

SHIFT = 1000            # frame ids of copy k begin at k * SHIFT
FOLDER = re.compile(r"^((?:(?:-|\d+)_)?)(\d+)_(\d+)_(\d+)$")
ENVELOPE = re.compile(rb'("frame_id": )(\d+)')
# How a text of that kind can carry a mark without a change of meaning.
MARKS = {".html": b"<!-- %d -->\n", ".txt": b"\n# copy %d\n",
         ".py": b"\n# copy %d\n"}


def shifted(name, copy):
    match = FOLDER.match(name)
    if not match:
        return name
    return (f"{match[1]}{int(match[2]) + copy * SHIFT}_{match[3]}_{match[4]}")


def marked(path, data, copy):
    mark = MARKS.get(os.path.splitext(path)[1])
    return data + mark % copy if mark else data


def copy_file(source, target, copy):
    with open(source, "rb") as file:
        data = file.read()
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "wb") as file:
        file.write(marked(source, data, copy))
    return len(data)


def report(sources, target, size):
    """One report: the compile folders of all sources again and again until it
    has so many bytes. index.html and the raw files are the first source's.
    Returns bytes."""
    done = copy = 0
    while done < size:
        source = sources[copy % len(sources)]
        for name in sorted(os.listdir(source)):
            inner = os.path.join(source, name)
            if not os.path.isdir(inner):
                if copy == 0 and not name.startswith("raw."):
                    done += copy_file(inner, os.path.join(target, name), 0)
                continue
            if not FOLDER.match(name):
                continue
            for base, _, files in os.walk(inner):
                for file in files:
                    path = os.path.join(base, file)
                    done += copy_file(path, os.path.join(
                        target, shifted(name, copy),
                        os.path.relpath(path, inner)), copy)
        copy += 1
    return done


def many(sources, target, count, size=None, first=0):
    """Reports target/N, from the copy first on: so many, or until they have
    so many bytes. Returns bytes."""
    done = 0
    for copy in range(first, first + count):
        if size and done >= size:
            break
        source = sources[copy % len(sources)]
        for base, _, files in os.walk(source):
            for file in files:
                path = os.path.join(base, file)
                done += copy_file(path, os.path.join(
                    target, str(copy), os.path.relpath(path, source)), copy)
    return done


def log(sources, target, size):
    """One trace log: the lines of all sources again and again with other frame
    ids. Returns bytes."""
    done = copy = 0
    with open(target, "wb") as out:
        while done < size:
            with open(sources[copy % len(sources)], "rb") as file:
                for line in file:
                    if not line.startswith(b"\t"):
                        line = ENVELOPE.sub(
                            lambda m: m[1] + b"%d" % (int(m[2])
                                                      + copy * SHIFT), line)
                    out.write(line)
                    done += len(line)
            copy += 1
    return done
