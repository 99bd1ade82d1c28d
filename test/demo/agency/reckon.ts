import { z } from "zod";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import type { Api } from "../api.ts";
import type { Due, Seen } from "../moving/tables.ts";
import { tableOf } from "../moving/tables.ts";
import { differs, type Row, row } from "../report.ts";
import type { Source } from "./accounts.ts";
import { answerOf, isPositive, isReply } from "./answers.ts";
import type { MovedClient } from "./moves.ts";

const OverviewRow = z.object({
  workspace: z.object({ id: z.int() }),
  sent: z.int(),
  replies: z.int(),
  positive_replies: z.int(),
});
type OverviewRow = z.output<typeof OverviewRow>;
const Overview = z.object({
  data: z.array(OverviewRow),
  pagination: z.object({ total_pages: z.int() }),
});
const Threads = z.object({
  data: z.array(
    z.object({
      lead: z.object({ email: z.string() }).nullable(),
      category: z.string().nullable(),
      workspace_id: z.int(),
    }),
  ),
  pagination: z.object({ next_cursor: z.string().nullable() }),
});

/** The table of each account as one: sums of what is counted, and how many accounts have another line that differs. */
export function movedRows(
  each: readonly { source: Source; due: readonly Due[]; seen: Seen }[],
): Row[] {
  const tables = each.map(({ source, due, seen }) =>
    tableOf(source.account, source.lived, due, seen),
  );
  const sums = new Map<string, { expected: number; counted: number }>();
  for (const { name, expected, counted } of tables.flat()) {
    if (typeof expected !== "number" || typeof counted !== "number") continue;
    const sum = sums.get(name) ?? { expected: 0, counted: 0 };
    sums.set(name, { expected: sum.expected + expected, counted: sum.counted + counted });
  }
  const wrong = tables.flatMap((rows, n) =>
    rows.filter(differs).map(({ name }) => `${each[n]?.source.mark}: ${name}`),
  );
  return [
    ...[...sums].map(([name, { expected, counted }]) => row(name, expected, counted)),
    row("accounts with a line that differs", "none", wrong.slice(0, 5).join("; ") || "none"),
  ];
}

/** The cockpit and the inbox, held against what the servers of the recipients saw, client by client. */
export async function clientRows(
  api: Api,
  clients: readonly MovedClient[],
  mails: readonly AcceptedMail[],
): Promise<Row[]> {
  const figures = await readOverview(api);
  const sorted = await readCategories(api);
  const byMailbox = Map.groupBy(mails, ({ from }) => from);
  const each = clients.map((one) => {
    const own = one.mailboxes.flatMap(({ email }) => byMailbox.get(email) ?? []);
    const answers = [...new Set(own.map(({ to }) => to[0] ?? ""))].flatMap((lead) => {
      const answer = answerOf(lead);
      return answer ? [{ lead, answer }] : [];
    });
    return { one, own, answers, figure: figures.get(one.workspaceId) };
  });
  const total = (of: (row: (typeof each)[number]) => number) =>
    each.reduce((sum, one) => sum + of(one), 0);
  const people = ({ answers }: (typeof each)[number]) =>
    answers.filter(({ answer }) => isReply(answer));
  const positive = ({ answers }: (typeof each)[number]) =>
    answers.filter(({ answer }) => isPositive(answer));
  const wrong = each.filter(
    (one) =>
      one.figure?.sent !== one.own.length ||
      one.figure.replies !== people(one).length ||
      one.figure.positive_replies !== positive(one).length,
  );
  const answers = each.flatMap((one) => one.answers);
  const categories = [...new Set(answers.map(({ answer }) => answer.category))].toSorted();
  const right = (category: ReplyCategory) =>
    answers.filter(({ lead, answer }) => {
      return answer.category === category && sorted.get(lead) === category;
    }).length;
  return [
    row(
      "sent, all clients",
      mails.length,
      total(({ figure }) => figure?.sent ?? 0),
    ),
    row(
      "replies, all clients",
      total((one) => people(one).length),
      total(({ figure }) => figure?.replies ?? 0),
    ),
    row(
      "positive replies",
      total((one) => positive(one).length),
      total(({ figure }) => figure?.positive_replies ?? 0),
    ),
    ...categories.map((category) =>
      row(
        `replies sorted as ${category}`,
        answers.filter(({ answer }) => answer.category === category).length,
        right(category),
      ),
    ),
    row(
      "clients with a figure that differs",
      "none",
      wrong
        .slice(0, 5)
        .map(({ one }) => `${one.source.mark}${one.client ?? ""}`)
        .join(", ") || "none",
    ),
  ];
}

async function readOverview(api: Api): Promise<ReadonlyMap<number, OverviewRow>> {
  const { data } = await api.call("GET", "/admin/overview?days=7&limit=100", Overview);
  return new Map(data.map((one) => [one.workspace.id, one]));
}

/** By lead. A conversation of before the move has its own category, which a newer answer replaces. */
async function readCategories(api: Api): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  let cursor: string | null = "";
  while (cursor !== null) {
    const at: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: z.output<typeof Threads> = await api.call(
      "GET",
      `/threads?limit=100${at}`,
      Threads,
    );
    for (const { lead, category } of page.data) {
      if (lead && !found.has(lead.email)) found.set(lead.email, category);
    }
    cursor = page.pagination.next_cursor;
  }
  return found;
}
