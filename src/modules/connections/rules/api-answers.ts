import type { Outside, OutsideText } from "#platform/rules/outside-text.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { parseGmtDate, parseIso, SECOND_MS } from "#platform/rules/time.ts";

/** What a provider's API answered instead of doing what it was asked for. */
export type ApiRefusal = {
  /** Of HTTP. */
  readonly status: number;
  /** The provider's own: `ErrorItemNotFound` (Graph), `rateLimitExceeded` (Gmail); empty where it named none. */
  readonly code: string;
  /** Code and message on one line, for people. */
  readonly words: string;
  /** How long it asks to be left alone; null where it does not. */
  readonly pauseMs: number | null;
};

/** Where a provider is busy and does not say for how long. */
const USUAL_PAUSE_MS = 60 * SECOND_MS;
const MAX_WORDS = 400;
/** Errors are short; what is longer is none. */
const MAX_BODY = 64 * 1024;
/** Gmail says 403 for quotas too. */
const QUOTAS = /^(?:rateLimitExceeded|userRateLimitExceeded|dailyLimitExceeded|quotaExceeded)$/;

/** Reads an answer with an error of Graph or Gmail: both are `{error: {code, message}}`. Linear in the answer. */
export function readApiRefusal(
  answer: Outside<{
    readonly status: number;
    readonly body: string;
    readonly retryAfter: string | null;
  }>,
  now: number,
): ApiRefusal {
  const { status, body, retryAfter } = answer;
  const error = errorIn(body.slice(0, MAX_BODY));
  const code = error.reason ?? error.code;
  const isBusy = status === 429 || (status === 503 && retryAfter !== null) || QUOTAS.test(code);
  return {
    status,
    code,
    words: plainLine([code, error.message].filter((part) => part !== "").join(": "), MAX_WORDS),
    pauseMs: isBusy
      ? (pauseOf(retryAfter, now) ?? pauseIn(error.message, now) ?? USUAL_PAUSE_MS)
      : null,
  };
}

type ErrorBody = {
  readonly code: string;
  readonly reason: string | null;
  readonly message: string;
};

function errorIn(body: string): ErrorBody {
  const error = field(parsed(body), "error");
  const [first] = listIn(field(error, "errors"));
  const reason = field(first, "reason");
  return {
    code: textOf(field(error, "code")),
    reason: typeof reason === "string" && reason !== "" ? reason : null,
    message: textOf(field(error, "message")),
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).slice(0, MAX_WORDS) : "";

/** Seconds or a date (RFC 9110, 10.2.3). */
function pauseOf(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d{1,6}$/.exec(retryAfter.trim())?.[0];
  if (seconds !== undefined) return Number(seconds) * SECOND_MS;
  const at = parseGmtDate(retryAfter.trim());
  return at === null ? null : Math.max(0, at - now);
}

/** Gmail has no header, and says it in words: "Retry after 2026-11-20T10:00:00.000Z". */
function pauseIn(message: string, now: number): number | null {
  const named = /\bretry after (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z/i.exec(message)?.[1];
  const at = named === undefined ? null : parseIso(`${named}Z`);
  return at === null ? null : Math.max(0, at - now);
}

/** Longer headers are read by their end, where the nearest ancestor stands. */
const MAX_HEADER = 1_000;

/** The Message-ID of a header's value, without angle brackets; null for what is none that a header of ours could name. */
export const givenId = (text: OutsideText): string | null =>
  /^\s{0,10}<([^<>\s]{3,250})>\s{0,10}$/.exec(text.slice(0, MAX_HEADER))?.[1] ?? null;

/** Whether this id stands last in References, as ours does in the mails that we send by an API. */
export const isLastReference = (references: OutsideText, id: string): boolean =>
  references.slice(-MAX_HEADER).trimEnd().endsWith(`<${id}>`);
