import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** A process beyond doubt: the number is used again by the system, the number with its start is not. */
export type ProcessRecord = { readonly pid: number; readonly started: string };

/** The living process of that number; null when there is none. */
export function recordOf(pid: number): ProcessRecord | null {
  const started = process.platform === "linux" ? startOnLinux(pid) : startByPs(pid);
  return started === null ? null : { pid, started };
}

/** Whether exactly that process still lives. */
export const isAlive = (record: ProcessRecord): boolean =>
  recordOf(record.pid)?.started === record.started;

/** Asks the process to end, and ends it after `graceMs`. Does nothing when it is gone. */
export async function endProcess(record: ProcessRecord, graceMs: number): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!isAlive(record)) return;
    kill(record.pid, signal);
    for (let left = graceMs; left > 0 && isAlive(record); left -= 50) await wait(50);
  }
}

/** The whole group where the process leads one, so that what it started ends with it. */
function kill(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  // The group of 1 is everybody.
  if (pid <= 1) return;
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal);
      return;
    } catch {
      // No such group, or no such process any more.
    }
  }
}

/** Boot and clock ticks since then (proc(5), field 22). A zombie counts as gone. */
function startOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return fields[0] === "Z" ? null : `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

function startByPs(pid: number): string | null {
  try {
    const args = ["-o", "lstart=", "-p", String(pid)];
    return execFileSync("ps", args, { encoding: "utf8" }).trim() || null;
  } catch {
    return null;
  }
}
