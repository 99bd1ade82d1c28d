import type { MoveClient } from "#modules/moving/contract/moves.ts";
import type { Rival } from "#modules/moving/rules/found.ts";
import { t } from "#dashboard/words/words.ts";

/** Where each product shows its key, what the key must allow, and which files it exports. */
export const RIVAL_HELP: Readonly<
  Record<
    Rival,
    {
      readonly where: string;
      readonly scopes: readonly string[];
      readonly whole: string;
      readonly files: string;
    }
  >
> = {
  instantly: {
    where: t("Settings, Integrations, API keys, Create API key (version 2)."),
    scopes: [
      "workspaces:read",
      "campaigns:read",
      "subsequences:read",
      "leads:read",
      "lead_lists:read",
      "lead-labels:read",
      "emails:read",
      "accounts:read",
      "custom_tags:read",
      "custom_tag_mappings:read",
      "block_list_entries:read",
    ],
    whole: t("all:read has them all. A key of the main workspace reads its sub-workspaces too."),
    files: t(
      "Leads of a campaign, mailboxes, and the block list. Its files do not say how far a lead is.",
    ),
  },
  smartlead: {
    where: t("Settings, API key."),
    scopes: [],
    whole: t("The key has no scopes. It reads all clients of the account."),
    files: t("Leads of a campaign say how far each lead is. Add mailboxes and the block list."),
  },
  lemlist: {
    where: t("Settings, Integrations, API, Generate a key."),
    scopes: [],
    whole: t("The key has no scopes. It reads one team."),
    files: t("Leads of a campaign and unsubscribes. Its files do not say how far a lead is."),
  },
};

/** What belongs to no client, as each product calls them. */
export const HOMELESS: Readonly<Record<Rival, { readonly name: string; readonly help: string }>> = {
  instantly: {
    name: t("Without a sub-workspace"),
    help: t(
      "They are listed as “Without a sub-workspace”. Decide where they go, or leave them out. Suppressions without a sub-workspace apply to every workspace.",
    ),
  },
  smartlead: {
    name: t("Without a client"),
    help: t(
      "They are listed as “Without a client”. Decide where they go, or leave them out. Suppressions without a client apply to every workspace.",
    ),
  },
  lemlist: {
    name: t("Without a team"),
    help: t(
      "They are listed as “Without a team”. Decide where they go, or leave them out. Suppressions without a team apply to every workspace.",
    ),
  },
};

/** What a client is called; what has none is one of many, or all there is. */
export function clientName(
  client: Pick<MoveClient, "ref" | "name">,
  all: readonly Pick<MoveClient, "ref">[],
  rival: Rival,
): string {
  if (client.name !== "") return client.name;
  if (client.ref !== "") return client.ref;
  return all.length > 1 ? HOMELESS[rival].name : t("The whole account");
}
