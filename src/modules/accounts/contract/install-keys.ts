import { z } from "zod";
import { bodyId, NullableTime, pathId, Time } from "#platform/contract/common.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { KeyLimits, KeyLimitsBody } from "./key-limits.ts";

/** Workspaces that a key names; one for more opens all. */
const MAX_NAMED = 1_000;

export const CreateInstallKeyBody = KeyLimitsBody.extend({
  name: z
    .string()
    .trim()
    .min(1, "Enter a name for the key.")
    .max(100)
    .describe("What the key is for."),
  workspace_ids: z
    .array(bodyId<WorkspaceId>())
    .min(1, "Name a workspace, or leave workspace_ids out for all.")
    .max(MAX_NAMED)
    .nullable()
    .default(null)
    .describe("The workspaces that the key opens, 1,000 at most; null: all, and those to come."),
});
export type CreateInstallKeyBody = z.output<typeof CreateInstallKeyBody>;

export const KeyAdmin = z.object({
  id: z.int().describe("Id of the account."),
  name: z.string().nullable().describe("Its name; null: the account is gone."),
});

const EXAMPLE = {
  id: 1,
  name: "Agency sync",
  workspaces: [{ id: 3, name: "Acme" }],
  prefix: "svc_live_",
  last_four: "k3Qa",
  created_by: { id: 1, name: "Ann" },
  adopted_by: null,
  status: "active",
  created_at: "2026-11-18T12:00:00.000Z",
  last_used_at: null,
  scopes: ["workspaces.list", "workspace.read", "leads.read"],
  preset: null,
  expires_at: "2027-11-18T12:00:00.000Z",
  allow_cidrs: ["203.0.113.0/24"],
};

export const InstallKey = KeyLimits.extend({
  id: z.int().describe("Id of the key; ids of workspaces' keys are counted apart."),
  name: z.string().describe("What the key is for."),
  workspaces: z
    .array(
      z.object({
        id: z.int().describe("Id of the workspace."),
        name: z.string().describe("Its name."),
      }),
    )
    .nullable()
    .describe("The workspaces that it opens; null: all."),
  prefix: z.string().describe("How every key begins."),
  last_four: z.string().describe("Its last four characters."),
  created_by: KeyAdmin.describe("Who made it."),
  adopted_by: KeyAdmin.nullable().describe("The admin who took it over, and answers for it since."),
  status: z
    .enum(["active", "stopped", "expired"])
    .describe(
      "`stopped`: who answers for it is no admin any more, so it answers 401 until an admin adopts it; `expired`: `expires_at` is over.",
    ),
  created_at: Time.describe("When it was made."),
  last_used_at: NullableTime.describe("To the minute; null: never."),
}).meta({ examples: [EXAMPLE] });
export type InstallKey = z.output<typeof InstallKey>;

/** The only answer that holds the key itself. */
export const CreatedInstallKey = InstallKey.extend({
  key: z.string().describe("The key, shown in this answer only."),
}).meta({ examples: [{ ...EXAMPLE, key: "svc_live_..." }] });

export const InstallKeyParams = z.object({ id: pathId<number>() });
