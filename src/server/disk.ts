import { rmSync, writeFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "#platform/ctx/log.ts";
import type { Disk, DiskState } from "#platform/ctx/ports.ts";

/** Looked at no more often than this. */
const LOOK_MS = 5_000;
/** Less than this is reported as low: an update or a backup usually needs more. */
const LOW_BYTES = 512_000_000;
/** With less the database takes a few writes more, or none. */
const FULL_BYTES = 4_000_000;
/** What is written to try; a quota says nothing beforehand. */
const PROBE = Buffer.alloc(65_536, 1);

/** The disk of the data directory, measured every few seconds while somebody asks. */
export function diskOf(dataDir: string, log: Log, read = freeBytes): Disk {
  let seen: DiskState | null = null;
  let seenAt = -Infinity;
  return {
    async look() {
      if (seen !== null && performance.now() - seenAt < LOOK_MS) return seen;
      const free = await read(dataDir);
      const state = free < FULL_BYTES || !takesBytes(dataDir) ? "full" : lowOrOk(free);
      if (state === "full" && seen?.state !== "full")
        log("disk.full", { free_bytes: free }, "error");
      if (state !== "full" && seen?.state === "full") log("disk.freed", { free_bytes: free });
      seenAt = performance.now();
      return (seen = { state, freeBytes: free });
    },
  };
}

const lowOrOk = (free: number): "low" | "ok" => (free < LOW_BYTES ? "low" : "ok");

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

function takesBytes(dataDir: string): boolean {
  const file = join(dataDir, "disk-probe");
  try {
    writeFileSync(file, PROBE, { mode: 0o600 });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Whether a write failed for want of room, as a file or SQLite says it. */
export const isDiskFull = (cause: unknown): boolean =>
  cause instanceof Error &&
  (/\b(ENOSPC|EDQUOT|SQLITE_FULL|database or disk is full)\b/.test(cause.message) ||
    ("code" in cause && ["ENOSPC", "EDQUOT", "SQLITE_FULL"].includes(String(cause.code))) ||
    isDiskFull(cause.cause));
