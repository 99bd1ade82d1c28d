import type { Outside } from "#platform/rules/outside-text.ts";
import { holdsSeveralAddresses, normalizeEmail } from "./email.ts";
import {
  byLeadField,
  customKey,
  fieldOfCustom,
  LEAD_FIELDS,
  type LeadField,
  MAX_COLUMNS,
  MAX_FIELD_CHARS,
} from "./fields.ts";
import type { UploadRow } from "./lead-row.ts";
import { MAX_TAG_CHARS, MAX_TAGS, readTagName } from "./tag-name.ts";
import { domainOf } from "./suppression-hash.ts";

/** Why a lead that came as JSON is not stored: the field that is meant, and what to do about it. */
export type RowFault = {
  readonly field: string;
  readonly code:
    | "not_an_object"
    | "unknown_field"
    | "not_text"
    | "not_a_list"
    | "invalid_tag"
    | "field_too_long"
    | "too_many"
    | "duplicate_field"
    | "missing_email"
    | "invalid_email"
    | "several_addresses"
    | "repeated"
    | "exists"
    | "deleted"
    | "quota_reached"
    | "limit_reached";
  readonly message: string;
};

export type JsonLead =
  | { readonly ok: true; readonly row: UploadRow }
  | { readonly ok: false; readonly email: string; readonly fault: RowFault };

/** Longer texts are too long whatever is taken off their ends. */
const READ_CHARS = 10 * MAX_FIELD_CHARS;
/** As much of a wrong address, or of an unknown name, as an answer shows. */
const SHOWN_CHARS = 254;

const EMPTY = byLeadField(() => "");
const NO_CUSTOM: UploadRow["custom"] = Object.freeze({});

/** Reads one lead of a JSON body. Texts are trimmed; numbers and booleans are taken as texts, null as left out. */
export function readJsonLead(given: Outside<object>): JsonLead {
  const lead = given as Readonly<Record<string, unknown>>;
  const fail = (field: string, code: RowFault["code"], message: string): JsonLead => ({
    ok: false,
    email: shown(typeof lead["email"] === "string" ? lead["email"] : ""),
    fault: { field: shown(field), code, message },
  });
  if (Array.isArray(given)) return fail("", "not_an_object", "A lead is an object with an email.");
  const fields = { ...EMPTY };
  let custom: UploadRow["custom"] = NO_CUSTOM;
  let tags: readonly string[] | undefined;
  // The first unknown name ends it, so a lead with a million names costs no more than others.
  for (const name in lead) {
    const value = lead[name];
    if (name === "custom") {
      const read = readCustom(value, fields);
      if ("fault" in read) return fail(read.fault.field, read.fault.code, read.fault.message);
      custom = read.custom;
    } else if (name === "tags") {
      const read = readTags(value);
      if ("code" in read) return fail("tags", read.code, read.message);
      tags = read.tags;
    } else if (!isLeadField(name)) {
      return fail(name, "unknown_field", "Unknown field. Put other fields into custom.");
    } else {
      const text = textOf(value);
      if (text === null) return fail(name, "not_text", NOT_TEXT);
      if (text.length > MAX_FIELD_CHARS) return fail(name, "field_too_long", TOO_LONG);
      if (text !== "") fields[name] = text;
    }
  }
  if (fields.email === "") return fail("email", "missing_email", "Send an email.");
  const email = normalizeEmail(fields.email);
  if (email !== null) {
    return {
      ok: true,
      row: { ...fields, email, domain: domainOf(email), custom, ...(tags && { tags }) },
    };
  }
  return holdsSeveralAddresses(fields.email)
    ? fail("email", "several_addresses", "The email contains several addresses. Keep one.")
    : fail("email", "invalid_email", "An email address needs text before and after the @.");
}

const NOT_TEXT = "Send a text, a number, a boolean or null.";
const TOO_LONG = `A field can have up to ${MAX_FIELD_CHARS} characters.`;

/** Its custom fields; one that has become a field of leads fills that, where it is empty. */
function readCustom(
  value: unknown,
  fields: Record<LeadField, string>,
): { readonly custom: UploadRow["custom"] } | { readonly fault: RowFault } {
  const fault = (name: string, code: RowFault["code"], message: string) => ({
    fault: { field: name === "" ? "custom" : `custom.${name}`, code, message },
  });
  if (value === null) return { custom: NO_CUSTOM };
  if (typeof value !== "object" || Array.isArray(value)) {
    return fault("", "not_an_object", "Send an object of names and texts.");
  }
  const custom: Record<string, string> = {};
  let count = 0;
  // Names alone, and values as far as they are read: a list of both costs three times as much.
  for (const name in value) {
    if (++count > MAX_COLUMNS) {
      return fault("", "too_many", `A lead can have up to ${MAX_COLUMNS} custom fields.`);
    }
    const text = textOf((value as Readonly<Record<string, unknown>>)[name]);
    if (text === null) return fault(name, "not_text", NOT_TEXT);
    if (text.length > MAX_FIELD_CHARS) return fault(name, "field_too_long", TOO_LONG);
    const key = customKey(name);
    if (key === "") return fault(name, "unknown_field", "A name needs a letter or a digit.");
    if (text === "") continue;
    const field = fieldOfCustom(key);
    if (field !== null) fields[field] ||= text;
    // A key never begins with `_` (see `customKey`), so none means `__proto__`.
    else if (Object.hasOwn(custom, key)) {
      return fault(name, "duplicate_field", `Another name means the same field: ${key}.`);
    } else custom[key] = text;
  }
  return { custom };
}

/** Its tags; null is taken as left out. */
function readTags(
  value: unknown,
): { readonly tags: readonly string[] } | Pick<RowFault, "code" | "message"> {
  if (value === null) return { tags: [] };
  if (!Array.isArray(value)) return { code: "not_a_list", message: "Send a list of names." };
  if (value.length > MAX_TAGS) {
    return { code: "too_many", message: `A lead can bring up to ${MAX_TAGS} tags.` };
  }
  const tags: string[] = [];
  for (const given of value as readonly unknown[]) {
    const name = typeof given === "string" ? readTagName(given) : null;
    if (name === null) {
      const message = `A tag has 1 to ${MAX_TAG_CHARS} characters and no comma.`;
      return { code: "invalid_tag", message };
    }
    tags.push(name);
  }
  return { tags };
}

const isLeadField = (name: string): name is LeadField =>
  LEAD_FIELDS.some((field) => field === name);

/** A value as it is stored; null for what is no text. One that is far too long is left as it is. */
function textOf(value: unknown): string | null {
  if (typeof value === "string") return value.length > READ_CHARS ? value : plainText(value);
  if (value === null) return "";
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** Without NUL and halves of characters, which no database keeps. */
const plainText = (text: string): string =>
  (text.includes("\0") ? text.replaceAll("\0", "") : text).toWellFormed().trim();

const shown = (text: string): string =>
  text
    .slice(0, SHOWN_CHARS)
    .replace(/\p{Cc}/gu, " ")
    .toWellFormed();
