import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
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
});
type RunFile = z.output<typeof RunFile>;

/** A process that hangs gets this long to end by itself. */
const GRACE_MS = 3_000;

/** A claimed data directory. */
export type DataDir = {
  readonly path: string;
  /** Notes a started program, or its end, so that a later start finds it should this process be killed. */
  note(child: string, pid: number | null): void;
  release(): void;
};

/**
 * Claims the data directory for this process, made with mode 0700 at first. A process that a crash
 * left behind is ended; one that works is told of. Throws `StartError`.
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
  return {
    path,
    note(child, pid) {
      const { [child]: _, ...others } = state.children;
      const record = pid === null ? null : recordOf(pid);
      state = { ...state, children: record ? { ...others, [child]: record } : others };
      const next = `${file}.next`;
      rmSync(next, { force: true });
      createRunFile(next, state);
      renameSync(next, file);
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
  writeSync(handle, JSON.stringify(state));
  fsyncSync(handle);
  closeSync(handle);
  return true;
}

/** Ends what an earlier run left, or throws when that run is alive and well. */
async function clear(file: string, path: string): Promise<void> {
  const former = readRunFile(file);
  if (former && isAlive(former.app)) {
    const abandoned = former.parent !== null && !isAlive(former.parent);
    if (!abandoned && (await answers(former))) {
      throw new StartError(
        `Outrider already runs on ${path} (process ${former.app.pid}, ${former.url}): stop that one first, or set another DATA_DIR.`,
      );
    }
    await endProcess(former.app, GRACE_MS);
  }
  const children = Object.values(former?.children ?? {});
  await Promise.all(children.map((child) => endProcess(child, GRACE_MS)));
  rmSync(file, { force: true });
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
