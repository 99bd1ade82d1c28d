import { z } from "zod";
import { ERROR_CODES } from "#platform/rules/errors.ts";

/*
 * How one installation hands a workspace over to another: POST /internal/arrivals/:id there, signed with
 * the secret of this one arrival. Every call may be repeated. Rows travel as they lie in the source; the
 * destination puts its own number of the workspace into them.
 */

/** Bytes of a call: a row is 2 MB at most, and a third more in base64. */
const MAX_ARRIVAL_BYTES = 24 * 1024 * 1024;
/** How calls are read: see `readInternal`. */
export const ARRIVAL_SIGNATURE = {
  maxBytes: MAX_ARRIVAL_BYTES,
  words: "Sign the request with the secret of the arrival.",
} as const;
/** Rows are brought in calls of about so many bytes. */
export const ARRIVAL_SLICE_BYTES = 700_000;

/** A value of a row; bytes are base64. */
const Value = z.union([z.null(), z.number(), z.string(), z.object({ b64: z.string() })]);
export type WireValue = z.output<typeof Value>;
const Row = z.array(Value).max(200);
const Rows = z.array(Row).max(20_000);
const Table = z.string().max(100);

const Cursor = z.object({ table: Table, after: z.number() });
const Fields = z.record(z.string(), Value);

/** What is no row of a table of the workspace, known at the last moment before the decision. */
const Ready = z.object({
  act: z.literal("ready"),
  /** The last ids that were handed out, by table. */
  counted: z.array(z.tuple([Table, z.number()])).max(1_000),
  /** Up to where receipts were made. */
  receipts_read: z.unknown(),
  leads: z.int().min(0),
  workspace: Fields,
});

/** What was sealed there, open for the time of the call. */
const Secrets = z.object({
  act: z.literal("secrets"),
  secrets: z
    .array(
      z.object({
        /** `table value`, as both versions name it. */
        place: z.string().max(200),
        row: z.number(),
        /** As it lies there now: what was changed since stays. */
        was: z.string(),
        plain: z.string(),
      }),
    )
    .max(1_000),
});

/** Behind the decision: what the source never gives away before it, and what lies beside the workspace. */
const Open = z.object({
  act: z.literal("open"),
  release: z.string(),
  /** Ids of people there, and their addresses. */
  people: z.array(z.tuple([z.number(), z.string()])).max(100_000),
  /** The key of hashes of suppressions there, base64url. */
  hash_key: z.string(),
  /** Rows of tables of the installation, without the number of the workspace; secrets are open. */
  beside: z.array(z.object({ table: Table, row: Fields })).max(1_000),
});

export const ArrivalCall = z.discriminatedUnion("act", [
  z.object({ act: z.literal("begin") }),
  z.object({ act: z.literal("put"), table: Table, rows: Rows, cursor: Cursor.nullable() }),
  z.object({
    act: z.literal("apply"),
    changes: z.array(z.object({ table: Table, keys: Rows, rows: Rows })).max(1_000),
  }),
  z.object({ act: z.literal("holds"), table: Table, keys: Rows, digest: z.string() }),
  z.object({ act: z.literal("count"), table: Table }),
  Ready,
  Secrets,
  Open,
  z.object({ act: z.literal("wipe") }),
]);
export type ArrivalCall = z.output<typeof ArrivalCall>;
export type ArrivalCallOf<A extends ArrivalCall["act"]> = Extract<ArrivalCall, { act: A }>;

/** For good: what happens at links of a workspace that has arrived, which the source sent. */
export const LinkCall = z.discriminatedUnion("act", [
  /** A name that comes again adds nothing. */
  z.object({
    act: z.literal("hits"),
    batch: z.string().max(100),
    hits: z.array(z.record(z.string(), z.unknown())).max(1_000),
  }),
  /** The page behind its unsubscribe links. */
  z.object({
    act: z.literal("unsubscribe"),
    send: z.number(),
    method: z.enum(["GET", "HEAD", "POST", "OPTIONS"]),
    body: z.string().max(4_096),
    language: z.string().max(1_000),
  }),
  /** What its links to approvals ask, without a decision or with one. */
  z.object({
    act: z.literal("approval"),
    token: z.string().max(200),
    decision: z.record(z.string(), z.unknown()).nullable(),
  }),
]);
export type LinkCall = z.output<typeof LinkCall>;
export type LinkCallOf<A extends LinkCall["act"]> = Extract<LinkCall, { act: A }>;

export const BegunAnswer = z.object({ cursor: Cursor.nullable() });
export const HoldsAnswer = z.object({ holds: z.boolean() });
export const CountAnswer = z.object({ rows: z.number() });
export const PageAnswer = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
});
/** What was asked for, or the problem that the source answers in its place. */
export const ApprovalAnswer = z.object({
  answer: z.unknown().optional(),
  problem: z
    .object({
      code: z.enum(ERROR_CODES),
      message: z.string(),
      errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
    })
    .optional(),
});
export type PageAnswer = z.output<typeof PageAnswer>;

/** Where an installation takes these calls. */
export const arrivalPath = (id: string): string => `/internal/arrivals/${id}`;
export const linksPath = (id: string): string => `${arrivalPath(id)}/links`;
