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

export const Suppression = z
  .object({
    id: z.int().describe("Id of the entry."),
    kind: z.enum(SUPPRESSION_KINDS).describe("Whether it is an address or a whole domain."),
    value: z
      .string()
      .nullable()
      .describe(
        "The address or domain; null where only the hash is kept, which suppresses as well.",
      ),
    hash_only: z.boolean().describe("Whether the address is kept as a hash alone."),
    /** SHA-256 of the value, hex. */
    hash: z
      .string()
      .describe(
        "SHA-256, in hex, of a value that is shown; for one that is not, `<key>:<hash>` by a key of this installation, which alone can take it back.",
      ),
    reason: z.enum(SUPPRESSION_REASONS).describe("Why nothing is sent there."),
    created_at: Time.describe("When it was added."),
  })
  .meta({
    examples: [
      {
        id: 31,
        kind: "address",
        value: "joe@contoso.com",
        hash_only: false,
        hash: "e7ffa1cb0a6e9b1bd8e2a4f1e4bd6a3c2f0ff4a9a2ac0e7b6f9d1f3a5b7c9d1e",
        reason: "manual",
        created_at: "2026-11-24T08:12:00.000Z",
      },
    ],
  });
export type Suppression = z.output<typeof Suppression>;

export const SuppressionsQuery = PageQuery.extend({
  kind: z.enum(SUPPRESSION_KINDS).optional().describe("Only addresses, or only domains."),
  reason: z.enum(SUPPRESSION_REASONS).optional().describe("Only entries with this reason."),
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
    email: LeadEmail.optional().describe("An address; send just one of email, domain and hash."),
    domain: Domain.optional().describe("A domain: nothing is sent to any of its addresses."),
    hash: Hash.optional().describe(
      "SHA-256, in hex, of an address that you may not disclose, or a hash as this installation shows it.",
    ),
    reason: GivenReason.default("manual").describe(
      "Why; by default `manual`. An entry that is there already keeps its first reason.",
    ),
    hash_only: z
      .boolean()
      .default(false)
      .describe(
        "Whether only the hash of the address is stored and the address never shown. Not for domains.",
      ),
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
  reason: GivenReason.default("manual").describe(
    "Reason of entries that name none; by default `manual`.",
  ),
  hash_only: z
    .enum(["true", "false"])
    .default("false")
    .describe("`true`: only the hashes of the addresses are stored."),
});
export type ImportSuppressionsQuery = z.output<typeof ImportSuppressionsQuery>;

export const ImportSuppressionsAnswer = z
  .object({
    total: z.int().describe("Entries that were read."),
    added: z.int().describe("Entries that are new."),
    already_suppressed: z.int().describe("Entries that were there already."),
    invalid: z.int().describe("Entries that could not be read."),
    errors: z
      .array(
        z.object({
          line: z.int().describe("Line of the file, or place in the array from 1."),
          value: z.string().describe("The entry as it was sent."),
          code: z.string().describe("What is wrong, as a stable code."),
          message: z.string().describe("What is wrong, for a person."),
        }),
      )
      .describe("The first hundred of those."),
  })
  .meta({
    examples: [
      {
        total: 3,
        added: 1,
        already_suppressed: 1,
        invalid: 1,
        errors: [
          {
            line: 3,
            value: "nobody",
            code: "invalid_value",
            message: "Send an address, a domain, or the SHA-256 of an address.",
          },
        ],
      },
    ],
  });
export type ImportSuppressionsAnswer = z.output<typeof ImportSuppressionsAnswer>;
