import type { LeadActivity } from "#modules/leads/contract/activity.ts";
import { words } from "#dashboard/lib/format.ts";

/** Types whose detail is a name of the wire: what a reply says, how a sequence ended, why somebody is suppressed. */
const NAMED: readonly LeadActivity["type"][] = [
  "replied",
  "auto_replied",
  "enrolment_ended",
  "suppressed",
];

/** What is known beside the type of an entry; a name of the wire as words. */
export const detailOf = ({ type, detail }: Pick<LeadActivity, "type" | "detail">): string =>
  detail !== "" && NAMED.includes(type) ? words(detail) : detail;
