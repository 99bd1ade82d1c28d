import type { DnsReply } from "./record.ts";

export const RECORD_STATES = ["pass", "fail", "unknown"] as const;
/** `unknown` where DNS gave no answer to go by: never a `fail`. */
export type RecordState = (typeof RECORD_STATES)[number];

/** What a record of a domain is like. */
export type Finding = {
  readonly status: RecordState;
  /** Stable, for programs. */
  readonly code: string;
  /** The records that were found, as they stand in DNS. */
  readonly found: readonly string[];
  /** What to do; what could be better where the status is `pass`. Null: nothing. */
  readonly hint: string | null;
};

export const pass = (
  found: readonly string[],
  code = "ok",
  hint: string | null = null,
): Finding => ({
  status: "pass",
  code,
  found,
  hint,
});
export const fail = (code: string, hint: string, found: readonly string[] = []): Finding => ({
  status: "fail",
  code,
  found,
  hint,
});

/** Nobody could be asked: it may be right or wrong. */
export const UNANSWERED: Finding = {
  status: "unknown",
  code: "resolver_failed",
  found: [],
  hint: "The DNS servers did not respond, so the record could not be checked. Check again in a few minutes.",
};

/** The texts of an answer to a TXT question; null where there is no answer to go by. */
export const textsOf = (reply: DnsReply | null): string[] | null =>
  reply?.ok
    ? reply.records.flatMap((record) => (record.type === "TXT" ? [record.text] : []))
    : null;
