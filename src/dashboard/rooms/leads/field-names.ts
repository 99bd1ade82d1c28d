import type { LeadField } from "#modules/leads/rules/fields.ts";
import { t } from "#dashboard/words/words.ts";

/** The fields of a lead, as pages call them. */
export const FIELD_NAMES: Readonly<Record<LeadField, string>> = {
  email: t("Email"),
  first_name: t("First name"),
  last_name: t("Last name"),
  company: t("Company"),
  job_title: t("Job title"),
  phone: t("Phone"),
  linkedin_url: "LinkedIn",
};
