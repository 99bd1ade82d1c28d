import { z } from "zod";
import { SWITCH_WORDS } from "#platform/access/switch-words.ts";
import {
  actionsOfClient,
  CLIENT_PRESETS,
  SWITCHES,
  switchesOf,
} from "#platform/access/switches.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { pathId } from "#platform/contract/common.ts";

const CONTAINED = SWITCHES.map((name) => `\`${name}\`: ${SWITCH_WORDS[name].contains}.`).join(" ");
const ADDED = CLIENT_PRESETS.map((name) => `\`${name}\`: ${switchesOf(name).join(", ")}`).join(
  "; ",
);

const Preset = z.enum(CLIENT_PRESETS);
const Switches = z.array(z.enum(SWITCHES)).max(SWITCHES.length);

/** What the clients of a workspace may do, beyond reading its campaigns, figures and inbox. */
export const ClientAccess = z
  .object({
    preset: Preset.nullable().describe(
      `The preset that has just these switches, null where none does. ${ADDED}.`,
    ),
    switches: Switches.describe(
      `What people with the role client, and API keys with that role, may do here. ${CONTAINED}`,
    ),
    actions: z
      .array(z.string())
      .describe("Every action that this allows, as `x-permission` names them at the routes."),
  })
  .meta({
    examples: [
      {
        preset: "viewer",
        switches: ["see_leads"],
        actions: [...actionsOfClient(switchesOf("viewer"))],
      },
    ],
  });
export type ClientAccess = z.output<typeof ClientAccess>;

export const ClientAccessBody = z
  .strictObject({
    preset: Preset.optional().describe(`A preset becomes its switches. ${ADDED}.`),
    switches: Switches.optional().describe(
      `The switches one by one; what is left out is off, but what another contains is on. ${CONTAINED}`,
    ),
  })
  .refine(({ preset, switches }) => (preset === undefined) !== (switches === undefined), {
    message: "Send either preset or switches.",
  });
export type ClientAccessBody = z.output<typeof ClientAccessBody>;

export const ClientAccessParams = z.object({ wid: pathId<WorkspaceId>() });
