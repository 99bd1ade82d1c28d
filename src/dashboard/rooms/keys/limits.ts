import type { z } from "zod";
import type { KeyLimits } from "#modules/accounts/contract/key-limits.ts";
import type { Action } from "#platform/access/permissions.ts";
import {
  type KeyRole,
  type Preset,
  PRESETS,
  presetScopes,
  scopesFor,
} from "#platform/access/presets.ts";
import { isApiError } from "#dashboard/api/problem.ts";
import { words } from "#dashboard/lib/format.ts";
import { t } from "#dashboard/words/words.ts";
import { SCOPE_TEXTS } from "./scope-words.ts";

export type Limits = z.output<typeof KeyLimits>;

/** What a form has so far. */
export type Draft = {
  readonly access: Preset | "custom";
  readonly scopes: ReadonlySet<Action>;
  /** Days, `never`, or `date`. */
  readonly expiry: string;
  readonly date: string;
  readonly ranges: string;
};

export const NO_LIMITS: Draft = {
  access: "full",
  scopes: new Set(),
  expiry: "never",
  date: "",
  ranges: "",
};

export const PRESET_NAMES: Readonly<Record<Preset, string>> = {
  full: t("Full access"),
  read: t("Read only"),
  leads: t("Leads"),
  send: t("Leads and sending"),
};

const DAY_MS = 86_400_000;

/** The fields of the request that makes a key. */
export const bodyOf = (draft: Draft) => ({
  scopes: draft.access === "custom" ? [...draft.scopes] : [draft.access],
  expires_at: expiryOf(draft),
  allow_cidrs: rangesOf(draft),
});

function expiryOf({ expiry, date }: Draft): string | null {
  if (expiry === "never") return null;
  // The whole day of the reader's own zone.
  if (expiry === "date") return date === "" ? "" : new Date(`${date}T23:59:59.999`).toISOString();
  return new Date(Date.now() + Number(expiry) * DAY_MS).toISOString();
}

const rangesOf = ({ ranges }: Draft): string[] => ranges.split(/[\s,;]+/).filter(Boolean);

/** What is wrong with a list, with the entry that it is about. */
export function listError(error: unknown, name: string, values: readonly string[]): string | null {
  if (!isApiError(error)) return null;
  const wrong = error.fields.find(({ path }) => path === name || path.startsWith(`${name}.`));
  if (!wrong) return null;
  const entry = values[Number(wrong.path.slice(name.length + 1))];
  return wrong.path === name || entry === undefined ? wrong.message : `${entry}: ${wrong.message}`;
}
export const rangeError = (error: unknown, draft: Draft): string | null =>
  listError(error, "allow_cidrs", rangesOf(draft));

/** The scopes of a choice, as a key would have them. */
export const scopesOf = (draft: Draft, key: KeyRole, everywhere: boolean): readonly Action[] =>
  draft.access === "custom"
    ? scopesFor(key).filter((scope) => draft.scopes.has(scope))
    : presetScopes(draft.access, key, everywhere);

/** Scopes by what they concern, in the order of the permission table. */
export const byGroup = (scopes: readonly Action[]) => [...Map.groupBy(scopes, groupOf)];
function groupOf(scope: Action): string {
  const group = scope.split(".")[0] ?? "";
  return GROUPS[group] ?? words(group);
}
const GROUPS: Readonly<Record<string, string>> = {
  account: t("General"),
  workspaces: t("General"),
  workspace: t("General"),
  mcp: t("General"),
  ai: t("AI"),
  admin: t("Installation"),
  api_keys: t("API keys"),
  organisations: t("Organizations"),
  moves: t("Moves"),
  leads: t("Leads"),
  tasks: t("Tasks"),
  suppressions: t("Suppressions"),
  campaigns: t("Campaigns"),
  receipts: t("Receipts"),
  templates: t("Templates"),
  mailboxes: t("Mailboxes"),
  connections: t("Connections"),
  threads: t("Threads"),
  reply_templates: t("Reply templates"),
  notifications: t("Notifications"),
  settings: t("Settings"),
  webhooks: t("Webhooks"),
  integrations: t("Integrations"),
};

/** A scope in words; one of a newer version as it is. */
export const scopeWords = (scope: string): string =>
  (SCOPE_TEXTS as Readonly<Record<string, string>>)[scope] ?? scope;

/** What a key may, in a few words. */
export function accessWords({ scopes, preset }: Limits): string {
  const known = PRESETS.find((name) => name === preset);
  return known
    ? PRESET_NAMES[known]
    : t("{scopes, plural, one {# scope} other {# scopes}}", { scopes: scopes?.length ?? 0 });
}
