import { AppError } from "#platform/rules/errors.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";
/** What a lead field is called, and how. The column is the key, the row's property its camel case. */
type FieldDefinition = {
  readonly property: string;
  /** On pages. */
  readonly label: string;
  /** What it means, for people who read the API. */
  readonly meaning: string;
  /** Of an invented person, for looking at a mail before there are leads. */
  readonly sample: string;
  /** Names that templates brought from other products. */
  readonly aliases: readonly string[];
  /** The fallback for leads without it; null if there is none. */
  readonly fallback: string | null;
  /** It was a custom field before: `custom.<key>` goes on meaning it. */
  readonly wasCustom?: true;
  /** What its values look like, where nothing else looks like them: for columns without a name. */
  readonly values?: RegExp;
};

/**
 * The fields of a lead, in the order in which files and pages show them; every other column of a file
 * is a custom field. A new one needs its names in files (`files/header-names.ts`), its column in the
 * schema and a migration: importer, exporter, API, templates and pages follow.
 */
export const LEAD_FIELD = {
  email: {
    property: "email",
    label: "Email",
    meaning: "Address, lower case; one lead of a workspace has it.",
    sample: "ann.example@example.com",
    aliases: ["emailAddress", "email_address"],
    fallback: null,
  },
  first_name: {
    property: "firstName",
    label: "First name",
    meaning: "Given name; empty where it is not known.",
    sample: "Ann",
    aliases: ["firstName", "firstname", "FirstName"],
    fallback: "there",
  },
  last_name: {
    property: "lastName",
    label: "Last name",
    meaning: "Family name; empty where it is not known.",
    sample: "Example",
    aliases: ["lastName", "lastname", "LastName"],
    fallback: "colleague",
  },
  company: {
    property: "company",
    label: "Company",
    meaning: "Who the lead works for; empty where it is not known.",
    sample: "Example Ltd",
    aliases: ["companyName", "company_name", "CompanyName"],
    fallback: "your company",
  },
  job_title: {
    property: "jobTitle",
    label: "Job title",
    meaning: "What the lead does there; empty where it is not known.",
    sample: "Head of Sales",
    aliases: ["jobTitle", "title"],
    fallback: "your role",
  },
  phone: {
    property: "phone",
    label: "Phone",
    meaning: "Telephone number as it was written; empty where it is not known.",
    sample: "+44 20 7946 0000",
    aliases: ["phoneNumber", "phone_number"],
    fallback: "your number",
  },
  linkedin_url: {
    property: "linkedinUrl",
    label: "LinkedIn",
    meaning: "Address of the profile at LinkedIn as it was written; empty where it is not known.",
    sample: "https://www.linkedin.com/in/ann-example",
    aliases: ["linkedinUrl", "linkedInUrl", "LinkedIn", "linkedin"],
    fallback: "your profile",
    wasCustom: true,
    values: /^(?:https?:\/\/)?(?:\w{2,3}\.)?linkedin\.com\/\S+$/i,
  },
} as const satisfies Readonly<Record<string, FieldDefinition>>;

export type LeadField = keyof typeof LEAD_FIELD;
/** The property of a lead's row that holds a field. */
export type LeadProperty = (typeof LEAD_FIELD)[LeadField]["property"];

/** Their names, as API, files and templates use them. */
export const LEAD_FIELDS = Object.keys(LEAD_FIELD) as readonly LeadField[];

/** What is known of a field beside its type. */
export const definitionOf = (field: LeadField): FieldDefinition => LEAD_FIELD[field];

/** The property of a lead's row that holds a field. */
export const propertyOf = (field: LeadField): LeadProperty => LEAD_FIELD[field].property;

/** Something for each field, by its name. */
export const byLeadField = <T>(of: (field: LeadField) => T): Record<LeadField, T> =>
  Object.fromEntries(LEAD_FIELDS.map((field) => [field, of(field)])) as Record<LeadField, T>;

/** Something for each field, by the property of a lead's row. */
export const byLeadProperty = <T>(of: (field: LeadField) => T): Record<LeadProperty, T> =>
  Object.fromEntries(LEAD_FIELDS.map((field) => [propertyOf(field), of(field)])) as Record<
    LeadProperty,
    T
  >;

/** The field that a custom name means: one that was a custom field before. Null: none. */
export const fieldOfCustom = (name: string): LeadField | null =>
  LEAD_FIELDS.find((field) => field === name && definitionOf(field).wasCustom) ?? null;

/** Limits of an upload. */
export const MAX_COLUMNS = 64;
export const MAX_FIELD_CHARS = 1_000;
export const MAX_ROWS = 1_000_000;
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

export const fileTooLarge = (): AppError =>
  new AppError(
    "payload_too_large",
    `A file can have up to ${MAX_FILE_BYTES / 1024 / 1024} MB. Split it.`,
  );

/** The key of a custom field: letters, digits and `_`, so that templates can name it; "" when nothing is left. */
export const customKey = (name: OutsideText): string =>
  name
    .slice(0, MAX_FIELD_CHARS)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 100);
