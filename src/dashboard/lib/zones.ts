import { ownZone } from "./time.ts";

/** Every time zone that this browser knows, after the chosen one and the reader's own. */
export const zones = (chosen: string): string[] => [
  ...new Set([chosen, ownZone(), ...Intl.supportedValuesOf("timeZone"), "UTC"]),
];
