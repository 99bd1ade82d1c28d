import type { CRASH_POINTS } from "./env.ts";

export type CrashPoint = (typeof CRASH_POINTS)[number];
/** Kills the process at the chosen point, like a power failure; does nothing at other points. */
export type Crash = (point: CrashPoint) => void;

/** For fault tests; with null, the normal case, it never does anything. */
export const createCrash =
  (chosen: CrashPoint | null): Crash =>
  (point) => {
    if (point !== chosen) return;
    // The dot is written to the socket within this turn; let it be sent.
    if (point === "after_dot") setTimeout(die, 50);
    else die();
  };

const die = (): void => void process.kill(process.pid, "SIGKILL");
