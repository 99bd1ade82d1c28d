import type { Rival } from "#modules/moving/rules/found.ts";
import type { Outside, OutsideText } from "#platform/rules/outside-text.ts";
import { fieldOfCustom, propertyOf } from "#modules/leads/rules/fields.ts";
import { customKeyOf, OWN_FIELDS, ownField } from "./custom-keys.ts";

/** What a variable of the rival is here. */
export type OursFor =
  | {
      /** A name, such as `first_name` or `custom.city`. */
      readonly name: string;
      /** What has to follow it: `| split: " " | first`. */
      readonly filters: string;
    }
  | { readonly unknown: string; readonly suggestion: string };

const FIRST_WORD = '| split: " " | first';
const OTHER_WORD = '| split: " " | last';
const DOMAIN = '| split: "@" | last';

/** Fields that each rival has for every lead, and that come as a custom field here. */
const STANDARD: Readonly<Record<Rival, readonly string[]>> = {
  instantly: ["personalization", "website", "companyDomain", "company_domain", "location"],
  smartlead: ["website", "location", "linkedin_profile", "company_url"],
  lemlist: ["icebreaker", "companyDomain", ...OWN_FIELDS.map(propertyOf), "picture", "timezone"],
};

/** By the name without blanks, `_`, `-` and case. */
const FIELDS: Readonly<Record<string, string>> = {
  firstname: "first_name",
  lastname: "last_name",
  fullname: "full_name",
  name: "full_name",
  email: "email",
  emailaddress: "email",
  company: "company",
  companyname: "company",
  jobtitle: "job_title",
  title: "job_title",
  phone: "phone",
  phonenumber: "phone",
  unsubscribe: "unsubscribe_url",
  unsubscribeurl: "unsubscribe_url",
  unsubscribelink: "unsubscribe_url",
  campaignname: "campaign_name",
  weekday: "weekday",
  sldayofweek: "weekday",
  sendername: "sender_name",
  senderfullname: "sender_name",
  sendingaccountname: "sender_name",
  senderemail: "sender_email",
  sendingaccountemail: "sender_email",
  accountemail: "sender_email",
  accountsignature: "sender_signature",
  emailsignature: "sender_signature",
  sendersignature: "sender_signature",
  senderemailsignature: "sender_signature",
  sendingaccountsignature: "sender_signature",
  signature: "sender_signature",
};

const PARTS: Readonly<Record<string, readonly [name: string, filters: string]>> = {
  sendingaccountfirstname: ["sender_name", FIRST_WORD],
  senderfirstname: ["sender_name", FIRST_WORD],
  accountfirstname: ["sender_name", FIRST_WORD],
  sendingaccountlastname: ["sender_name", OTHER_WORD],
  senderlastname: ["sender_name", OTHER_WORD],
  accountlastname: ["sender_name", OTHER_WORD],
  senderdomain: ["sender_email", DOMAIN],
  sendingaccountdomain: ["sender_email", DOMAIN],
};

/** Single braces hold these only in capitals, as EmailBison writes them, or by this name. */
export const isSingleBraced = (name: OutsideText): boolean =>
  /^[A-Z][A-Z\d_]*$/.test(name) || name === "unsubscribe_link" || name === "unsubscribe_url";

/** Names that are looked up once in a copy; no mail has more. */
const MAX_SEEN = 1_000;

const loose = (name: string): string => name.replace(/[\s_.-]+/g, "").toLowerCase();

/** Finds what a variable of the rival is here, by its exact name first: their own are case-sensitive. */
export function variableFinder(
  rival: Rival,
  keys: Outside<ReadonlyMap<string, string>>,
): (name: OutsideText) => OursFor {
  const standard = new Set(STANDARD[rival]);
  const byLoose = new Map<string, string>();
  for (const name of keys.keys()) byLoose.set(loose(name), name);
  const seen = new Map<string, OursFor>();
  return (name) => {
    const known = seen.get(name);
    if (known !== undefined) return known;
    const found = oursFor(name);
    if (seen.size < MAX_SEEN) seen.set(name, found);
    return found;
  };
  function oursFor(name: string): OursFor {
    const key = keys.get(name);
    if (key !== undefined) return { name: custom(key), filters: "" };
    const low = loose(name.slice(0, 200));
    const field = Object.hasOwn(FIELDS, low) ? FIELDS[low] : ownField(low);
    if (field !== undefined) return { name: field, filters: "" };
    const part = Object.hasOwn(PARTS, low) ? PARTS[low] : undefined;
    if (part !== undefined) return { name: part[0], filters: part[1] };
    if (standard.has(name)) return { name: custom(customKeyOf(name)), filters: "" };
    if (low.startsWith("sldate") || low.startsWith("sltimeofday") || low.startsWith("sllast")) {
      return {
        unknown: `There is no date or time of day in words here.`,
        suggestion: "Use {{ weekday }}, or write the sentence without it.",
      };
    }
    const near = byLoose.get(low);
    if (near !== undefined) {
      return {
        unknown: `The variable is called “${near}” there, and capitals count.`,
        suggestion: `{{ ${custom(keys.get(near) ?? "")} }}`,
      };
    }
    return {
      unknown: `No lead has a variable “${name.slice(0, 60)}”.`,
      suggestion: "Take it out, or add a column of that name to the leads.",
    };
  }
}

/** Some of their custom fields are fields of ours. */
const custom = (key: string): string => fieldOfCustom(key) ?? `custom.${key}`;

/** Smartlead's words between percent signs. */
const PERCENT: Readonly<Record<string, string>> = {
  "sender-name": "senderName",
  "sender-firstname": "senderFirstName",
  "sender-first-name": "senderFirstName",
  "sender-lastname": "senderLastName",
  "sender-last-name": "senderLastName",
  "sender-email": "senderEmail",
  "sender-domain": "senderDomain",
  "sender-company-domain": "senderDomain",
  signature: "signature",
  "sender-signature": "signature",
  "unsubscribe-link": "unsubscribe_link",
};

/** The variable that `%word%` is; null: none that is known. */
export function percentVariable(word: OutsideText): string | null {
  const low = word.slice(0, 60).toLowerCase().replaceAll("_", "-");
  return Object.hasOwn(PERCENT, low) ? (PERCENT[low] ?? null) : null;
}
