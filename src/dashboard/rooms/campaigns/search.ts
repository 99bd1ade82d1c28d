import { dateOf } from "#dashboard/lib/time.ts";
import { ENROLMENT_STATUSES, type EnrolmentStatus } from "#modules/campaigns/rules/states.ts";

/** What the addresses of these rooms may say. */
export const SHOWN = ["all", "active", "paused", "draft", "completed"] as const;
export type Shown = (typeof SHOWN)[number];

export const TABS = [
  "steps",
  "rules",
  "schedule",
  "mailboxes",
  "leads",
  "analytics",
  "settings",
] as const;
export type Tab = (typeof TABS)[number];

type CampaignsSearch = { show?: Shown; q?: string; tag?: string; make?: true };
type CampaignSearch = {
  tab?: Tab;
  step?: number;
  status?: EnrolmentStatus;
  q?: string;
  show?: string;
  /** Days of *Analytics*, YYYY-MM-DD. */
  from?: string;
  to?: string;
};

const text = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

/** Of the list of campaigns. */
export function readCampaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  const show = SHOWN.find((known) => known === search["show"]);
  const q = text(search["q"]);
  const tag = text(search["tag"]);
  return {
    ...(show && show !== "all" && { show }),
    ...(q && { q }),
    ...(tag && { tag }),
    ...(search["make"] === true && { make: true as const }),
  };
}

/** Of one campaign. */
export function readCampaignSearch(search: Record<string, unknown>): CampaignSearch {
  const { step } = search;
  const tab = TABS.find((known) => known === search["tab"]);
  const show = text(search["show"]);
  const status = ENROLMENT_STATUSES.find((known) => known === search["status"]);
  const q = text(search["q"]);
  const [from, to] = [dateOf(search["from"]), dateOf(search["to"])];
  return {
    ...(tab && tab !== "steps" && { tab }),
    ...(typeof step === "number" && { step }),
    ...(status && { status }),
    ...(q && { q }),
    ...(show && { show }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
