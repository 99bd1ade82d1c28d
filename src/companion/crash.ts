import type { CRASH_POINTS } from "./env.ts";

export type CrashPoint = (typeof CRASH_POINTS)[number];
/** Ends the process at the chosen point as a power cut would; does nothing at the others. */
export type Crash = (point: CrashPoint) => void;

/** For fault tests; with null, which is the rule, it never does anything. */
export const createCrash =
  (chosen: CrashPoint | null): Crash =>
  (point) => {
    if (point !== chosen) return;
    // The dot is handed to the socket within this turn; let it leave.
    if (point === "after_dot") setTimeout(die, 50);
    else die();
  };

const die = (): void => void process.kill(process.pid, "SIGKILL");
