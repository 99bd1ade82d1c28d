import { z } from "zod";
import { DNS_TROUBLES } from "#platform/rules/dns/record.ts";
import { ROUTE_WARNINGS } from "#platform/rules/dns/route.ts";
import type { ListId } from "#platform/rules/ids.ts";
import { VALIDATION_STATUSES } from "#modules/leads/rules/validation/validation.ts";
import { bodyId, NullableTime, Time } from "#platform/contract/common.ts";

/** The breakdown of a score: points and deltas sum to it. */
export const ValidationBreakdown = z.object({
  score: z.int().min(0).max(100),
  status: z.enum(VALIDATION_STATUSES),
  points: z.object({
    syntax: z.int(),
    domain: z.int(),
    person: z.int(),
    route: z.int(),
    avatar: z.int(),
  }),
  /** Deductions, caps and floors, in the order of application; `limit` is the cap or floor. */
  adjustments: z.array(z.object({ code: z.string(), delta: z.int(), limit: z.int().nullable() })),
  syntax: z.object({
    ok: z.boolean(),
    form: z.string(),
    normalized: z.string().nullable(),
    reason: z.string().nullable(),
    unwrapped: z.boolean(),
  }),
  disposable: z.object({ hit: z.boolean(), match: z.string().nullable() }),
  role: z.object({ hit: z.boolean(), class: z.enum(["role", "unattended"]).nullable() }),
  free: z.boolean(),
  relay: z.boolean(),
  mx: z.object({
    state: z.enum(["mx", "address_only", "none", "null_mx", "nxdomain", "temporary"]),
    hosts: z.array(z.string()),
    provider: z.string().nullable(),
    /** Why DNS gave no answer; absent where it was not asked. */
    trouble: z.enum(DNS_TROUBLES).nullable().optional(),
    alias: z.boolean().optional(),
    warnings: z.array(z.enum(ROUTE_WARNINGS)).optional(),
  }),
  a: z.object({ state: z.enum(["found", "not_found", "unknown", "not_needed"]) }),
  avatar: z.object({ state: z.enum(["found", "not_found", "unknown", "off"]) }),
  history: z.object({ bounced: z.boolean(), replied: z.boolean() }),
  suggestion: z.string().nullable(),
  listVersion: z.string(),
  /** `dns_unknown`: DNS gave no answer, and the lead is validated again at `retryAt`. */
  reason: z.literal("dns_unknown").nullable(),
  retryAt: NullableTime,
  checkedAt: Time,
});
export type ValidationBreakdown = z.output<typeof ValidationBreakdown>;

export const ValidateListBody = z.strictObject({ list_id: bodyId<ListId>() });

export const VALIDATION_JOB_STATUSES = [
  "queued",
  "running",
  "completed",
  "failed",
  "cancelled",
] as const;
const JobStatus = z.enum(VALIDATION_JOB_STATUSES);

export const ValidateListAnswer = z.object({
  job_id: z.int(),
  list_id: z
    .int()
    .nullable()
    .describe("List that is validated; null for leads that were chosen in another way."),
  total: z.int(),
  status: JobStatus,
});
export type ValidateListAnswer = z.output<typeof ValidateListAnswer>;

export const ValidationJob = ValidateListAnswer.extend({
  /** Leads that have their result. */
  done: z.int(),
  /** Of those, by status. */
  counts: z.object({ valid: z.int(), risky: z.int(), invalid: z.int() }),
  created_at: Time,
  /** Null while it waits: two jobs of a workspace run at a time. */
  started_at: NullableTime,
  finished_at: NullableTime,
});
export type ValidationJob = z.output<typeof ValidationJob>;

export const ValidateEmailBody = z.strictObject({ email: z.string().min(1).max(1_000) });

/** The result of one address; stored only where a lead of the workspace has it. */
export const ValidateEmailAnswer = z.object({
  email: z.string(),
  lead_id: z.int().nullable(),
  score: z.int().min(0).max(100),
  validation_status: z.enum(VALIDATION_STATUSES),
  validation: ValidationBreakdown,
  validated_at: Time,
});
export type ValidateEmailAnswer = z.output<typeof ValidateEmailAnswer>;
