import type { Family } from "./family.ts";

/** Sending providers' events, bounces and refusals, calendars, language models and other services. */
export const PROVIDERS: readonly Family[] = [];
