import { z } from "zod";
import type { RivalMailbox } from "#test/support/rivals/account.ts";
import { booksIn, type Books } from "#test/support/rivals/books.ts";
import { isClientOf } from "#test/support/rivals/client-of.ts";
import type { Api } from "../api.ts";
import type { Source } from "./accounts.ts";

const Made = z.object({ id: z.int() });
const State = z.object({
  state: z.string(),
  doing: z.string(),
  trouble: z.object({ code: z.string(), detail: z.string() }).nullable(),
});
const Clients = z.object({
  data: z.array(z.object({ ref: z.string(), name: z.string(), workspace_id: z.int().nullable() })),
});
const Preview = z.object({
  leads: z.int(),
  suppressions: z.int(),
  campaigns: z.array(
    z.object({
      ref: z.string(),
      time_zone: z.string().nullable(),
      leads: z.object({
        total: z.int(),
        done: z.int(),
        by_step: z.array(z.object({ step: z.int(), leads: z.int() })),
      }),
    }),
  ),
});
const Check = z.object({
  campaigns: z.array(z.object({ ref: z.string(), problem: z.string().nullable() })),
  mailboxes: z.array(z.object({ email: z.string(), problem: z.string().nullable() })),
});

export type Move = {
  readonly id: number;
  readonly source: Source;
};

/** A client that has a workspace now. */
export type MovedClient = {
  readonly source: Source;
  /** Its id at the rival; null: the account is its own. */
  readonly client: number | null;
  readonly workspaceId: number;
  readonly mailboxes: readonly RivalMailbox[];
};

/** A move for each account; all are read side by side. */
export const openMoves = (api: Api, sources: readonly Source[]): Promise<Move[]> =>
  Promise.all(
    sources.map(async (source) => {
      const { rival, server } = source;
      const body = { rival, key: server.key, base_url: server.url };
      return { source, id: (await api.call("POST", "/moves", Made, body)).id };
    }),
  );

/** What is being done of moves that are not in this state yet; throws what a move is in trouble about. */
export async function unsettled(
  api: Api,
  moves: readonly Move[],
  state: string,
): Promise<readonly string[]> {
  const all = await Promise.all(
    moves.map(async ({ id, source }) => {
      const move = await api.call("GET", `/moves/${id}`, State);
      // What an end of the process left half done is tried again by itself.
      if (move.trouble && move.trouble.code !== "move_failed" && move.trouble.code !== "rival_busy")
        throw new Error(`${source.rival}: ${move.trouble.code}: ${move.trouble.detail}`);
      return move.state === state ? [] : [`${source.rival} ${move.doing || move.state}`];
    }),
  );
  return all.flat();
}

/** A new workspace for each client, and a time zone where the rival names none; answers what the preview says. */
export async function choose(api: Api, { id, source }: Move): Promise<Books> {
  const { data } = await api.call("GET", `/moves/${id}/clients`, Clients);
  const clients = data.map(({ ref, name }, n) => ({
    ref,
    choice: "new",
    name: `${source.rival} ${source.mark} ${name || n}`,
    slug: `${source.rival}-${source.mark}-${n}`,
  }));
  await api.call("PUT", `/moves/${id}/clients`, z.unknown(), { clients });
  const preview = await api.call("GET", `/moves/${id}/preview`, Preview);
  for (const { ref, time_zone } of preview.campaigns) {
    if (time_zone !== null) continue;
    const path = `/moves/${id}/campaigns/${encodeURIComponent(ref)}`;
    await api.call("PUT", path, z.unknown(), { time_zone: "UTC" });
  }
  return booksIn(preview);
}

/** Takes over, or what is new since. */
export const takeOver = (api: Api, { id }: Move): Promise<unknown> =>
  api.call("POST", `/moves/${id}/move`, z.unknown());

export async function clientsOf(api: Api, { id, source }: Move): Promise<MovedClient[]> {
  const { data } = await api.call("GET", `/moves/${id}/clients`, Clients);
  const { account, rival } = source;
  const own = account.clients.length === 0 ? [null] : account.clients.map((one) => one.id);
  return own.map((client) => {
    const workspaceId = data.find(({ ref }) => isClientOf(rival, client, ref))?.workspace_id;
    if (!workspaceId) throw new Error(`a client of ${rival} has no workspace`);
    const mailboxes = account.mailboxes.filter((one) => one.client === client);
    return { source, client, workspaceId, mailboxes };
  });
}

/** Asks for a start; answers how that was taken. */
export async function start(api: Api, { id }: Move): Promise<"started" | "refused"> {
  const { campaigns } = await api.call("GET", `/moves/${id}/check`, Check);
  const refs = campaigns.map(({ ref }) => ref);
  return api.call("POST", `/moves/${id}/start`, z.unknown(), { campaigns: refs }).then(
    () => "started" as const,
    (cause: unknown) => {
      if (String(cause).includes("rival_still_sending")) return "refused" as const;
      throw cause;
    },
  );
}

/** Mailboxes whose folders were read to their end, and what is wrong. */
export async function checked(api: Api, { id, source }: Move) {
  const { campaigns, mailboxes } = await api.call("GET", `/moves/${id}/check`, Check);
  return {
    read: mailboxes.filter(({ problem }) => problem === null).length,
    problems: [...campaigns, ...mailboxes].flatMap((one) =>
      one.problem ? [`${source.rival}: ${"ref" in one ? one.ref : one.email}: ${one.problem}`] : [],
    ),
  };
}
