"""Two real ClickHouse servers as two shards of one cluster, on loopback only,
with their own configuration and data in a folder, and stopped by process id.
"""
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

CLUSTER, DATABASE = "shards", "gbq"
USER, PASSWORD = "pusher", "hush"
READER, READER_PASSWORD = "reader", "look"

CONFIG = """<?xml version="1.0"?>
<yandex>
  <logger><level>error</level><log>{d}/log</log><errorlog>{d}/err</errorlog>
  </logger>
  <http_port>{http}</http_port><tcp_port>{tcp}</tcp_port>
  <listen_host>127.0.0.1</listen_host>
  <path>{d}/data/</path><tmp_path>{d}/tmp/</tmp_path>
  <user_files_path>{d}/files/</user_files_path>
  <format_schema_path>{d}/schemas/</format_schema_path>
  <mark_cache_size>67108864</mark_cache_size>
  <keep_alive_timeout>3</keep_alive_timeout>
  <timezone>UTC</timezone>
  <users_config>{d}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <remote_servers><{cluster}>{shards}</{cluster}></remote_servers>
</yandex>
"""
SHARD = """<shard><internal_replication>true</internal_replication><replica>
<default_database>{database}</default_database><host>127.0.0.1</host>
<port>{tcp}</port><user>{user}</user><password>{password}</password>
</replica></shard>"""
USERS = """<?xml version="1.0"?>
<yandex><profiles>
<default><max_memory_usage>4000000000</max_memory_usage></default>
<looks><readonly>1</readonly><join_use_nulls>{nulls}</join_use_nulls>
{mode}</looks>
</profiles><quotas><default/></quotas><users>
<{user}><password>{password}</password><networks><ip>127.0.0.1</ip></networks>
<profile>default</profile><quota>default</quota></{user}>
<{reader}><password>{reader_password}</password>
<networks><ip>127.0.0.1</ip></networks>
<profile>looks</profile><quota>default</quota></{reader}>
</users></yandex>
"""


def free_ports(count):
    held = [socket.socket() for _ in range(count)]
    for each in held:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports


class Refused(Exception):
    """what the server said"""


class Server:
    """One server; a folder and its ports stay the same over restarts."""

    def __init__(self, folder, http, tcp):
        self.folder, self.http, self.tcp = folder, http, tcp
        self.process = None

    def configure(self, shards):
        for name in ("data", "tmp", "files", "schemas"):
            os.makedirs(f"{self.folder}/{name}", exist_ok=True)
        with open(f"{self.folder}/config.xml", "w") as f:
            f.write(CONFIG.format(d=self.folder, http=self.http, tcp=self.tcp,
                                  cluster=CLUSTER, shards=shards))
        self.set_nulls(1)

    def set_nulls(self, nulls, mode="local"):
        """the profile of the reader, which may set nothing"""
        if mode:
            mode = (f"<distributed_product_mode>{mode}"
                    "</distributed_product_mode>")
        with open(f"{self.folder}/users.xml", "w") as f:
            f.write(USERS.format(user=USER, password=PASSWORD, reader=READER,
                                 reader_password=READER_PASSWORD,
                                 nulls=nulls, mode=mode))

    def start(self):
        self.process = subprocess.Popen(
            ["clickhouse-server", f"--config-file={self.folder}/config.xml"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=self.folder,
            start_new_session=True)
        for _ in range(600):
            try:
                with urllib.request.urlopen(
                        f"http://127.0.0.1:{self.http}/ping", timeout=5):
                    return
            except (OSError, urllib.error.URLError):
                if self.process.poll() is not None:
                    break
            time.sleep(0.05)
        raise SystemExit(f"clickhouse-server does not answer, see "
                         f"{self.folder}/err")

    def stop(self, how=signal.SIGTERM):
        """by its process id; wait until it is gone"""
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = None

    def ask(self, sql, **settings):
        """the text that the server answers"""
        settings = {"database": DATABASE, "join_use_nulls": 1,
                    "wait_end_of_query": 1, "distributed_product_mode":
                    "local", "join_default_strictness": "ALL", **settings}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.http}/?"
            + urllib.parse.urlencode(settings), data=sql.encode(),
            headers={"X-ClickHouse-User": USER, "X-ClickHouse-Key": PASSWORD})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            raise Refused(error.read().decode()[:400]) from None


class Cluster:
    """Both servers; tables are made by gbq."""

    def __init__(self, folder):
        ports = free_ports(4)
        self.servers = [Server(f"{folder}/shard{i}", ports[2 * i],
                               ports[2 * i + 1]) for i in range(2)]
        shards = "".join(SHARD.format(
            database=DATABASE, tcp=s.tcp, user=USER, password=PASSWORD)
            for s in self.servers)
        for server in self.servers:
            server.configure(shards)

    def start(self):
        for server in self.servers:
            server.start()

    def stop(self):
        for server in self.servers:
            server.stop(signal.SIGKILL)

    def url(self, user=USER, database=DATABASE, query=""):
        hosts = ",".join(f"127.0.0.1:{s.http}" for s in self.servers)
        return f"clickhouse://{user}@{hosts}/{database}{query}"

    def ask(self, sql, **settings):
        return self.servers[0].ask(sql, **settings)

    def number(self, sql):
        return int(self.ask(sql).strip())
