import { z } from "zod";
import { normalizeEmail } from "#domain/leads/email.ts";
import { PageQuery, Time } from "./common.ts";

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

const Address = z
  .string()
  .max(1_000)
  .transform((text, ctx) => {
    const email = normalizeEmail(text);
    if (email !== null) return email;
    ctx.addIssue({ code: "custom", message: "Give an email address, such as ann@example.com." });
    return z.NEVER;
  });
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^@/, ""))
  .pipe(z.string().regex(DOMAIN, "Give a domain, such as example.com."));

export const AddSuppressionBody = z
  .strictObject({
    email: Address.optional(),
    domain: Domain.optional(),
    reason: z.enum(SUPPRESSION_REASONS).exclude(["erased"]).default("manual"),
  })
  .refine(({ email, domain }) => (email === undefined) !== (domain === undefined), {
    message: "Give an email or a domain.",
    path: ["email"],
  });
export type AddSuppressionBody = z.output<typeof AddSuppressionBody>;
