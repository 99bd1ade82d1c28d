import { z } from "zod";
import { readDomain, readHash } from "#modules/leads/rules/suppression-entry.ts";
import { PageQuery, Time } from "#platform/contract/common.ts";
import { LeadEmail } from "./leads.ts";

export const SUPPRESSION_REASONS = [
  "unsubscribed",
  "bounced",
  "complained",
  "manual",
  "do_not_contact",
  "erased",
] as const;
export const SUPPRESSION_KINDS = ["address", "domain"] as const;

export const Suppression = z.object({
  id: z.int(),
  kind: z.enum(SUPPRESSION_KINDS),
  /** Null where only the hash is kept: it still suppresses. */
  value: z.string().nullable(),
  hash_only: z.boolean(),
  /** SHA-256 of the value, hex. */
  /** SHA-256 of a value that is shown; for one that is not, `<key>:<hash>` under the install's key, which this install takes back. */
  hash: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  created_at: Time,
});
export type Suppression = z.output<typeof Suppression>;

export const SuppressionsQuery = PageQuery.extend({
  kind: z.enum(SUPPRESSION_KINDS).optional(),
  reason: z.enum(SUPPRESSION_REASONS).optional(),
});
export type SuppressionsQuery = z.output<typeof SuppressionsQuery>;

const Domain = z
  .string()
  .max(300)
  .transform((text, ctx) => {
    const domain = readDomain(text);
    if (domain !== null) return domain;
    ctx.addIssue({ code: "custom", message: "Enter a domain, such as example.com." });
    return z.NEVER;
  });

const Hash = z
  .string()
  .max(100)
  .transform((text, ctx) => {
    const hash = readHash(text);
    if (hash !== null) return hash;
    ctx.addIssue({ code: "custom", message: "Send the SHA-256 of the address, in hex." });
    return z.NEVER;
  });

const GivenReason = z.enum(SUPPRESSION_REASONS).exclude(["erased"]);

export const AddSuppressionBody = z
  .strictObject({
    email: LeadEmail.optional(),
    domain: Domain.optional(),
    /** SHA-256 of an address that you may not disclose, hex. */
    hash: Hash.optional(),
    reason: GivenReason.default("manual"),
    /** Keep the hash of the address and never show the address. */
    hash_only: z.boolean().default(false),
  })
  .refine(
    ({ email, domain, hash }) =>
      [email, domain, hash].filter((given) => given !== undefined).length === 1,
    {
      message: "Send an email, a domain or a hash.",
      path: ["email"],
      params: { code: "one_of" },
    },
  )
  .refine(({ domain, hash_only }) => domain === undefined || !hash_only, {
    message: "Only addresses can be stored as a hash alone.",
    path: ["hash_only"],
    params: { code: "not_for_domains" },
  });
export type AddSuppressionBody = z.output<typeof AddSuppressionBody>;

/** Entries of one JSON body; more come as a file. */
export const MAX_SUPPRESSIONS_PER_BODY = 20_000;

/** A list in JSON: each entry an address, a domain, the SHA-256 of an address, or one with its reason. */
export const ImportSuppressionsBody = z
  .array(
    z.union([
      z.string().max(1_000),
      z.strictObject({ value: z.string().max(1_000), reason: GivenReason.optional() }),
    ]),
  )
  .min(1)
  .max(MAX_SUPPRESSIONS_PER_BODY);

/** What goes for all entries of an import. */
export const ImportSuppressionsQuery = z.object({
  /** Where an entry names none. */
  reason: GivenReason.default("manual"),
  hash_only: z.enum(["true", "false"]).default("false"),
});
export type ImportSuppressionsQuery = z.output<typeof ImportSuppressionsQuery>;

export const ImportSuppressionsAnswer = z.object({
  total: z.int(),
  added: z.int(),
  already_suppressed: z.int(),
  invalid: z.int(),
  /** The first hundred. */
  errors: z.array(
    z.object({ line: z.int(), value: z.string(), code: z.string(), message: z.string() }),
  ),
});
export type ImportSuppressionsAnswer = z.output<typeof ImportSuppressionsAnswer>;
