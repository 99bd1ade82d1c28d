import { setTimeout as sleep } from "node:timers/promises";
import { call } from "./call.ts";
import type { Command, Session } from "./command.ts";
import { WrongUsage } from "./failure.ts";
import { clean } from "./output.ts";

type Event = {
  readonly id: number;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
};
type Events = { readonly data: readonly Event[] };

const LOOK_MS = 3_000;
const PAGE = 200;

export const tailCommand: Command = {
  name: "tail",
  takes: "",
  summary: "Show events as they happen: replies, bounces, opens, clicks. Ctrl-C ends it.",
  words: [0, 0],
  options: {
    type: { type: "string", says: "only events of this type, such as lead.replied" },
    after: { type: "string", says: "begin behind the event with this ID; 0: with the first" },
    once: { type: "boolean", says: "end when there is nothing more, instead of waiting" },
  },
  async run(session, _, { type, after, once }) {
    const path = `${await session.workspace()}/events`;
    const ofType = typeof type === "string" ? { type } : {};
    let last = typeof after === "string" ? numberOf(after) : await newest(session, path);
    for (;;) {
      const query = { ...ofType, after: last, limit: PAGE };
      const { signal } = session;
      const { data } = await call<Events>(session.target(), "GET", path, { query, signal });
      for (const event of data)
        session.out(session.json ? `${JSON.stringify(event)}\n` : lineOf(event));
      last = data.at(-1)?.id ?? last;
      if (data.length === PAGE) continue;
      if (once === true) return;
      await sleep(LOOK_MS, undefined, { signal });
    }
  },
};

async function newest(session: Session, path: string): Promise<number> {
  const query = { limit: 1 };
  const { data } = await call<Events>(session.target(), "GET", path, { query });
  return data[0]?.id ?? 0;
}

function numberOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new WrongUsage("--after takes the ID of an event.");
}

/** Of whom and of what, in a line. */
function lineOf({ created_at: at, type, data }: Event): string {
  const names = ["lead_email", "campaign_name", "subject", "url", "reason"];
  const words = names.map((name) => data[name]).filter((word) => typeof word === "string" && word);
  return `${at}  ${type.padEnd(18)}  ${words.map((word) => clean(String(word))).join("  ")}\n`;
}
