import type { LeadActivity } from "#modules/leads/contract/activity.ts";
import { definitionOf, type LeadField } from "#modules/leads/rules/fields.ts";
import { words } from "#dashboard/lib/format.ts";
import { t } from "#dashboard/words/words.ts";

/** Labels that are words; the others are names, which are the same in every language. */
const LABELS: Readonly<Partial<Record<LeadField, string>>> = {
  email: t("Email"),
  first_name: t("First name"),
  last_name: t("Last name"),
  company: t("Company"),
  job_title: t("Job title"),
  phone: t("Phone"),
};

/** A field of a lead, as pages call it. */
export const fieldLabel = (field: LeadField): string => LABELS[field] ?? definitionOf(field).label;

const STANDINGS: Readonly<Record<string, string>> = {
  pending: t("pending"),
  in_progress: t("in progress"),
  paused: t("paused"),
  replied: t("replied"),
  completed: t("completed"),
  bounced: t("bounced"),
  unsubscribed: t("unsubscribed"),
  skipped: t("skipped"),
  failed: t("failed"),
};

/** How a lead stands in a campaign, within a sentence. */
export const standingWords = (status: string): string =>
  STANDINGS[status] ?? status.replaceAll("_", " ");

/** Entries whose detail is a name of the wire: what a reply says, how a sequence ended, why somebody is suppressed. */
const NAMED: readonly LeadActivity["type"][] = [
  "replied",
  "auto_replied",
  "enrolment_ended",
  "suppressed",
];

/** What is known beside the type of an entry; a name of the wire as words. */
export const detailOf = ({ type, detail }: Pick<LeadActivity, "type" | "detail">): string =>
  detail !== "" && NAMED.includes(type) ? words(detail) : detail;
