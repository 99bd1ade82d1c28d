import { readdirSync } from "node:fs";
import { join } from "node:path";
import { systemNow } from "#platform/adapters/clock.ts";
import { claimDataDir } from "#server/data-dir.ts";
import { ROOT } from "#server/own-build.ts";
import { putBackCopy } from "./kept-copy.ts";
import { tidyReleases } from "./prune-releases.ts";
import {
  type Installed,
  readReleaseState,
  type ReleaseState,
  RESTART_CODE,
  writeReleaseState,
} from "./state.ts";

/** A release that dies within this of its first healthy moment is given up. */
const PROBATION_MS = 10 * 60_000;
/** Killed from outside or by the system it says nothing; that may happen once without its fault. */
const MAY_VANISH = 1;

type Probation = NonNullable<ReleaseState["probation"]>;

let isEndingInOrder = false;

/** Says that this process was asked to end: whatever its exit code, it did not die. */
export const endsInOrder = (): void => void (isEndingInOrder = true);

/** From now on the release is watched; it has just been found well. */
export function beginProbation(
  dataDir: string,
  release: { version: string; former: Installed | null; backup: string | null },
): void {
  change(dataDir, {
    ...release,
    until: systemNow() + PROBATION_MS,
    isRunning: true,
    vanished: 0,
    died: null,
  });
  watch(dataDir, PROBATION_MS);
}

/**
 * For a start: where the release on probation died, puts back what served before it, and the
 * database where the release had changed its schema. Answers whether it did. Otherwise the release
 * is watched further when it is the one of this process.
 */
export async function goBackIfItDied(dataDir: string, ownVersion: string): Promise<boolean> {
  const probation = readReleaseState(dataDir)?.probation ?? null;
  if (probation === null) return false;
  const vanished = probation.vanished + (probation.isRunning ? 1 : 0);
  const reason =
    probation.died ?? (vanished > MAY_VANISH ? "it was killed twice without a word" : null);
  if (reason !== null) {
    await goBack(dataDir, probation, reason);
    return true;
  }
  const left = probation.until - systemNow();
  if (left <= 0) pass(dataDir);
  else if (probation.version === ownVersion) {
    change(dataDir, { ...probation, vanished, isRunning: true });
    watch(dataDir, left);
  }
  return false;
}

async function goBack(dataDir: string, probation: Probation, why: string): Promise<void> {
  // Nothing else may have the database open; what a crash left behind is ended.
  const claim = await claimDataDir(dataDir, "http://127.0.0.1:0", null);
  try {
    const state = readReleaseState(dataDir);
    if (state === null || state.current === null) return;
    const { version, former, backup } = probation;
    const hasChanged = migrationsOf(state.current.path) !== migrationsOf(former?.path ?? ROOT);
    if (hasChanged && backup !== null) putBackCopy(dataDir, backup);
    const reason = `Version ${version} died within its first 10 minutes: ${why}.`;
    writeReleaseState(dataDir, {
      current: former,
      trial: null,
      probation: null,
      failed: { version, reason },
    });
    console.error(`outrider: ${reason} ${former?.version ?? "The former version"} serves again.`);
  } finally {
    claim.release();
  }
}

function migrationsOf(root: string): string {
  const names = readdirSync(join(root, "drizzle")).filter((name) => name.endsWith(".sql"));
  return names.sort().join(" ");
}

function watch(dataDir: string, forMs: number): void {
  setTimeout(() => pass(dataDir), forMs).unref();
  const words = lastErrorOfProcess();
  process.on("exit", (code) => {
    const probation = readReleaseState(dataDir)?.probation ?? null;
    if (probation === null) return;
    const isInOrder = isEndingInOrder || code === 0 || code === RESTART_CODE;
    const died = isInOrder ? null : (words() ?? `it ended with code ${code}`);
    change(dataDir, { ...probation, isRunning: false, died });
    if (died !== null) process.exitCode = RESTART_CODE;
  });
}

/** It has proved itself: what it would have gone back to is removed. */
function pass(dataDir: string): void {
  change(dataDir, null);
  tidyReleases(dataDir);
}

function change(dataDir: string, probation: Probation | null): void {
  const state = readReleaseState(dataDir);
  if (state !== null) writeReleaseState(dataDir, { ...state, probation });
}

/** What this process said last of why it ends: the error that it threw, or its line for a person. */
export function lastErrorOfProcess(): () => string | null {
  let thrown: string | null = null;
  let printed: string | null = null;
  process.on("uncaughtExceptionMonitor", (cause) => (thrown = cause.message));
  const write = process.stderr.write.bind(process.stderr);
  // Handed on as it came, whichever of its forms was called.
  process.stderr.write = ((...args: Parameters<typeof write>) => {
    printed = /^outrider: (.+)$/m.exec(String(args[0]))?.[1] ?? printed;
    return write(...args);
  }) as typeof write;
  return () => (thrown ?? printed)?.slice(0, 500).trim().replace(/\.$/, "") ?? null;
}
