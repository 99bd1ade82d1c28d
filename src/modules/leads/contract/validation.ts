import { z } from "zod";
import { DNS_TROUBLES } from "#platform/rules/dns/record.ts";
import { ROUTE_WARNINGS } from "#platform/rules/dns/route.ts";
import type { ListId } from "#platform/rules/ids.ts";
import { VALIDATION_STATUSES } from "#modules/leads/rules/validation/validation.ts";
import { bodyId, NullableTime, Time } from "#platform/contract/common.ts";

/** The breakdown of a score: points and deltas sum to it. */
export const ValidationBreakdown = z.object({
  score: z
    .int()
    .min(0)
    .max(100)
    .describe("0 to 100: the sum of the points and of what the adjustments add or take."),
  status: z
    .enum(VALIDATION_STATUSES)
    .describe("What the score means: `valid` from 80 on, `risky` from 50 on, else `invalid`."),
  points: z
    .object({
      syntax: z.int().describe("20 for a plain address, 5 for an unusual form."),
      domain: z.int().describe("20 unless the domain is disposable."),
      person: z.int().describe("15 unless the address is that of a role."),
      route: z
        .int()
        .describe(
          "35 with mail servers, 15 with an address of the domain alone, 20 if DNS gave no answer, else 0.",
        ),
      avatar: z.int().describe("10 if an avatar was found."),
    })
    .describe("Points by what was found; all 0 if the syntax is wrong."),
  adjustments: z
    .array(
      z.object({
        code: z.string().describe("Why, as a stable code such as `likely_typo` or `cap_role`."),
        delta: z
          .int()
          .describe("Points that it added or took; 0 for a limit that changed nothing."),
        limit: z.int().nullable().describe("The cap or floor; null for a deduction."),
      }),
    )
    .describe("Deductions, caps and floors, in the order of application."),
  syntax: z
    .object({
      ok: z.boolean().describe("Whether email can be sent to an address of this form."),
      form: z.string().describe("`mailbox` for a plain address, else which unusual form it has."),
      normalized: z
        .string()
        .nullable()
        .describe("The address as email is sent to it; null if the syntax is wrong."),
      reason: z
        .string()
        .nullable()
        .describe("What is wrong or unusual, as a stable code; null for a plain address."),
      unwrapped: z
        .boolean()
        .describe("Whether outer spaces or a name around the address were removed first."),
    })
    .describe("How the address is written."),
  disposable: z
    .object({
      hit: z.boolean().describe("Whether it is."),
      match: z
        .string()
        .nullable()
        .describe("The name on the list: the domain or one above it. Null: none."),
    })
    .describe("Whether the domain is on the list of disposable ones."),
  role: z
    .object({
      hit: z.boolean().describe("Whether it is."),
      class: z
        .enum(["role", "unattended"])
        .nullable()
        .describe("`unattended`: nobody reads it, such as no-reply. Null: no role."),
    })
    .describe("Whether the address is that of a role, such as info or sales, not of a person."),
  free: z.boolean().describe("Whether the domain is one of a free mail provider."),
  relay: z
    .boolean()
    .describe("Whether the domain is one of a service that forwards to another mailbox."),
  mx: z
    .object({
      state: z
        .enum(["mx", "address_only", "none", "null_mx", "nxdomain", "temporary"])
        .describe(
          "`mx`: it has mail servers; `address_only`: a public address alone; `none`: neither; `null_mx`: it takes no email; `nxdomain`: it does not exist; `temporary`: DNS gave no answer.",
        ),
      hosts: z
        .array(z.string())
        .describe("Mail servers, the preferred first, 5 at most; empty unless `mx`."),
      provider: z.string().nullable().describe("Who runs the servers; null: not known."),
      trouble: z
        .enum(DNS_TROUBLES)
        .nullable()
        .optional()
        .describe("Why DNS gave no answer; null if it gave one, absent where it was not asked."),
      alias: z
        .boolean()
        .optional()
        .describe("Whether the domain is an alias of another; absent where DNS was not asked."),
      warnings: z
        .array(z.enum(ROUTE_WARNINGS))
        .optional()
        .describe("What breaks a rule but still receives email; absent where DNS was not asked."),
    })
    .describe("Where DNS says that email to the domain goes."),
  a: z
    .object({
      state: z
        .enum(["found", "not_found", "unknown", "not_needed"])
        .describe("`not_needed`: mail servers or their absence decided already."),
    })
    .describe("Whether a domain without mail servers has a public address."),
  avatar: z
    .object({
      state: z
        .enum(["found", "not_found", "unknown", "off"])
        .describe("`unknown`: the service gave no answer; `off`: it was not asked."),
    })
    .describe("Whether the avatar service knows the address."),
  history: z
    .object({
      bounced: z.boolean().describe("Whether an email to it bounced."),
      replied: z.boolean().describe("Whether it replied."),
    })
    .describe("What happened to this address in this installation before."),
  suggestion: z
    .string()
    .nullable()
    .describe(
      "The address that was probably meant, where it looks like a typo; null: it does not.",
    ),
  listVersion: z.string().describe("Version of the lists of domains and roles that were used."),
  reason: z
    .literal("dns_unknown")
    .nullable()
    .describe(
      "`dns_unknown`: DNS gave no answer, and the lead is validated again at retryAt. Null: it did.",
    ),
  retryAt: NullableTime.describe("When it is validated again; null: it is not."),
  checkedAt: Time.describe("When it was validated."),
});
export type ValidationBreakdown = z.output<typeof ValidationBreakdown>;

export const ValidateListBody = z.strictObject({
  list_id: bodyId<ListId>().describe("The list whose leads are validated."),
});

export const VALIDATION_JOB_STATUSES = [
  "queued",
  "running",
  "completed",
  "failed",
  "cancelled",
] as const;
const JobStatus = z.enum(VALIDATION_JOB_STATUSES);

export const ValidateListAnswer = z.object({
  job_id: z.int().describe("Id of the validation."),
  list_id: z
    .int()
    .nullable()
    .describe("List that is validated; null for leads that were chosen in another way."),
  total: z.int().describe("Leads that it validates."),
  status: JobStatus.describe("Where it is; `queued` while it waits for others of the workspace."),
});
export type ValidateListAnswer = z.output<typeof ValidateListAnswer>;

export const ValidationJob = ValidateListAnswer.extend({
  done: z.int().describe("Leads that have their result."),
  counts: z
    .object({
      valid: z.int().describe("Leads with a score of 80 or more."),
      risky: z.int().describe("Leads with a score from 50 to 79."),
      invalid: z.int().describe("Leads with a score below 50."),
    })
    .describe("Those leads by their result."),
  created_at: Time.describe("When it was started."),
  started_at: NullableTime.describe("When its first lead was taken up; null while it waits."),
  finished_at: NullableTime.describe("When it ended; null while it goes on."),
});
export type ValidationJob = z.output<typeof ValidationJob>;

export const ValidateEmailBody = z.strictObject({
  email: z
    .string()
    .min(1)
    .max(1_000)
    .describe("The address, as it is written; up to 1,000 characters."),
});

/** The result of one address; stored only where a lead of the workspace has it. */
export const ValidateEmailAnswer = z.object({
  email: z.string().describe("The address as it was validated."),
  lead_id: z
    .int()
    .nullable()
    .describe(
      "Id of the lead that has the address, and on which the result is stored; null: there is none, and nothing is stored.",
    ),
  score: z.int().min(0).max(100).describe("0 to 100."),
  validation_status: z
    .enum(VALIDATION_STATUSES)
    .describe("What the score means: `valid` from 80 on, `risky` from 50 on, else `invalid`."),
  validation: ValidationBreakdown.describe("The breakdown of the score."),
  validated_at: Time.describe("When it was validated."),
});
export type ValidateEmailAnswer = z.output<typeof ValidateEmailAnswer>;
