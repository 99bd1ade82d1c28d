import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { companionMail } from "#app/adapters/companion-mail.ts";
import { SECRET } from "#test/companion/app-double.ts";
import { type Api, createApi } from "#test/demo/api.ts";
import { createImapServer } from "#test/support/mail/imap-server.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { startNodeHost } from "#test/support/node-host.ts";
import { startOauthLab } from "#test/support/oauth/lab.ts";
import { startCompanionProcess } from "./companion-process.ts";
import { connectByConsent } from "./consents.ts";
import { median } from "./median.ts";
import { report } from "./report.ts";

/*
 * `npm run bench:mailboxes [imported] [by token] [watched]`: what hundreds of mailboxes cost. A file of
 * mailboxes is imported and tested until all are active, while somebody looks at their list. Then mailboxes
 * whose tokens live for a minute send a campaign and are watched for replies: how often tokens are renewed,
 * and whether a dead one is shown twice. Last, one companion watches many mailboxes: its memory and sockets.
 */
const IMPORTED = Number(process.argv[2] ?? 400);
const BY_TOKEN = Number(process.argv[3] ?? 1_000);
const WATCHED = Number(process.argv[4] ?? 2_000);
const TOKEN_SECONDS = 60;
/** Over this the renewals are counted. */
const MINUTES = 3;
/** Mails of each mailbox in that time. */
const MAILS = 3;
const ENV = {
  TICK_SECONDS: "1",
  API_LIMIT_PER_MINUTE: "1000000",
  LOG_LEVEL: "warn",
  MAX_MAILBOXES_PER_WORKSPACE: "5000",
  MAX_WATCHED_MAILBOXES: "2000",
};
const OWNER = { name: "Bench", email: "bench@ours.test", password: "correct horse battery" };
const Made = z.object({ id: z.int() });
const Total = z.object({ pagination: z.object({ total: z.int() }) });

if (IMPORTED > 0) await importMany();
if (BY_TOKEN > 0) await sendByToken();
if (WATCHED > 0) await watchMany();

async function openWorkspace(api: Api): Promise<string> {
  const registered = z.object({ workspace: Made });
  const { workspace } = await api.call("POST", "/auth/register", registered, OWNER);
  return `/workspaces/${workspace.id}`;
}

async function importMany(): Promise<void> {
  const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok" });
  const imap = createImapServer();
  const emails = Array.from({ length: IMPORTED }, (_, i) => `m${i}@agency-${i % 50}.test`);
  for (const email of emails) imap.addUser(email, "p");
  const imapPort = await imap.listen();
  const product = await startNodeHost({ env: ENV });
  try {
    const api = createApi(product.url);
    const at = await openWorkspace(api);
    const header =
      "email,password,smtp_host,smtp_port,smtp_security,imap_host,imap_port,imap_security";
    const rows = emails.map(
      (email) => `${email},p,127.0.0.1,${smtp.port},none,127.0.0.1,${imapPort},none`,
    );
    const form = new FormData();
    form.set("file", new Blob([[header, ...rows].join("\n")], { type: "text/csv" }), "boxes.csv");
    const began = performance.now();
    await api.call("POST", `${at}/mailboxes/import`, z.unknown(), form);
    const looks: number[] = [];
    for (let active = 0; active < IMPORTED;) {
      const asked = performance.now();
      await api.call("GET", `${at}/mailboxes?limit=100`, z.unknown());
      looks.push(performance.now() - asked);
      await wait(200);
      const counted = await api.call("GET", `${at}/mailboxes?limit=1&status=active`, Total);
      active = counted.pagination.total;
      if (performance.now() - began > 600_000) throw new Error(`only ${active} became active`);
    }
    const seconds = (performance.now() - began) / 1_000;
    report([
      {
        what: `${IMPORTED} mailboxes imported, tested and active`,
        unit: "s",
        rounds: [seconds],
        aim: { most: 180 },
      },
      {
        what: "their list meanwhile, median",
        unit: "ms",
        rounds: [median(looks)],
        aim: { most: 200 },
      },
    ]);
  } finally {
    await product.stop();
    await Promise.all([smtp.close(), imap.close()]);
  }
}

async function sendByToken(): Promise<void> {
  const lab = await startOauthLab({ accessSeconds: TOKEN_SECONDS });
  const product = await startNodeHost({ env: { ...ENV, ...lab.environment } });
  lab.welcome(product.url);
  try {
    const api = createApi(product.url);
    const at = await openWorkspace(api);
    await connectByConsent(product.url, await sessionOf(product.url), at, lab, BY_TOKEN);
    await untilActive(api, at, BY_TOKEN);
    await api.call("POST", `${at}/mailboxes/bulk`, z.unknown(), {
      filter: {},
      set: { min_gap_seconds: 30, gap_jitter_seconds: 20, ramp_enabled: false, add_tags: ["all"] },
    });
    await startCampaign(api, at, BY_TOKEN * MAILS);
    const renewals = () => lab.google.calls.length + lab.microsoft.calls.length;
    const [before, began] = [renewals(), performance.now()];
    while (performance.now() - began < MINUTES * 60_000) await wait(1_000);
    const minutes = (performance.now() - began) / 60_000;
    const perMinute = (renewals() - before) / BY_TOKEN / minutes;
    const left = async () =>
      (await api.call("GET", `${at}/stats`, z.object({ sent: z.int() }))).sent;
    for (const end = performance.now() + 300_000; performance.now() < end; await wait(2_000)) {
      if ((await left()) >= BY_TOKEN * MAILS) break;
    }
    const mails = lab.accepted();
    const people = new Set(mails.map(({ to }) => to[0]));
    report([
      {
        what: `renewals of ${BY_TOKEN} tokens of ${TOKEN_SECONDS} s, for each in a minute`,
        unit: "renewals",
        rounds: [perMinute],
        aim: { most: 1.3 },
      },
      {
        what: "dead tokens that were shown more than once",
        unit: "tokens",
        rounds: [lab.deadTwice()],
        aim: { most: 0 },
      },
      {
        what: `people of ${BY_TOKEN * MAILS} who got their mail`,
        unit: "people",
        rounds: [people.size],
        aim: { least: BY_TOKEN * MAILS },
      },
      {
        what: "mails that somebody got twice",
        unit: "mails",
        rounds: [mails.length - people.size],
        aim: { most: 0 },
      },
    ]);
  } finally {
    await product.stop();
    await lab.stop();
  }
}

async function sessionOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: OWNER.email, password: OWNER.password }),
  });
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function untilActive(api: Api, at: string, count: number): Promise<void> {
  for (const end = performance.now() + 300_000; ; await wait(500)) {
    const { pagination } = await api.call("GET", `${at}/mailboxes?limit=1&status=active`, Total);
    if (pagination.total >= count) return;
    if (performance.now() > end) throw new Error(`only ${pagination.total} are active`);
  }
}

async function startCampaign(api: Api, at: string, leads: number): Promise<void> {
  const rows = Array.from({ length: leads }, (_, i) => `lead${i}@company-${i % 997}.test`);
  const form = new FormData();
  form.set("file", new Blob([["email", ...rows].join("\n")], { type: "text/csv" }), "leads.csv");
  const uploaded = z.object({ list_id: z.int() });
  const { list_id } = await api.call("POST", `${at}/leads/upload`, uploaded, form);
  const { id } = await api.call("POST", `${at}/campaigns`, Made, {
    name: "Bench",
    mailbox_tags: ["all"],
    schedule: {
      timezone: "UTC",
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
    },
  });
  const path = `${at}/campaigns/${id}`;
  await api.call("POST", `${path}/steps`, Made, { subject: "Hello", body_text: "Hello from us" });
  await api.call("POST", `${at}/leads/add-to-campaign`, z.unknown(), { campaign_id: id, list_id });
  await api.call("POST", `${path}/start`, z.unknown());
}

async function watchMany(): Promise<void> {
  const imap = createImapServer();
  const users = Array.from({ length: WATCHED }, (_, i) => `m${i}@agency.test`);
  for (const user of users) imap.addUser(user, "p");
  const port = await imap.listen();
  const folder = await mkdtemp(join(tmpdir(), "outrider-bench-"));
  const companion = await startCompanionProcess(folder);
  const { app } = companion;
  try {
    const mail = companionMail(companion.url, SECRET);
    const began = performance.now();
    await mail.watcher?.setList({
      version: "1",
      allow_private: true,
      mailboxes: users.map((username, i) => ({
        id: `1:${i}`,
        imap: { host: "127.0.0.1", port, security: "none", username, password: "p" },
        folder: "INBOX",
      })),
    });
    const listening = async (): Promise<number> => {
      const answer = await fetch(`${companion.url}/health`);
      return ((await answer.json()) as { listening: number }).listening;
    };
    while ((await listening()) < WATCHED) {
      if (performance.now() - began > 300_000) throw new Error("not all are watched");
      await wait(250);
    }
    const seconds = (performance.now() - began) / 1_000;
    await wait(5_000);
    const waits: number[] = [];
    for (let i = 0; i < 50; i++) {
      const user = Math.floor((i * WATCHED) / 50);
      const [heard, at] = [app.arrivals.flat().length, performance.now()];
      imap.append(users[user] ?? "", "INBOX", "From: bo@y.test\r\nSubject: hi\r\n\r\nhi\r\n");
      while (app.arrivals.flat().length === heard) await wait(2);
      waits.push(performance.now() - at);
    }
    report([
      {
        what: `${WATCHED} mailboxes watched by one companion, after`,
        unit: "s",
        rounds: [seconds],
      },
      { what: "its memory", unit: "MB", rounds: [companion.megabytes()] },
      { what: "its memory before", unit: "MB", rounds: [companion.before] },
      { what: "its sockets", unit: "sockets", rounds: [companion.sockets()] },
      { what: "from a new mail to its word of it, median", unit: "ms", rounds: [median(waits)] },
    ]);
  } finally {
    await companion.stop();
    await imap.close();
    await rm(folder, { recursive: true, force: true });
  }
}
