import { readFileSync } from "node:fs";

/** What a process and all that it started hold resident, in megabytes (Linux); 0 where that can't be read. */
export function megabytesOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return children
      .split(" ")
      .filter((one) => one !== "")
      .reduce((sum, one) => sum + megabytesOf(Number(one)), own);
  } catch {
    return 0;
  }
}
