import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#test/support/free-port.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { type Daemon, startDaemon } from "./daemon.ts";

/** Debian's SpamAssassin and rspamd as they come, without a network. */
export async function startSpamFilters(): Promise<{
  /** As SPAM_FILTERS names them. */
  readonly filters: readonly string[];
  stop(): Promise<void>;
}> {
  const place = temporaryDirectory();
  const [spamd, rspamd] = [await freePort(), await freePort()];
  const daemons: Daemon[] = [
    await startSpamd(spamd, place.path),
    await startRspamd(rspamd, place.path),
  ];
  return {
    filters: [`spamd://127.0.0.1:${spamd}`, `http://127.0.0.1:${rspamd}`],
    async stop() {
      await Promise.all(daemons.map((daemon) => daemon.stop()));
      place.remove();
    },
  };
}

function startSpamd(port: number, place: string): Promise<Daemon> {
  const args = [
    "-L",
    "-x",
    "-m",
    "1",
    "-i",
    "127.0.0.1",
    "-p",
    String(port),
    "-s",
    join(place, "spamd.log"),
  ];
  return startDaemon("/usr/sbin/spamd", args, [port], join(place, "spamd.log"));
}

function startRspamd(port: number, place: string): Promise<Daemon> {
  const directory = join(place, "rspamd");
  cpSync("/etc/rspamd", directory, { recursive: true });
  for (const name of ["data", "run", "log"]) mkdirSync(join(place, name));
  const write = (name: string, text: string): void =>
    writeFileSync(join(directory, "override.d", name), text);
  write("worker-normal.inc", `bind_socket = "127.0.0.1:${port}";\ncount = 1;\n`);
  for (const worker of ["controller", "proxy", "fuzzy"])
    write(`worker-${worker}.inc`, "enabled = false;\n");
  // Nothing is looked up, and nobody reports elsewhere.
  write(
    "options.inc",
    'disable_hyperscan = true; dns { nameserver = ["127.0.0.1:1"]; timeout = 0.1s; retransmits = 1; }\n',
  );
  for (const name of [
    "rbl",
    "surbl",
    "fuzzy_check",
    "asn",
    "phishing",
    "spf",
    "dmarc",
    "dkim",
    "arc",
  ])
    write(`${name}.conf`, "enabled = false;\n");
  const log = join(place, "log", "rspamd.log");
  const vars = Object.entries({
    CONFDIR: directory,
    LOCAL_CONFDIR: directory,
    DBDIR: join(place, "data"),
    RUNDIR: join(place, "run"),
    LOGDIR: join(place, "log"),
  }).flatMap(([name, value]) => ["--var", `${name}=${value}`]);
  const args = ["-f", "-i", "-c", join(directory, "rspamd.conf"), ...vars];
  return startDaemon("/usr/bin/rspamd", args, [port], log);
}
