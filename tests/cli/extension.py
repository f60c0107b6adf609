"""Parts of extension.bats: gbq.so in Python's sqlite3.

usage: extension.py WHAT EXTENSION DATABASE [ARGUMENT…]
"""
import hashlib
import sqlite3
import subprocess
import sys
import threading

CONTENTS = "SELECT hash, content(hash) FROM artifacts WHERE stored"


def connect(path, extension):
    connection = sqlite3.connect(path, uri=True)
    connection.enable_load_extension(True)
    connection.load_extension(extension)
    return connection


def digest(content):
    if isinstance(content, str):
        content = content.encode()
    return hashlib.sha256(content).hexdigest()[:32]


def check_contents(connection):
    """all contents have their hash; how many there are"""
    count = 0
    for name, content in connection.execute(CONTENTS):
        assert digest(content) == name, name
        count += 1
    return count


def contents(extension, *paths):
    for path in paths:
        connection = connect(path, extension)
        print(check_contents(connection))
        connection.close()


def threads(extension, path):
    """eight connections at once, each loads, reads and closes several times"""
    counts = []

    def work():
        for _ in range(5):
            connection = connect(path, extension)
            counts.append(check_contents(connection))
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print(len(counts), *set(counts))


def reload(extension, path):
    """libcrypto is whole after the extension is gone, and after its return"""
    for _ in range(30):
        connect(path, extension).close()
        connection = connect(path, extension)
        check_contents(connection)
        connection.close()
        hashlib.new("sha512_256", b"x" * 100000).hexdigest()
    import ssl
    ssl.create_default_context()
    print("whole")


def changes(extension, path, gbq, fixture):
    """the database changes while a connection has blocks of it at hand"""
    connection = connect(path, extension)
    for _ in range(3):
        print(check_contents(connection))
        subprocess.run([gbq, "--db", path, "rm", "-q", "@latest"], check=True)
        subprocess.run([gbq, "--db", path, "ingest", "-q", fixture],
                       check=True)
    print(check_contents(connection))
    connection.close()


def kinds(extension, path):
    """gb_id() of a reason file is what ingest took from it"""
    wrong = connect(path, extension).execute(
        "SELECT event_id, gb_id, gb_id(reason) FROM breaks"
        " WHERE evidence = 'reason' AND gb_id(reason) IS NOT gb_id")
    print(wrong.fetchall())


def owners(extension, path):
    wrong = connect(path, extension).execute(
        "SELECT DISTINCT file, owner, owner(file) FROM breaks"
        " WHERE owner(file) IS NOT owner")
    print(wrong.fetchall())


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
