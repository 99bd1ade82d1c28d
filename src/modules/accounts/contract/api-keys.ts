import { z } from "zod";
import { NullableTime, pathId, Time } from "#platform/contract/common.ts";
import { KeyLimits, KeyLimitsBody } from "./key-limits.ts";

export const CreateApiKeyBody = KeyLimitsBody.extend({
  name: z
    .string()
    .trim()
    .min(1, "Enter a name for the key.")
    .max(100)
    .describe("What the key is for."),
  role: z
    .enum(["employee", "client"])
    .default("employee")
    .describe("What the key may do in its workspace, within its scopes."),
});
export type CreateApiKeyBody = z.output<typeof CreateApiKeyBody>;

export const API_KEY_EXAMPLE = {
  id: 4,
  name: "CRM sync",
  role: "employee",
  prefix: "svc_live_",
  last_four: "k3Qa",
  created_by: 7,
  adopted_by: null,
  status: "active",
  created_at: "2026-01-05T09:00:00.000Z",
  last_used_at: "2026-11-24T08:12:00.000Z",
  scopes: null,
  preset: "full",
  expires_at: null,
  allow_cidrs: [],
};

export const ApiKey = KeyLimits.extend({
  id: z.int().describe("Id of the key."),
  name: z.string().describe("What the key is for."),
  role: z.enum(["employee", "client"]).describe("What it may do, within its scopes."),
  prefix: z.string().describe("How every key begins."),
  last_four: z.string().describe("Its last four characters."),
  created_by: z.int().nullable().describe("The person who made it."),
  adopted_by: z.int().nullable().describe("The admin who took it over, and answers for it since."),
  status: z
    .enum(["active", "stopped", "flagged", "expired"])
    .describe(
      "`stopped`: who answers for it left the workspace, so it answers 401 until an admin adopts it; `flagged`: they had left before an update brought that rule, so it goes on working, and should be adopted or revoked; `expired`: `expires_at` is over.",
    ),
  created_at: Time.describe("When it was made."),
  last_used_at: NullableTime.describe("To the minute; null: never."),
}).meta({ examples: [API_KEY_EXAMPLE] });
export type ApiKey = z.output<typeof ApiKey>;

/** The only answer that holds the key itself. */
export const CreatedApiKey = ApiKey.extend({
  key: z.string().describe("The key itself; no other answer shows it."),
});

/** A key that hangs on nobody who may enter its workspace. */
export const OrphanedKey = ApiKey.extend({
  status: z
    .enum(["stopped", "flagged"])
    .describe("`stopped`: it answers 401; `flagged`: it goes on working since before an update."),
  workspace: z
    .object({
      id: z.int().describe("Id of the workspace."),
      name: z.string().describe("Its name."),
    })
    .describe("The workspace that it opens."),
}).meta({
  examples: [
    {
      id: 4,
      name: "CRM sync",
      role: "employee",
      prefix: "svc_live_",
      last_four: "k3Qa",
      created_by: 7,
      adopted_by: null,
      status: "stopped",
      created_at: "2026-11-18T12:00:00.000Z",
      last_used_at: null,
      scopes: null,
      preset: "full",
      expires_at: null,
      allow_cidrs: [],
      workspace: { id: 3, name: "Acme" },
    },
  ],
});
export type OrphanedKey = z.output<typeof OrphanedKey>;

export const ApiKeyParams = z.object({ wid: z.string(), id: pathId<number>() });
