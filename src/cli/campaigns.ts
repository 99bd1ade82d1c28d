import { call } from "./call.ts";
import type { Command, Session } from "./command.ts";
import { EXIT, CliFailure, WrongUsage } from "./failure.ts";
import { clean, table } from "./output.ts";

type Campaign = {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly stats: { readonly sent: number; readonly replied: number; readonly leads: number };
};
type Page<T> = {
  readonly data: readonly T[];
  readonly pagination: { readonly next_cursor: string | null };
};
type Changed = Campaign & {
  readonly sending_status: { readonly message: string; readonly next_send_at: string | null };
  readonly warnings?: readonly { readonly message: string }[];
};
type Explanation = {
  readonly email: string;
  readonly status: string;
  readonly message: string;
  readonly earliest_at: string | null;
  readonly rules: readonly {
    readonly rule: string;
    readonly blocks: boolean;
    readonly until: string | null;
    readonly detail: string;
  }[];
};

const PAGE = 200;

export const campaignCommands: readonly Command[] = [
  {
    name: "campaigns list",
    takes: "",
    summary: "List the campaigns, newest first.",
    words: [0, 0],
    options: { status: { type: "string", says: "only with this status, such as active" } },
    async run(session, _, { status }) {
      const found = (await allOf(session)).filter((one) => !status || one.status === status);
      if (session.json) return session.out(found.map((one) => `${JSON.stringify(one)}\n`).join(""));
      const rows = found.map(({ id, name, status: state, stats }) => [
        id,
        name,
        state,
        stats.leads,
        stats.sent,
        stats.replied,
      ]);
      session.out(`${table(["ID", "NAME", "STATUS", "LEADS", "SENT", "REPLIED"], rows)}\n`);
    },
  },
  change("start", "Start a campaign, or let a paused one go on."),
  change("pause", "Pause an active campaign. Nothing is lost."),
  {
    name: "campaigns explain",
    takes: "ID EMAIL",
    summary: "Tell when a lead's next email can leave, and what decides.",
    words: [2, 2],
    async run(session, [id = "", email = ""]) {
      const campaign = `${await session.workspace()}/campaigns/${idOf(id)}`;
      const target = session.target();
      const { data } = await call<Page<{ readonly lead_id: number; readonly email: string }>>(
        target,
        "GET",
        `${campaign}/leads`,
        { query: { q: email, limit: PAGE } },
      );
      const lead = data.find((one) => one.email.toLowerCase() === email.toLowerCase());
      if (!lead) throw new CliFailure(EXIT.notFound, `${clean(email)} is not in this campaign.`);
      const answer = await call<Explanation>(
        target,
        "GET",
        `${campaign}/leads/${lead.lead_id}/explain`,
      );
      if (session.json) return session.out(`${JSON.stringify(answer)}\n`);
      session.out(`${clean(answer.message)}\n`);
      if (answer.earliest_at !== null) session.out(`Earliest: ${answer.earliest_at}\n`);
      const blocking = answer.rules.filter(({ blocks }) => blocks);
      if (blocking.length === 0) return;
      const rows = blocking.map(({ rule, until, detail }) => [rule, until ?? "", detail]);
      session.out(`\n${table(["RULE", "UNTIL", "DETAIL"], rows)}\n`);
    },
  },
];

function change(verb: "start" | "pause", summary: string): Command {
  return {
    name: `campaigns ${verb}`,
    takes: "ID",
    summary,
    words: [1, 1],
    async run(session, [id = ""]) {
      const path = `${await session.workspace()}/campaigns/${idOf(id)}/${verb}`;
      const campaign = await call<Changed>(session.target(), "POST", path);
      if (session.json) return session.out(`${JSON.stringify(campaign)}\n`);
      session.out(`${clean(campaign.name)}: ${campaign.status}\n`);
      for (const { message } of campaign.warnings ?? []) session.err(`Note: ${clean(message)}\n`);
      if (verb === "start") session.out(`${clean(campaign.sending_status.message)}\n`);
    },
  };
}

async function allOf(session: Session): Promise<Campaign[]> {
  const path = `${await session.workspace()}/campaigns`;
  const found: Campaign[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: PAGE, cursor };
    const page = await call<Page<Campaign>>(session.target(), "GET", path, { query });
    found.push(...page.data);
    if (page.pagination.next_cursor === null) return found;
    cursor = page.pagination.next_cursor;
  }
}

function idOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new WrongUsage(`${clean(text)} is not the ID of a campaign. campaigns list shows them.`);
}
