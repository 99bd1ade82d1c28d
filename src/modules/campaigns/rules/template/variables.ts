import { SafeHtml } from "#platform/rules/html.ts";
import {
  byLeadField,
  definitionOf,
  LEAD_FIELDS,
  type LeadField,
  type LeadProperty,
  propertyOf,
} from "#modules/leads/rules/fields.ts";

/** What a template may name; own properties only. */
export type TemplateVariables = {
  readonly text: Readonly<Record<string, unknown>>;
  readonly html: Readonly<Record<string, unknown>>;
};

/** Names that operators bring from other products, and ours for them. */
const ALIASES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    LEAD_FIELDS.flatMap((field) => definitionOf(field).aliases.map((alias) => [alias, field])),
  ),
  fullName: "full_name",
  name: "full_name",
  senderName: "sender_name",
  sendingAccountName: "sender_name",
  senderEmail: "sender_email",
  sendingAccountEmail: "sender_email",
  senderSignature: "sender_signature",
  accountSignature: "sender_signature",
  signature: "sender_signature",
  unsubscribeUrl: "unsubscribe_url",
  unsubscribe_link: "unsubscribe_url",
  unsubscribeLink: "unsubscribe_url",
  campaignName: "campaign_name",
};

/**
 * The variables of one mail: lead fields, `custom.*` (also by its bare name where nothing of ours
 * has that name), the sender, `unsubscribe_url`, `weekday` and `campaign_name`.
 */
export function templateVariables(
  lead: Readonly<Record<LeadProperty, string>> & {
    readonly custom: Readonly<Record<string, string>>;
  },
  campaign: { readonly name: string },
  mailbox: {
    readonly email: string;
    readonly fromName: string;
    readonly signatureHtml: string;
    readonly signatureText: string;
  },
  extra: { readonly unsubscribeUrl: string; readonly weekday: string },
): TemplateVariables {
  const ours: Record<string, unknown> = {
    ...byLeadField((field) => valueOf(lead, field)),
    full_name: `${lead.firstName} ${lead.lastName}`.trim(),
    sender_name: mailbox.fromName,
    sender_email: mailbox.email,
    unsubscribe_url: extra.unsubscribeUrl,
    weekday: extra.weekday,
    campaign_name: campaign.name,
  };
  const { signatureHtml, signatureText } = mailbox;
  const custom = Object.assign(Object.create(null), lead.custom) as Record<string, unknown>;
  // A field that was a custom one before has a value under both names, whichever was filled.
  for (const field of LEAD_FIELDS) {
    if (definitionOf(field).wasCustom && valueOf(lead, field) !== "") {
      custom[field] = lead.custom[field] || valueOf(lead, field);
    }
  }
  const html = signatureHtml === "" ? signatureText : new SafeHtml(signatureHtml);
  return {
    text: scope(custom, { ...ours, sender_signature: signatureText }),
    html: scope(custom, { ...ours, sender_signature: html }),
  };
}

function valueOf(lead: Parameters<typeof templateVariables>[0], field: LeadField): string {
  const own = lead[propertyOf(field)];
  return own === "" && definitionOf(field).wasCustom ? (lead.custom[field] ?? "") : own;
}

function scope(
  custom: Readonly<Record<string, unknown>>,
  ours: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const all = Object.assign(Object.create(null), custom, ours, { custom }) as Record<
    string,
    unknown
  >;
  for (const [alias, name] of Object.entries(ALIASES)) all[alias] ??= all[name];
  return all;
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The English name of an ISO weekday, 1 = Monday. */
export const weekdayName = (isoWeekday: number): string => WEEKDAYS[isoWeekday - 1] ?? "";

const NAMES = new Set([
  ...Object.keys(ALIASES),
  ...Object.values(ALIASES),
  ...LEAD_FIELDS,
  "weekday",
]);

/** Our name for what a template calls so; null for what is not ours. */
export const ownVariable = (name: string): string | null =>
  Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? null) : NAMES.has(name) ? name : null;

/** The names that every mail has a value for; `custom.*` and bare custom names come beside them. */
export const isBuiltInVariable = (name: string): boolean => NAMES.has(name);
export const BUILT_IN_VARIABLES: readonly string[] = [...NAMES];
