import { byLeadProperty, definitionOf, type LeadProperty } from "#modules/leads/rules/fields.ts";

type SampleLead = Readonly<Record<LeadProperty, string>> & {
  readonly id: number;
  readonly custom: Readonly<Record<string, string>>;
};

/** An invented person, for looking at a mail before there are leads. */
export const SAMPLE_LEAD: SampleLead = {
  id: 0,
  ...byLeadProperty((field) => definitionOf(field).sample),
  custom: {},
};

/** The person with a value for each variable that was missing: `custom.city` reads `[city]`. */
export function withPlaceholders(lead: SampleLead, missing: readonly string[]): SampleLead {
  const fields = missing.map((name) => name.replace(/^custom\./, ""));
  const values = Object.fromEntries(fields.map((name) => [name, `[${name}]`]));
  return { ...lead, custom: { ...lead.custom, ...values } };
}
