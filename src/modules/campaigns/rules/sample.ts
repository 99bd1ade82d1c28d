/** An invented person, for looking at a mail before there are leads. */
export const SAMPLE_LEAD = {
  id: 0,
  email: "ann.example@example.com",
  firstName: "Ann",
  lastName: "Example",
  company: "Example Ltd",
  jobTitle: "Head of Sales",
  phone: "+44 20 7946 0000",
  custom: {},
} as const satisfies SampleLead;

type SampleLead = {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly jobTitle: string;
  readonly phone: string;
  readonly custom: Readonly<Record<string, string>>;
};

/** The person with a value for each variable that was missing: `custom.city` reads `[city]`. */
export function withPlaceholders(lead: SampleLead, missing: readonly string[]): SampleLead {
  const fields = missing.map((name) => name.replace(/^custom\./, ""));
  const values = Object.fromEntries(fields.map((name) => [name, `[${name}]`]));
  return { ...lead, custom: { ...lead.custom, ...values } };
}
