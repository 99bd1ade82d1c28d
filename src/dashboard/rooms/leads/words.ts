import { definitionOf, type LeadField } from "#modules/leads/rules/fields.ts";
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
