import { type UnixMs, unixMs } from "#platform/rules/ids.ts";

export const systemNow = (): UnixMs => unixMs(Date.now());

export const systemWait = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
