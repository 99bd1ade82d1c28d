import { z } from "zod";
import { PageQuery, Time } from "./common.ts";
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
  /** Null where a person was erased: the hash still suppresses. */
  value: z.string().nullable(),
  /** SHA-256 of the value, hex. */
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

const DOMAIN =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^@/, ""))
  .pipe(z.string().regex(DOMAIN, "Give a domain, such as example.com."));

export const AddSuppressionBody = z
  .strictObject({
    email: LeadEmail.optional(),
    domain: Domain.optional(),
    reason: z.enum(SUPPRESSION_REASONS).exclude(["erased"]).default("manual"),
  })
  .refine(({ email, domain }) => (email === undefined) !== (domain === undefined), {
    message: "Give an email or a domain.",
    path: ["email"],
    params: { code: "one_of" },
  });
export type AddSuppressionBody = z.output<typeof AddSuppressionBody>;
