import { z } from "zod";
import { ACTIONS } from "#platform/access/permissions.ts";
import { PRESETS } from "#platform/access/presets.ts";
import { NullableTime } from "#platform/contract/common.ts";
import { addressRange } from "#platform/rules/net/address-range.ts";

/** Ranges of a key. */
const MAX_RANGES = 50;

const AddressRange = z
  .string()
  .trim()
  .max(50)
  .transform((text, ctx) => {
    const range = addressRange(text);
    if (range !== null) return range;
    ctx.addIssue({
      code: "custom",
      params: { code: "invalid_range" },
      message: "Enter an address or a range, such as 203.0.113.0/24 or 2001:db8::/32.",
    });
    return z.NEVER;
  });

/** What a body may ask for. */
export const KeyScope = z.enum([...PRESETS, ...ACTIONS]);

/** What limits a new key; left out: nothing does. */
export const KeyLimitsBody = z.strictObject({
  scopes: z
    .array(KeyScope)
    .min(1, "Choose at least one scope, or leave scopes out for full access.")
    .max(200)
    .nullable()
    .default(null)
    .describe(
      "What the key may do: actions of the permission table, or presets, which become their actions at once; null, or full: all that its role allows, in later versions too.",
    ),
  expires_at: z.iso
    .datetime({ offset: true })
    .nullable()
    .default(null)
    .describe("From then on the key answers 401; null: it does not expire."),
  allow_cidrs: z
    .array(AddressRange)
    .max(MAX_RANGES, "At most 50 ranges.")
    .default([])
    .describe(
      "Addresses and ranges, IPv4 and IPv6, from which the key may be used, 50 at most; empty: from anywhere.",
    ),
});

/** The same in answers. */
export const KeyLimits = z.object({
  scopes: z
    .array(z.string())
    .nullable()
    .describe("The actions that the key is limited to; null: all that its role allows."),
  preset: z
    .enum(PRESETS)
    .nullable()
    .describe("The preset that has just these scopes in this version; null: none."),
  expires_at: NullableTime.describe("When the key stops; null: it does not expire."),
  allow_cidrs: z
    .array(z.string())
    .describe("Ranges from which the key may be used; empty: from anywhere."),
});

export const ScopeList = z
  .object({
    presets: z
      .array(
        z.object({
          name: z.enum(PRESETS).describe("As a body's scopes name it."),
          description: z.string().describe("What a key of this preset is for."),
          scopes: z
            .array(z.string())
            .describe("Its actions; a key gets those of them that its role allows."),
        }),
      )
      .describe("Named sets of scopes."),
    scopes: z
      .array(
        z.object({
          name: z.string().describe("The action, as the permission of each route names it."),
          description: z.string().describe("What it allows."),
          keys: z
            .array(z.enum(["employee", "client", "install"]))
            .describe("Which keys can have it: of a workspace by role, or of the installation."),
        }),
      )
      .describe("Every scope that some key can have."),
  })
  .meta({
    examples: [
      {
        presets: [
          {
            name: "read",
            description: "Reads everything, changes nothing",
            scopes: ["workspaces.list", "leads.read"],
          },
        ],
        scopes: [
          {
            name: "leads.read",
            description: "See and export leads and lists",
            keys: ["employee", "client", "install"],
          },
        ],
      },
    ],
  });
export type ScopeList = z.output<typeof ScopeList>;
