// Runs a program of this repository with the repository's own tools, whatever Node started it:
// installs what package-lock.json names and node_modules lacks, then hands over to Node 24.
// Plain JavaScript without dependencies, because it runs before there are any (Node 18 or newer).
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 24;
/** A program that ends with this is started again: it took an update. */
const RESTART_CODE = 75;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const stamp = join(modules, ".outrider-lock");

function fail(line) {
  console.error(`outrider: ${line}`);
  process.exit(1);
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Whether node_modules holds what `lock` names. The stamp answers at once; npm's own record decides after a change. */
function isInstalled(lock, hash) {
  if (read(stamp) === hash) return true;
  const record = read(join(modules, ".package-lock.json"));
  if (record === null) return false;
  const there = JSON.parse(record).packages;
  const complete = Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (path === "" || wanted.link) return true;
    const found = there[path];
    return found ? found.version === wanted.version : wanted.optional || wanted.devOptional;
  });
  if (complete) markInstalled(hash);
  return complete;
}

/** A new file each time: a copy of node_modules made of hard links keeps the stamp that is its own. */
function markInstalled(hash) {
  rmSync(stamp, { force: true });
  writeFileSync(stamp, hash);
}

/** One installer at a time; a second start waits for the first. Answers how to let go. */
async function lockInstall() {
  const name = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const lock = join(tmpdir(), `outrider-install-${name}`);
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return () => rmSync(lock, { force: true });
    } catch {
      if (!lives(Number(read(lock)))) rmSync(lock, { force: true });
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

function lives(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

async function install() {
  const lock = read(join(root, "package-lock.json"));
  if (lock === null) fail("package-lock.json is missing: clone the repository again.");
  const hash = createHash("sha256").update(lock).digest("hex");
  if (isInstalled(lock, hash)) return;
  const unlock = await lockInstall();
  process.once("exit", unlock);
  if (!isInstalled(lock, hash)) {
    console.error("outrider: installing packages (once; about 20 seconds) ...");
    const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
    const npm = process.env.npm_execpath;
    const [command, all] =
      npm && /\.c?js$/.test(npm) ? [process.execPath, [npm, ...args]] : ["npm", args];
    const done = spawnSync(command, all, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (done.error)
      fail(`npm cannot be run (${done.error.code ?? done.error.message}): install Node with npm.`);
    if (done.signal) process.exit(130);
    if (done.status !== 0) {
      const said = done.stderr.split("\n").filter((line) => /^npm (error|ERR!) /.test(line));
      const told =
        said.find((line) => !/ (code|errno|syscall) |A complete log/.test(line)) ?? said[0];
      const why = told
        ? told.replace(/^npm (error|ERR!) /, "").trim()
        : `npm ended with ${done.status}`;
      fail(
        `installing packages failed: ${why} -- mend that (network, disk, registry) and start again.`,
      );
    }
    mkdirSync(modules, { recursive: true });
    markInstalled(hash);
  }
  unlock();
}

/** The project's Node, else this one when it is new enough. */
function findNode() {
  const own = join(modules, ".bin", "node");
  if (existsSync(own) && spawnSync(own, ["--version"]).status === 0) return own;
  if (Number(process.versions.node.split(".")[0]) >= OLDEST_NODE) return process.execPath;
  return fail(
    `this machine's Node is ${process.version} and none came with the packages for ${process.platform}-${process.arch}: install Node ${OLDEST_NODE} or newer.`,
  );
}

const [script, ...args] = process.argv.slice(2);
if (!script) fail("say which program to run: node src/toolchain.mjs <script> [arguments]");
await install();

// Loopback work only: wrangler neither reports nor asks the network for anything.
const env = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  NODE_COMPILE_CACHE: join(modules, ".cache", "node"),
  ...process.env,
  PATH: `${join(modules, ".bin")}${delimiter}${process.env.PATH ?? ""}`,
  // A program that must not outlive its terminal watches for the end of this process.
  OUTRIDER_PARENT: String(process.pid),
  OUTRIDER_RESTARTS: String(RESTART_CODE),
};
const node = findNode();
let child;
let asked = false;

function start() {
  child = spawn(node, [script, ...args], { cwd: root, env, stdio: "inherit" });
  child.once("error", (error) => fail(`cannot run ${script}: ${error.message}`));
  child.once("exit", (code, signal) => {
    if (code === RESTART_CODE && !asked) return start();
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else process.exit(code ?? 1);
  });
}

start();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    asked = true;
    child.kill(signal);
  });
}
if (process.env.npm_lifecycle_event) {
  // npm killed outright takes nobody with it: follow it.
  const npm = process.ppid;
  setInterval(() => process.ppid === npm || child.kill("SIGTERM"), 500).unref();
}
