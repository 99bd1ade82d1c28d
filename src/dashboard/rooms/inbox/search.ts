import { REPLY_CATEGORIES, type ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { t } from "#dashboard/words/words.ts";

/** What the inbox shows, by its address. */
export const VIEWS = [
  ["answer", t("To do")],
  ["unread", t("Unread")],
  ["interested", t("Interested")],
  ["later", t("Snoozed")],
  ["all", t("All")],
] as const;
export type View = (typeof VIEWS)[number][0];

export type InboxSearch = {
  view?: View;
  q?: string;
  thread?: number;
  mailbox?: number;
  campaign?: number;
  /** A person's id, or nobody's. */
  whose?: number | "none";
  /** What the lead wants. */
  category?: ReplyCategory | undefined;
  label?: string;
};

const number = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) ? value : undefined;

/** What the inbox over all workspaces shows. */
export type AllInboxesSearch = Pick<InboxSearch, "view" | "q" | "thread" | "whose" | "category"> & {
  /** The workspace of the open thread. */
  in?: number;
  /** One workspace alone. */
  client?: number;
};

export function readAllInboxesSearch(search: Record<string, unknown>): AllInboxesSearch {
  const { mailbox: _, campaign: __, label: ___, ...rest } = readInboxSearch(search);
  const inside = number(search["in"]);
  const client = number(search["client"]);
  return { ...rest, ...(inside && { in: inside }), ...(client && { client }) };
}

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const view = VIEWS.find(([name]) => name === search["view"])?.[0];
  const q = typeof search["q"] === "string" ? search["q"] : "";
  const thread = number(search["thread"]);
  const mailbox = number(search["mailbox"]);
  const campaign = number(search["campaign"]);
  const whose = search["whose"] === "none" ? "none" : number(search["whose"]);
  const label = typeof search["label"] === "string" ? search["label"].slice(0, 60) : "";
  const category = REPLY_CATEGORIES.find((one) => one === search["category"]);
  return {
    ...(view && view !== "answer" && { view }),
    ...(q && { q }),
    ...(thread && { thread }),
    ...(mailbox && { mailbox }),
    ...(campaign && { campaign }),
    ...(whose && { whose }),
    ...(category && { category }),
    ...(label && { label }),
  };
}
