import { z } from "zod";
import { PageQuery, Time } from "#platform/contract/common.ts";
import { readDomain, readHash, readSuppression } from "#modules/leads/rules/suppression-entry.ts";
import { LeadEmail } from "./leads.ts";
import { SUPPRESSION_KINDS } from "./suppressions.ts";

/** How an entry came on the list of the installation. */
export const INSTALL_CAUSES = ["manual", "imported", "opt_out", "complaint", "erased"] as const;

export const InstallSuppression = z
  .object({
    id: z.int().describe("The number of the entry."),
    kind: z
      .enum(SUPPRESSION_KINDS)
      .describe("`address` blocks one address, `domain` every address of a domain."),
    hash: z
      .string()
      .describe(
        "`<key>:<hash>`: the keyed hash of the value. Only the hash is stored, so the value is never shown.",
      ),
    cause: z
      .enum(INSTALL_CAUSES)
      .describe(
        "How it came on the list: added by an admin, imported, an opt-out or complaint of a workspace, or an erasure.",
      ),
    workspace_id: z
      .int()
      .nullable()
      .describe("The workspace in which the person opted out; null if an admin added it."),
    created_at: Time.describe("When it was added."),
  })
  .meta({
    examples: [
      {
        id: 12,
        kind: "address",
        hash: "1f0c2b9a:6c3f0e5b7a1d4a2f9be1c0d7e8f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f6",
        cause: "opt_out",
        workspace_id: 7,
        created_at: "2026-03-02T09:30:00.000Z",
      },
    ],
  });
export type InstallSuppression = z.output<typeof InstallSuppression>;

export const InstallSuppressionsQuery = PageQuery.omit({ q: true }).extend({
  value: z
    .string()
    .max(1_000)
    .transform((text, ctx) => {
      const entry = readSuppression(text);
      if (entry !== null) return entry;
      ctx.addIssue({ code: "custom", message: "Send a whole address, a domain or a hash." });
      return z.NEVER;
    })
    .optional()
    .describe("Only this whole address, domain or hash. Parts of one cannot be searched."),
  kind: z.enum(SUPPRESSION_KINDS).optional().describe("Only addresses, or only domains."),
  cause: z.enum(INSTALL_CAUSES).optional().describe("Only entries that came on the list this way."),
});
export type InstallSuppressionsQuery = z.output<typeof InstallSuppressionsQuery>;

const readAs = (read: (text: string) => string | null, max: number, message: string) =>
  z
    .string()
    .max(max)
    .transform((text, ctx) => {
      const value = read(text);
      if (value !== null) return value;
      ctx.addIssue({ code: "custom", message });
      return z.NEVER;
    });

export const AddInstallSuppressionBody = z
  .strictObject({
    email: LeadEmail.optional().describe("An address that no workspace may write to."),
    domain: readAs(readDomain, 300, "Enter a domain, such as example.com.")
      .optional()
      .describe("A domain: no address of it is written to."),
    hash: readAs(readHash, 100, "Send the SHA-256 of the address, in hex.")
      .optional()
      .describe(
        "The SHA-256 of an address, in hex, or a `<key>:<hash>` as this installation shows it.",
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
  .meta({ examples: [{ email: "ann@acme.example" }] });
export type AddInstallSuppressionBody = z.output<typeof AddInstallSuppressionBody>;

export const ImportInstallSuppressionsAnswer = z
  .object({
    total: z.int().describe("Entries of the list."),
    added: z.int().describe("Entries that are new on the list of the installation."),
    already_suppressed: z.int().describe("Entries that were on it already, repeats included."),
    invalid: z.int().describe("Entries that are no address, domain or hash."),
    errors: z
      .array(
        z.object({
          line: z.int().describe("The line of the file, or the place in the array."),
          value: z.string().describe("The entry as it was given, up to 254 characters."),
          code: z.string().describe("`missing_value` or `invalid_value`."),
          message: z.string().describe("What to send instead."),
        }),
      )
      .describe("The first 100 invalid entries."),
  })
  .meta({ examples: [{ total: 2, added: 2, already_suppressed: 0, invalid: 0, errors: [] }] });
export type ImportInstallSuppressionsAnswer = z.output<typeof ImportInstallSuppressionsAnswer>;
