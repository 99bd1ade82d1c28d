import type { Integration } from "#modules/events/contract/integrations.ts";
import { t } from "#dashboard/words/words.ts";

/** What sentences call a connection: "Slack (Replies)". */
export const connectionName = ({ title, name }: Integration): string =>
  name === null ? title : t("{title} ({name})", { title, name });

/** What is typed to configure it; events are ticked, and a scope is chosen. */
export const typedConfig = ({ config_fields }: Integration) =>
  config_fields.filter(({ name }) => name !== "events" && name !== "scope");

export const hasScope = ({ config_fields }: Integration): boolean =>
  config_fields.some(({ name }) => name === "scope");

/** The events that it is sent now. */
export const sentEvents = ({ events, config }: Integration): readonly string[] => {
  const chosen = config["events"];
  return Array.isArray(chosen) ? events.filter((event) => chosen.includes(event)) : [];
};
