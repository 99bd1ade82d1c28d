import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Api, createApi } from "../api.ts";
import type { Progress } from "../progress.ts";
import { differs, type Row, row } from "../report.ts";
import type { DemoResult } from "../run.ts";
import {
  type Agency,
  connectOrganisations,
  countMailboxes,
  importFile,
  listSignedOut,
  openAgency,
  readImport,
  startCampaign,
} from "./agency.ts";
import { openOperator, type Operator } from "./consent.ts";
import { answers, type ReadMail } from "./correspondents.ts";
import {
  FILED,
  type MailboxesWorld,
  openMailboxesWorld,
  ORGANISATIONS,
  PEOPLE,
  USERS,
} from "./world.ts";

export type MailboxesDemoOptions = {
  readonly host: "node" | "worker";
  readonly progress: Progress;
  readonly signal?: AbortSignal;
};

const IN_ORGANISATIONS = 2 * ORGANISATIONS * USERS;
const MAILBOXES = 2 + IN_ORGANISATIONS + FILED;
/** Three for each mailbox. */
const LEADS = 3 * MAILBOXES;
/** What is counted must stay so for this long. */
const STEADY_MS = 5_000;

const CampaignStats = z.object({
  sent: z.int(),
  replies: z.int(),
  unique_replies: z.int(),
  completed: z.int(),
  pending: z.int(),
  bounces: z.int(),
});
const Total = z.object({ pagination: z.object({ total: z.int() }) });
const Status = z.object({ status: z.string() });

/** An agency moves in with 302 mailboxes of three kinds; two consents are withdrawn while it sends. */
export async function runMailboxesDemo(options: MailboxesDemoOptions): Promise<DemoResult> {
  const { progress, host, signal } = options;
  const world = await openMailboxesWorld(host);
  let operator: Operator | null = null;
  const until = async (what: string, isSo: () => Promise<boolean>, seconds = 300) => {
    const end = Date.now() + seconds * 1_000;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
      progress.show(`${world.correspondents.mails.length} mails, ${what}`);
      await wait(500, undefined, signal ? { signal } : {});
    }
    progress.say(what);
  };
  try {
    const { product } = world;
    progress.say(`the product runs on ${host} at ${product.url}, beside Google and Microsoft`);
    const api = createApi(product.url);
    const agency = await openAgency(api);
    operator = await openOperator(product.url, agency);
    await operator.connect("Google", PEOPLE.google);
    await operator.connect("Microsoft", PEOPLE.microsoft);
    progress.say("two people allowed their mailboxes in Chromium");
    const connected = await connectOrganisations(api, world, agency);
    progress.say(`${2 * ORGANISATIONS} organisations let ${connected} mailboxes in`);
    const importId = await importFile(api, agency, world.servers);
    await until(`a file of ${FILED} was stored and tested`, async () => {
      return (await readImport(api, agency, importId)).status === "completed";
    });
    const count = (status: string) => countMailboxes(api, agency, status);
    await until(`${MAILBOXES} mailboxes are active`, async () => {
      return (await count("active")) === MAILBOXES;
    });
    const leads = Array.from({ length: LEADS }, (_, i) => `lead${i}@company-${i % 151}.test`);
    const campaign = await startCampaign(api, agency, leads);
    progress.say(`a campaign over a tag was started for ${LEADS} leads`);

    await until("a fifth has left", async () => sentBy(world).length > LEADS / 5);
    world.withdraw("google");
    world.withdraw("microsoft");
    const signedOut = () => listSignedOut(api, agency);
    await until("two mailboxes ask to be connected again", async () => {
      return (await signedOut()).length === 2;
    });
    const out = await signedOut();
    const unhealthy = (await count("connection_error")) + (await count("disabled"));
    const byThem = () => sentBy(world).filter((mail) => out.some((o) => o.email === mail.mailbox));
    const before = byThem().length;
    await until("the others go on", async () => sentBy(world).length > LEADS / 2);
    const meanwhile = byThem().length - before;
    for (const { id, email } of out) await operator.reconnect(id, email);
    progress.say("one click each connected them again");

    const path = `/workspaces/${agency.workspaceId}/campaigns/${campaign}`;
    await until("the campaign is complete", async () => {
      return (await api.call("GET", path, Status)).status === "completed";
    });
    const reckon = () =>
      reckoning(api, world, agency, campaign, {
        connected,
        signedOut: out.length,
        unhealthy,
        meanwhile,
      });
    const rows = await steady(reckon, () => wait(500, undefined, signal ? { signal } : {}));
    return { rows, problems: [], log: [...product.lines] };
  } finally {
    progress.end();
    await operator?.close();
    await world.stop();
  }
}

const sentBy = ({ correspondents }: MailboxesWorld): readonly ReadMail[] => correspondents.mails;

async function steady(
  reckon: () => Promise<readonly Row[]>,
  pause: () => Promise<unknown>,
): Promise<readonly Row[]> {
  const end = Date.now() + 90_000;
  let equalSince: number | null = null;
  for (;;) {
    const rows = await reckon();
    equalSince = rows.some(differs) ? null : (equalSince ?? Date.now());
    if (equalSince !== null && Date.now() - equalSince > STEADY_MS) return rows;
    if (Date.now() > end) return rows;
    await pause();
  }
}

async function reckoning(
  api: Api,
  world: MailboxesWorld,
  agency: Agency,
  campaign: number,
  earlier: Readonly<Record<"connected" | "signedOut" | "unhealthy" | "meanwhile", number>>,
): Promise<Row[]> {
  const at = `/workspaces/${agency.workspaceId}`;
  const stats = await api.call("GET", `${at}/campaigns/${campaign}/stats`, CampaignStats);
  const threads = await api.call("GET", `${at}/threads?limit=1`, Total);
  const active = await countMailboxes(api, agency, "active");
  const { mails, answered } = world.correspondents;
  const first = mails.filter(({ isAnswer }) => !isAnswer);
  const second = mails.filter(({ isAnswer }) => isAnswer);
  const answering = Array.from({ length: LEADS }, (_, i) => `lead${i}@`).filter(answers).length;
  const before = new Map(first.map((mail) => [mail.lead, mail]));
  const isFromProvider = ({ mailbox }: ReadMail) => !/@agency-\d\.test$/.test(mailbox);
  return [
    row("mailboxes of organisations", IN_ORGANISATIONS, earlier.connected),
    row("mailboxes signed out in the middle", 2, earlier.signedOut),
    row("mailboxes called unhealthy for it", 0, earlier.unhealthy),
    row("mails of those while they were signed out", 0, earlier.meanwhile),
    row("mailboxes active in the end", MAILBOXES, active),
    row("mailboxes that wrote", MAILBOXES, new Set(mails.map(({ mailbox }) => mailbox)).size),
    row("mails of step 1", LEADS, first.length),
    row("people who got step 1", LEADS, before.size),
    row("mails of step 2", LEADS - answering, second.length),
    row("people who got step 2", LEADS - answering, new Set(second.map(({ lead }) => lead)).size),
    row(
      "step 2 to somebody who had answered",
      0,
      second.filter(({ lead }) => answered.has(lead)).length,
    ),
    row("different Message-IDs", mails.length, new Set(mails.map((m) => m.messageId)).size),
    row(
      "step 2 in the thread of step 1, by the provider's own id",
      second.length,
      second.filter((mail) => isInThread(mail, before.get(mail.lead))).length,
    ),
    row(
      "mails by token, as the servers of Google and Microsoft took them",
      world.lab.accepted().length,
      mails.filter(isFromProvider).length,
    ),
    row("people who answered", answering, answered.size),
    row("sent, as counted", mails.length, stats.sent),
    row("replies, as counted", answering, stats.replies),
    row("threads", answering, threads.pagination.total),
    row("leads through all steps", LEADS - answering, stats.completed),
    row("leads that wait", 0, stats.pending),
    row("bounces", 0, stats.bounces),
  ];
}

const isInThread = (mail: ReadMail, before: ReadMail | undefined): boolean =>
  before !== undefined &&
  mail.mailbox === before.mailbox &&
  mail.inReplyTo.includes(before.messageId) &&
  mail.references.includes(before.messageId);
