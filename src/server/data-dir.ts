import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { endProcess, isAlive, recordOf } from "./process-record.ts";
import { StartError } from "./start-error.ts";

const Record = z.object({ pid: z.int().positive(), started: z.string() });
const RunFile = z.object({
  url: z.string(),
  app: Record,
  /** What started the app and must outlive it; null when nothing watches over it. */
  parent: Record.nullable(),
  /** Programs that it started, by name; each leads a process group. */
  children: z.record(z.string(), Record),
  /** It is shutting down in order: a process that wants the directory waits. */
  stopping: z.boolean().optional(),
});
type RunFile = z.output<typeof RunFile>;

/** A process that hangs gets this long to end by itself. */
const GRACE_MS = 3_000;
/** One that said that it ends: mails in hand, requests and the companion are waited for. */
const STOP_MS = 40_000;

/** A claimed data directory. */
export type DataDir = {
  readonly path: string;
  /** Notes a started program, or its end, so that a later start finds it should this process be killed. */
  note(child: string, pid: number | null): void;
  /** Says that this process has begun to end, so that a start that follows at once waits for it. */
  stopping(): void;
  release(): void;
};

/**
 * Claims the data directory for this process, made with mode 0700 and brought to it. A process that
 * a crash left behind is ended, one that is just ending is waited for; a running one is reported.
 * Throws `StartError`.
 */
export async function claimDataDir(
  path: string,
  url: string,
  parentPid: number | null,
): Promise<DataDir> {
  makeDirectory(path);
  const file = join(path, "run.json");
  const app = recordOf(process.pid);
  if (!app) throw new StartError("This system does not tell when a process began (ps is missing).");
  let state: RunFile = {
    url,
    app,
    parent: parentPid === null ? null : recordOf(parentPid),
    children: {},
  };
  while (!createRunFile(file, state)) await clear(file, path);
  const write = (next: RunFile): void => {
    state = next;
    const beside = `${file}.next`;
    rmSync(beside, { force: true });
    createRunFile(beside, state);
    renameSync(beside, file);
  };
  return {
    path,
    note(child, pid) {
      const { [child]: _, ...others } = state.children;
      const record = pid === null ? null : recordOf(pid);
      write({ ...state, children: record ? { ...others, [child]: record } : others });
    },
    stopping() {
      try {
        write({ ...state, stopping: true });
      } catch {
        // A full disk keeps nobody from ending.
      }
    },
    release: () => rmSync(file, { force: true }),
  };
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(
      `DATA_DIR ${path} cannot be used (${codeOf(cause)}): name a directory that may be written.`,
    );
  }
  tighten(path);
}

/** Everything in it is this user's alone, whatever an umask or an older version left. */
function tighten(path: string): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
  } catch (cause) {
    const line = `${path} is open to other users (${codeOf(cause)}): give it to the user that runs Outrider, mode 0700.`;
    console.error(`outrider: ${line}`);
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    try {
      chmodSync(join(path, entry.name), 0o600);
    } catch {
      // Another user's file; the directory keeps everybody else out.
    }
  }
}

/** False when the file is there already. */
function createRunFile(file: string, state: RunFile): boolean {
  let handle: number;
  try {
    handle = openSync(file, "wx", 0o600);
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false;
    throw new StartError(
      `${file} cannot be written (${codeOf(cause)}): check the directory's owner and free space.`,
    );
  }
  try {
    writeSync(handle, JSON.stringify(state));
    fsyncSync(handle);
  } catch (cause) {
    rmSync(file, { force: true });
    throw new StartError(
      `${file} cannot be written (${codeOf(cause)}): make room on the disk, then start again.`,
    );
  } finally {
    closeSync(handle);
  }
  return true;
}

/** Ends what an earlier run left and waits for one that ends; throws when that run is alive and well. */
async function clear(file: string, path: string): Promise<void> {
  const former = readRunFile(file);
  if (former && isAlive(former.app)) {
    const isWell = !isAbandoned(former) && (await answers(former));
    if (isWell && !(await beginsToEnd(file, former))) {
      throw new StartError(
        `Outrider already runs on ${path} (process ${former.app.pid}, ${former.url}): stop that one first, or set another DATA_DIR.`,
      );
    }
    await waitForEnd(file, former);
    await endProcess(former.app, GRACE_MS);
  }
  const children = Object.values((readRunFile(file) ?? former)?.children ?? {});
  await Promise.all(children.map((child) => endProcess(child, GRACE_MS)));
  // Where the former process has just given it back, another start may have it by now.
  if (former === null || readRunFile(file)?.app.pid === former.app.pid)
    rmSync(file, { force: true });
}

const isAbandoned = ({ parent }: RunFile): boolean => parent !== null && !isAlive(parent);

/** A signal that was sent just before takes a moment to be acted on. */
async function beginsToEnd(file: string, { app }: RunFile, withinMs = 600): Promise<boolean> {
  for (let left = withinMs; left > 0; left -= 50) {
    if (!isAlive(app) || readRunFile(file)?.stopping === true) return true;
    await wait(50);
  }
  return false;
}

/** Lets a run that ends, or notices now that its parent is gone, end in order. */
async function waitForEnd(file: string, former: RunFile): Promise<void> {
  if (isAbandoned(former)) await beginsToEnd(file, former, 2_000);
  if (!isAlive(former.app) || readRunFile(file)?.stopping !== true) return;
  console.error(`outrider: waiting for the former process (${former.app.pid}) to end ...`);
  for (let left = STOP_MS; left > 0 && isAlive(former.app); left -= 50) await wait(50);
}

function readRunFile(file: string): RunFile | null {
  try {
    return RunFile.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** Whether the earlier run serves, or comes to it within a few seconds. */
async function answers(former: RunFile): Promise<boolean> {
  for (let attempt = 0; attempt < 3 && isAlive(former.app); attempt++) {
    try {
      await fetch(`${former.url}/health`, { signal: AbortSignal.timeout(1_000) });
      return true;
    } catch {
      await wait(500);
    }
  }
  return false;
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";

/** The product that has this data directory now; null when none does. */
export function runningOn(path: string): { pid: number; isSupervised: boolean } | null {
  const run = readRunFile(join(path, "run.json"));
  if (run === null || !isAlive(run.app)) return null;
  return { pid: run.app.pid, isSupervised: run.parent !== null && isAlive(run.parent) };
}

/** The embedded database inside DATA_DIR. */
export const DATABASE_FILE = "outrider.db";
