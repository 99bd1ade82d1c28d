// Runs a program of this repository with the repository's own tools, whatever Node started it:
// installs what package-lock.json names and node_modules lacks, then hands over to Node 24.
// Plain JavaScript without dependencies, because it runs before there are any (Node 18 or newer).
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 24;
/** A program that ends with this is started again: it took an update. */
const RESTART_CODE = 75;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const stamp = join(modules, ".outrider-lock");
/** What a release brings to run without npm: its packages but those that build and test, for one platform. */
const packed = join(root, "packages");
const isRelease = existsSync(join(root, "release.json"));
/** Programs that build or publish: they need the other packages of the lock file too. */
const BUILDS =
  /^(?:node_modules|test|src\/(?:app|check|dashboard|data|house)|src\/server\/(?:build|client|deploy|dev|neighbours|release))\b/;
/** Beside what it guards: in a folder that everybody may write, anybody could hold it. */
const lockFile = join(root, ".outrider-installing");
/** npm gets this long. */
const INSTALL_MS = 10 * 60_000;
/** A lock that was not renewed for so long is nobody's. */
const STALE_MS = 30_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

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

/**
 * Whether node_modules holds what `lock` names, or of a release what `script` needs. The stamp answers at once;
 * npm's own record decides after a change.
 */
function isInstalled(lock, hash) {
  const runs = isRelease && !BUILDS.test(script);
  const stamped = read(stamp);
  if (stamped === hash || (runs && stamped === `${hash} runs`)) return true;
  const record = read(join(modules, ".package-lock.json"));
  if (record === null) return false;
  const there = JSON.parse(record).packages;
  let lacks = false;
  const complete = Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (path === "" || wanted.link) return true;
    const found = there[path];
    if (found) return found.version === wanted.version;
    if (wanted.optional || wanted.devOptional) return true;
    lacks = true;
    return runs && wanted.dev === true;
  });
  if (complete) markInstalled(lacks ? `${hash} runs` : hash);
  return complete;
}

/** A release that was unpacked on the platform that its packages are for needs no npm. */
function takePacked() {
  if (!isRelease || existsSync(modules)) return;
  if (read(join(packed, ".outrider-platform")) !== `${process.platform}-${process.arch}`) return;
  try {
    renameSync(packed, modules);
  } catch (error) {
    // Another start was quicker.
    if (!existsSync(modules)) fail(`${root} cannot be written (${error.code}).`);
  }
}

/** A new file each time: a copy of node_modules made of hard links keeps the stamp that is its own. */
function markInstalled(hash) {
  rmSync(stamp, { force: true });
  writeFileSync(stamp, hash);
}

/** One installer at a time; a second start waits for the first, and says so. Answers how to let go. */
async function lockInstall() {
  const began = now();
  const deadline = began + INSTALL_MS + STALE_MS;
  let told = false;
  while (now() < deadline) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: "wx" });
      // Two that took an abandoned lock away at once: the file says which of them has it.
      await pause(50);
      if (read(lockFile) === String(process.pid)) return holdLock();
    } catch (error) {
      if (error.code !== "EEXIST")
        fail(`${root} cannot be written (${error.code}), so its packages cannot be installed.`);
    }
    if (isAbandoned()) rmSync(lockFile, { force: true });
    else if (!told && now() - began > 1_000) {
      told = true;
      console.error(`outrider: waiting for another installation of packages (${lockFile}) ...`);
    }
    await pause(250);
  }
  return fail(`another installation does not end: remove ${lockFile} if none is under way.`);
}

/** Says every few seconds that the installation goes on. */
function holdLock() {
  const beat = setInterval(() => {
    try {
      utimesSync(lockFile, new Date(), new Date());
    } catch {
      // Gone, or a disk that takes nothing: the installation itself tells.
    }
  }, 2_000);
  return () => {
    clearInterval(beat);
    rmSync(lockFile, { force: true });
  };
}

/** Its process is gone, or says nothing any more: the number may be another program's by now. */
function isAbandoned() {
  try {
    return now() - statSync(lockFile).mtimeMs > STALE_MS || !lives(Number(read(lockFile)));
  } catch {
    return false;
  }
}

function lives(pid) {
  // Written by whoever is just making it.
  if (pid === 0) return true;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

const now = () => performance.timeOrigin + performance.now();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function install() {
  const lock = read(join(root, "package-lock.json"));
  if (lock === null) fail("package-lock.json is missing: clone the repository again.");
  const hash = createHash("sha256").update(lock).digest("hex");
  takePacked();
  if (isInstalled(lock, hash)) return;
  const unlock = await lockInstall();
  process.once("exit", unlock);
  if (!isInstalled(lock, hash)) {
    console.error("outrider: installing packages (once; about 20 seconds) ...");
    await runNpm();
    mkdirSync(modules, { recursive: true });
    markInstalled(hash);
  }
  process.removeListener("exit", unlock);
  unlock();
}

/** Ends this program with one line where the packages cannot be installed, or when a signal ends it. */
async function runNpm() {
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const path = process.env.npm_execpath;
  const [command, all] =
    path && /\.c?js$/.test(path) ? [process.execPath, [path, ...args]] : ["npm", args];
  const npm = spawn(command, all, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  npm.stderr.on("data", (chunk) => (said = (said + chunk).slice(-100_000)));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    npm.kill("SIGKILL");
  }, INSTALL_MS);
  const end = () => {
    npm.kill("SIGTERM");
    process.exit(130);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  const { error, status, killed } = await new Promise((resolve) => {
    npm.once("error", (cause) => resolve({ error: cause }));
    npm.once("close", (code, signal) => resolve({ status: code, killed: signal }));
  });
  for (const signal of SIGNALS) process.removeListener(signal, end);
  clearTimeout(timer);
  if (error) fail(`npm cannot be run (${error.code ?? error.message}): install Node with npm.`);
  if (isLate)
    fail(
      `installing packages took longer than ${INSTALL_MS / 60_000} minutes: look at network and registry, then start again.`,
    );
  if (killed) process.exit(130);
  if (status === 0) return;
  const lines = said.split("\n").filter((line) => /^npm (error|ERR!) /.test(line));
  const told =
    lines.find((line) => !/ (code|errno|syscall) |A complete log/.test(line)) ?? lines[0];
  const why = told ? told.replace(/^npm (error|ERR!) /, "").trim() : `npm ended with ${status}`;
  fail(
    `installing packages failed: ${why} -- mend that (network, disk, registry) and start again.`,
  );
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

/**
 * What lives short is small in the app too; what is kept for more of it is never given back. Without a limit to its
 * growth, the heap is cleared for the first time at several hundred megabytes, however little is in use.
 */
const flags =
  script === "src/server/main.ts"
    ? (JSON.parse(read(join(root, "src", "server", "process-flags.json")) ?? "{}").app ?? [])
    : [];

function start() {
  child = spawn(node, [...flags, script, ...args], { cwd: root, env, stdio: "inherit" });
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
for (const signal of SIGNALS) {
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
