import { invalidField } from "#domain/errors.ts";
import { EXPORT_FACTS, isExport } from "./export-columns.ts";
import { customKey, LEAD_FIELDS, type LeadField, MAX_COLUMNS } from "./fields.ts";

/** What a column of a file becomes; null: it is left out. */
export type Column =
  | { readonly kind: "field"; readonly field: LeadField }
  | { readonly kind: "custom"; readonly key: string }
  | null;

/** Column of the file -> field of the lead; "" or null leaves the column out. */
export type ColumnMapping = Readonly<Record<string, string | null>>;

/** How other tools name these columns, without case, spaces and punctuation. */
const ALIASES: Readonly<Record<LeadField, readonly string[]>> = {
  email: [
    "email",
    "emailaddress",
    "mail",
    "mailaddress",
    "emails",
    "workemail",
    "businessemail",
    "companyemail",
    "primaryemail",
    "contactemail",
    "leademail",
    "email1",
    "email1value",
    "emailid",
  ],
  first_name: ["firstname", "first", "fname", "givenname", "forename"],
  last_name: ["lastname", "last", "lname", "surname", "familyname"],
  company: [
    "company",
    "companyname",
    "organization",
    "organisation",
    "organizationname",
    "organization1name",
    "account",
    "accountname",
    "employer",
  ],
  job_title: ["jobtitle", "title", "position", "role", "job", "jobposition", "organization1title"],
  phone: [
    "phone",
    "phonenumber",
    "telephone",
    "tel",
    "mobile",
    "mobilephone",
    "mobilenumber",
    "cell",
    "cellphone",
    "workphone",
    "directphone",
    "phone1value",
  ],
};

const FIELD_OF = new Map(
  LEAD_FIELDS.flatMap((field) => ALIASES[field].map((alias) => [alias, field] as const)),
);
const squeeze = (name: string): string => customKey(name).replaceAll("_", "");

/** The field that a header means, or null for one of the file's own. */
export const fieldOfHeader = (header: string): LeadField | null =>
  FIELD_OF.get(squeeze(header)) ?? null;

/**
 * Decides what each column becomes: the mapping first, then the header's usual meanings (the first
 * column that means a field gets it), the rest custom fields; what an export of ours tells beside the
 * fields is left out. Throws `validation_failed` for more
 * than 64 columns, for a file without an email column and for a mapping that names no column.
 */
export function planColumns(headers: readonly string[], mapping: ColumnMapping = {}): Column[] {
  if (headers.length > MAX_COLUMNS) {
    throw invalidField("file", "too_many_columns", `A file may have ${MAX_COLUMNS} columns.`);
  }
  const plan: (Column | undefined)[] = headers.map(() => undefined);
  const taken = new Set<string>();
  const take = (index: number, column: Column): void => {
    plan[index] =
      column?.kind === "custom" ? { ...column, key: unused(column.key, taken) } : column;
    if (column?.kind === "field") taken.add(column.field);
  };
  for (const [name, target] of Object.entries(mapping)) {
    const index = headers.findIndex((header) => header.trim() === name.trim());
    const loose =
      index >= 0 ? index : headers.findIndex((header) => squeeze(header) === squeeze(name));
    if (loose < 0) {
      throw invalidField(`mapping.${name}`, "unknown_column", `The file has no column "${name}".`);
    }
    const column = columnNamed(target);
    if (column?.kind === "field" && taken.has(column.field)) {
      throw invalidField(
        `mapping.${name}`,
        "duplicate_field",
        `Map one column to ${column.field}.`,
      );
    }
    take(loose, column);
  }
  if (isExport(headers)) {
    headers.forEach((header, index) => {
      if (EXPORT_FACTS.some((fact) => fact === header)) plan[index] ??= null;
    });
  }
  headers.forEach((header, index) => {
    const field = fieldOfHeader(header);
    if (plan[index] !== undefined || field === null || taken.has(field)) return;
    take(index, { kind: "field", field });
  });
  headers.forEach((header, index) => {
    if (plan[index] !== undefined) return;
    take(index, { kind: "custom", key: customKey(header) || `column_${index + 1}` });
  });
  if (!taken.has("email")) {
    throw invalidField(
      "file",
      "no_email_column",
      "The first line names no email column; add a header line with `email`, or send a mapping.",
    );
  }
  return plan.map((column) => column ?? null);
}

function columnNamed(target: string | null): Column {
  const name = (target ?? "").trim();
  if (name === "") return null;
  const field = LEAD_FIELDS.find((known) => known === name.toLowerCase());
  if (field !== undefined) return { kind: "field", field };
  const key = customKey(name.replace(/^custom\./i, ""));
  return key === "" ? null : { kind: "custom", key };
}

function unused(key: string, taken: Set<string>): string {
  let free = key;
  for (let n = 2; taken.has(`custom.${free}`); n++) free = `${key}_${n}`;
  taken.add(`custom.${free}`);
  return free;
}
