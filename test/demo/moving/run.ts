import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Rival } from "#modules/moving/rules/found.ts";
import { type Product, startProduct } from "#test/support/product.ts";
import {
  makeAccount,
  optOutNow,
  replyNow,
  type RivalAccount,
} from "#test/support/rivals/account.ts";
import { booksIn, booksOf } from "#test/support/rivals/books.ts";
import { type Lived, liveIn } from "#test/support/rivals/lived.ts";
import { startInstantly } from "#test/support/rivals/instantly.ts";
import { startLemlist } from "#test/support/rivals/lemlist.ts";
import { startSmartlead } from "#test/support/rivals/smartlead.ts";
import { type Api, createApi } from "../api.ts";
import type { Progress } from "../progress.ts";
import type { DemoResult } from "../run.ts";
import { SETTINGS } from "../world.ts";
import { dueFrom, type Seen, tableOf } from "./tables.ts";
import { openMovingSink, PASSWORD } from "./sink.ts";

export type MovingDemoOptions = {
  readonly rival: Rival;
  readonly host: "node" | "worker";
  readonly seed: number;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
};

const START = { instantly: startInstantly, smartlead: startSmartlead, lemlist: startLemlist };
/** Its clock goes faster than a rival's, and the product keeps to the rates of a true one. */
const SPEED = 100;
const LEADS = 60;
/** What is too much comes within it. */
const STEADY_MS = 8_000;

const Made = z.object({ id: z.int() });
const Move = z.object({
  state: z.string(),
  doing: z.string(),
  trouble: z.object({ code: z.string(), detail: z.string() }).nullable(),
});
const Preview = z.object({
  leads: z.int(),
  suppressions: z.int(),
  campaigns: z.array(
    z.object({
      ref: z.string(),
      name: z.string(),
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
const Total = z.object({ pagination: z.object({ total: z.int() }) });

/** A client moves in from a rival in the middle of its sequences; what leaves is held against the rival's own books. */
export async function runMovingDemo(options: MovingDemoOptions): Promise<DemoResult> {
  const { rival, host, progress } = options;
  const account = makeAccount({
    rival,
    seed: `demo ${options.seed}`,
    now: Date.now(),
    clients: rival === "lemlist" ? 0 : 1,
    leadsPerClient: LEADS,
    steps: 4,
    anytime: true,
  });
  const sink = await openMovingSink(account);
  const lived = liveIn(account, (mail) => sink.put(mail));
  const server = await START[rival](account, { speed: SPEED });
  let product: Product | null = null;
  try {
    product = await startProduct({ host, env: SETTINGS });
    progress.say(`the product runs on ${host} at ${product.url}, ${rival} at ${server.url}`);
    const api = createApi(product.url);
    const road = { ...options, api, account };
    const wid = await openWorkspace(api);
    const books = booksOf(account);
    const { id } = await api.call("POST", "/moves", Made, {
      rival,
      key: server.key,
      base_url: server.url,
    });
    await settle(road, id, "ready");
    const preview = await choose(api, id, wid);
    progress.say(`read ${preview.campaigns.length} campaigns and ${preview.leads} leads`);
    for (const { email, fromName } of account.mailboxes) {
      await api.call("POST", `/workspaces/${wid}/mailboxes`, Made, {
        ...sink.access,
        email,
        from_name: fromName,
        smtp_username: email,
        smtp_password: PASSWORD,
        imap_username: email,
        imap_password: PASSWORD,
        daily_limit: 1_000,
        ramp_enabled: false,
        min_gap_seconds: 0,
        gap_jitter_seconds: 0,
      });
    }
    progress.say(`connected ${account.mailboxes.length} mailboxes with their folders`);
    await api.call("POST", `/moves/${id}/move`, z.unknown());
    await settle(road, id, "ready_to_start");
    progress.say("took everything over, and read the folders");
    const moved = await countMoved(api, wid);
    const campaigns = preview.campaigns.map(({ ref }) => ref);
    const early = await refused(api, id, campaigns);
    goOnThere(account, lived);
    for (const one of account.campaigns) one.status = "paused";
    progress.say("it went on there for a while, and is stopped there now");
    await api.call("POST", `/moves/${id}/start`, z.unknown(), { campaigns });
    await settle(road, id, "started");
    const check = await api.call("GET", `/moves/${id}/check`, Check);
    progress.say("started the campaigns here");
    const expected = dueFrom(account, lived);
    await arrived(road, () => sink.mails.length, expected.length);
    const read = check.mailboxes.filter(({ problem }) => problem === null).length;
    const seen: Seen = { books, preview: booksIn(preview), moved, early, read, mails: sink.mails };
    return {
      rows: tableOf(account, lived, expected, seen),
      problems: [...check.campaigns, ...check.mailboxes].flatMap((one) =>
        one.problem ? [`${"ref" in one ? one.ref : one.email}: ${one.problem}`] : [],
      ),
      log: [...product.lines],
    };
  } finally {
    progress.end();
    await product?.stop();
    await server.close();
    await sink.stop();
  }
}

type Road = MovingDemoOptions & { readonly api: Api; readonly account: RivalAccount };

async function openWorkspace(api: Api): Promise<number> {
  const Registered = z.object({ workspace: Made });
  const owner = { name: "Olivia Owner", email: "olivia@agency.test", password: PASSWORD };
  return (await api.call("POST", "/auth/register", Registered, owner)).workspace.id;
}

/** Everything goes into one workspace; a campaign without a time zone gets one. */
async function choose(api: Api, id: number, wid: number): Promise<z.output<typeof Preview>> {
  const Clients = z.object({ data: z.array(z.object({ ref: z.string() })) });
  const { data } = await api.call("GET", `/moves/${id}/clients`, Clients);
  const clients = data.map(({ ref }) => ({ ref, choice: "workspace", workspace_id: wid }));
  await api.call("PUT", `/moves/${id}/clients`, z.unknown(), { clients });
  const preview = await api.call("GET", `/moves/${id}/preview`, Preview);
  for (const { ref, time_zone } of preview.campaigns) {
    if (time_zone !== null) continue;
    const path = `/moves/${id}/campaigns/${encodeURIComponent(ref)}`;
    await api.call("PUT", path, z.unknown(), { time_zone: "UTC" });
  }
  return preview;
}

async function settle({ api, progress, signal }: Road, id: number, state: string): Promise<void> {
  for (const end = Date.now() + 300_000; Date.now() < end;) {
    const move = await api.call("GET", `/moves/${id}`, Move);
    if (move.state === state) return;
    if (move.trouble) throw new Error(`${move.trouble.code}: ${move.trouble.detail}`);
    progress.show(`${move.state} ${move.doing}`);
    await wait(250, undefined, signal ? { signal } : {});
  }
  throw new Error(`the move is not ${state} after five minutes`);
}

const countMoved = async (api: Api, wid: number) => {
  const count = async (what: string) =>
    (await api.call("GET", `/workspaces/${wid}/${what}?limit=1`, Total)).pagination.total;
  return { leads: await count("leads") };
};

/** While the rival sends, nothing starts. */
const refused = (api: Api, id: number, campaigns: readonly string[]): Promise<string> =>
  api.call("POST", `/moves/${id}/start`, z.unknown(), { campaigns }).then(
    () => "started",
    (cause) => (String(cause).includes("rival_still_sending") ? "refused" : String(cause)),
  );

/** The rival sends, and people answer and leave, after everything was read. */
function goOnThere(account: RivalAccount, lived: Lived): void {
  account.now = Date.now();
  const [sent, left, replied, told, also] = lived.candidates();
  const from = account.mails.length;
  if (left) optOutNow(account, left);
  if (replied) replyNow(account, replied);
  lived.fileNew(from);
  if (sent) lived.sendThere(sent);
  if (told) lived.tell(told, "answer");
  if (also) lived.tell(also, "opt out");
}

/** Until nothing more comes. */
async function arrived(
  { progress, signal }: Road,
  count: () => number,
  expected: number,
): Promise<void> {
  let last = -1;
  let since = Date.now();
  for (const end = Date.now() + 180_000; Date.now() < end;) {
    if (count() !== last) [last, since] = [count(), Date.now()];
    if (last >= expected && Date.now() - since > STEADY_MS) return;
    progress.show(`${last} of ${expected} mails`);
    await wait(250, undefined, signal ? { signal } : {});
  }
}
