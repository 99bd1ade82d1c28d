import { z } from "zod";
import { Composition } from "./transmission.ts";

/** `spamassassin` speaks the protocol of spamd, `rspamd` JSON over HTTP. */
export const FILTER_KINDS = ["spamassassin", "rspamd"] as const;

/** What one filter of the operator says of a mail. */
export const FilterVerdict = z.object({
  kind: z.enum(FILTER_KINDS),
  /** Where it was asked: host and port. */
  at: z.string(),
  /** Points of all rules together; null where it did not answer. */
  score: z.number().nullable(),
  /** From here on it calls a mail spam, as it is set up. */
  threshold: z.number().nullable(),
  /** Largest first, without those of 0 points. */
  rules: z.array(z.object({ name: z.string(), points: z.number(), about: z.string() })).max(100),
  problem: z.enum(["unreachable", "timeout", "unreadable"]).nullable(),
});
export type FilterVerdict = z.output<typeof FilterVerdict>;

/** Asks the operator's filters about a mail as it would be sent: POST /v1/filters, signed. Nothing is sent or kept. */
export const FilterRequest = z.object({
  /** `spamd://host:port` or `http://host:port` of rspamd. */
  filters: z.array(z.url()).min(1).max(3),
  mail: Composition,
});
export type FilterRequest = z.output<typeof FilterRequest>;
export const FilterResponse = z.object({ verdicts: z.array(FilterVerdict) });
export type FilterResponse = z.output<typeof FilterResponse>;
