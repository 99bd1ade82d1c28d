import { AppError } from "#platform/rules/errors.ts";

/** What a workspace may be given so much of and no more. */
export const QUOTAS = ["leads", "mailboxes", "mails_month"] as const;
export type QuotaName = (typeof QUOTAS)[number];

/** Null: no quota. */
export type Quotas = Readonly<Record<QuotaName, number | null>>;

export const NO_QUOTAS: Quotas = { leads: null, mailboxes: null, mails_month: null };

/** From this share of a quota on it is shown, before it is reached. */
export const QUOTA_NEAR = 0.8;

/** How close to its quota a count is. */
export function quotaState(limit: number | null, used: number): "free" | "near" | "reached" {
  if (limit === null || used < limit * QUOTA_NEAR) return "free";
  return used < limit ? "near" : "reached";
}

export const NOUNS_OF_QUOTA: Readonly<Record<QuotaName, string>> = {
  leads: "leads",
  mailboxes: "mailboxes",
  mails_month: "campaign emails a month",
};

/** One sentence of a quota that keeps something out. */
export const quotaSentence = (name: QuotaName, limit: number, used: number): string =>
  `The quota of this workspace is ${limit} ${NOUNS_OF_QUOTA[name]}, and ${used} are used. Ask an admin for more.`;

/** The answer to what would exceed a quota. */
export const quotaReached = (name: QuotaName, limit: number, used: number): AppError =>
  new AppError("quota_reached", quotaSentence(name, limit, used), {
    quota: { name, limit, used },
  });
