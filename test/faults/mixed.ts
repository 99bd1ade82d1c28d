import { randomUUID } from "node:crypto";
import { type Api, createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { startDohServer } from "#test/support/doh-server.ts";
import { createImapServer } from "#test/support/mail/imap-server.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { startReceivers } from "#test/support/receivers.ts";
import { BUSY_READERS, type Change, copyOf, PATIENT_LEASES, SHORT_SYNC_LEASE } from "./copy.ts";
import { type Check, readLedger } from "./ledger.ts";
import { sleep, startWorld, TOLD_MS, type World } from "./world.ts";

type Asked = Omit<RequestInit, "headers"> & { readonly headers?: Readonly<Record<string, string>> };
type Found = Readonly<Record<string, unknown>>;

/** A product at all of its work at once, with everything around it. */
export type Mixed = {
  readonly world: World;
  readonly root: string;
  /** Starts a round: a list is uploaded, validated and written to; some answer, some leave; webhooks tell of it. */
  begin(leads: number): Promise<void>;
  /** Waits until every effect of all rounds is there once; what is wrong after so long without progress. */
  settled(stillMs: number): Promise<readonly Check[]>;
  /** What no later event can mend. */
  readonly brokenForGood: () => Promise<string | undefined>;
  /** Asks until it is answered well, or that the outcome of a request with a key is unclear. */
  insist(path: string, init: Asked): Promise<Response>;
  close(): Promise<void>;
};

const MAILBOXES = 4;
const LATE = 40;
/** Of five people one answers, one leaves, and one sits behind a scanner that follows every link. */
const PEOPLE = 5;
const WORKSPACE = "/api/v1/workspaces/1";
const HARMLESS = "a repetition does no harm";

const SHORT_REST: readonly Change[] = [
  SHORT_SYNC_LEASE,
  // A process that stands still hears what came meanwhile before it gives up: no verdict comes of that.
  {
    file: "src/platform/rules/choices.ts",
    from: "DNS_MX_TIMEOUT_MS = 5_000",
    to: "DNS_MX_TIMEOUT_MS = 60_000",
  },
  {
    file: "src/modules/leads/validation-jobs/job-store.ts",
    from: "LEASE_MS = MINUTE_MS",
    to: "LEASE_MS = 4_000",
  },
];

export async function startMixed(options: {
  readonly changes: readonly Change[];
  readonly appEnv?: (start: number) => Readonly<Record<string, string>>;
}): Promise<Mixed> {
  /** One a mailbox, each time the companion ended. */
  const atMostUnknown = (): number => MAILBOXES * (world.companion.starts() - 1);
  const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok" });
  const imap = createImapServer();
  for (let i = 0; i < MAILBOXES; i++) imap.addUser(`m${i}@ours.test`, "p");
  const imapPort = await imap.listen();
  const resolver = await startDohServer(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`company-${i}.com`, { mx: [[10, "mx.test"]] }]),
    ),
    { delayMs: () => 5 },
  );
  const receivers = await startReceivers();
  const root = await copyOf([
    ...options.changes,
    ...PATIENT_LEASES,
    ...BUSY_READERS,
    ...SHORT_REST,
  ]);
  const world = await startWorld({
    host: "node",
    root,
    isQuiet: true,
    appEnv: (start) => ({
      DOH_URLS: resolver.url,
      AVATAR_URL: "",
      WEBHOOK_RETRY_SECONDS: "0,0,0,0,0,0,0,0,0,0",
      ...options.appEnv?.(start),
    }),
  });
  const api: Api = createApi(world.url);
  let cookie = "";
  let rounds = 0;
  let leads = 0;
  let late = 0;
  let stayedUnclear = 0;
  let isClosed = false;
  /** People who did it, once each. */
  const did = { answer: 0, leave: 0 };
  let answering: Promise<void> | null = null;
  /** Mails whose readers have done what they do. */
  let read = 0;

  const insist = async (path: string, init: Asked): Promise<Response> => {
    for (let tries = 0; ; tries++) {
      const answer = await fetch(world.url + path, {
        ...init,
        headers: { cookie, ...init.headers },
        signal: AbortSignal.timeout(60_000),
      }).catch(() => null);
      if (answer && (answer.ok || (await isUnclear(answer)))) return answer;
      if (tries > 700 || isClosed)
        throw new Error(`${path} answers ${answer?.status}: ${await answer?.text()}`);
      await sleep(200);
    }
  };
  const look = async (path: string): Promise<Found> =>
    (await (await insist(`${WORKSPACE}${path}`, { method: "GET" })).json()) as Found;
  /** One of a list, by a field. */
  const find = async (path: string, field: string, value: unknown): Promise<Found | undefined> =>
    ((await look(path))["data"] as Found[]).find((one) => one[field] === value);
  /** Where the outcome is unclear, it looks for what it asked for, and asks anew only if that is not there. */
  const post = async (
    path: string,
    body: unknown,
    lookForIt: (() => Promise<Found | undefined>) | typeof HARMLESS,
  ): Promise<Found> => {
    const isForm = body instanceof FormData;
    for (;;) {
      const answer = await insist(`${WORKSPACE}${path}`, {
        method: "POST",
        headers: {
          "idempotency-key": randomUUID(),
          ...(isForm ? {} : { "content-type": "application/json" }),
        },
        body: isForm ? body : JSON.stringify(body),
      });
      if (answer.ok) return (await answer.json()) as Found;
      const there = lookForIt === HARMLESS ? undefined : await lookForIt();
      if (there) return there;
    }
  };
  const validate = (list: number): Promise<Found> =>
    post("/leads/validate", { list_id: list }, () => find("/leads/validate", "list_id", list));
  const upload = async (emails: readonly string[]): Promise<number> => {
    const form = new FormData();
    form.append("file", new Blob([["email", ...emails].join("\n")]), "leads.csv");
    return Number((await post("/leads/upload", form, HARMLESS))["list_id"]);
  };

  /** Answers and unsubscribes, once for each mail that arrives, until the end. */
  async function answer(): Promise<void> {
    while (!isClosed) {
      const mail = smtp.accepted[read];
      if (!mail) {
        await sleep(50);
        continue;
      }
      const lead = Number(/^anna\.berger(\d+)@/.exec(mail.to[0] ?? "")?.[1]);
      const header = (name: string): string =>
        new RegExp(`^${name}:\\s*<([^>]+)>`, "im").exec(
          mail.raw.replace(/\r\n[ \t]+/g, " "),
        )?.[1] ?? "";
      if (lead % PEOPLE === 0) {
        did.answer++;
        imap.append(mail.from, "INBOX", replyTo(mail.to[0] ?? "", mail.from, header("message-id")));
      }
      const link = new URL(header("list-unsubscribe")).pathname;
      if (lead % PEOPLE === 1) {
        did.leave++;
        await insist(link, { method: "POST" });
      }
      // A scanner looks at every link.
      if (lead % PEOPLE === 2) await insist(link, { method: "GET" });
      read++;
    }
  }

  const one = async (query: string): Promise<number> =>
    Number(Object.values((await world.rows(query))[0] ?? {})[0] ?? 0);

  const unclear = async (): Promise<string[]> =>
    (await world.rows("SELECT message_id FROM sends WHERE state = 'unknown'")).map((row) =>
      String(row["message_id"]),
    );

  /** What there is, beside what there must be. */
  async function counts(): Promise<readonly (readonly [what: string, is: number, must: number])[]> {
    // Killed between the grant and the dot, it is on its way for ever: never sent again by itself.
    const unknown = await unclear();
    // Killed behind the dot, it has arrived.
    const arrived = new Set(smtp.accepted.map(({ raw }) => messageIdOf(raw)));
    const lost = unknown.filter((id) => !arrived.has(id)).length;
    const { answer: answers, leave: leavers } = did;
    const total = (metric: string) =>
      one(`SELECT ${metric} AS n FROM stats WHERE campaign_id = 0 AND dimension = 'total'`);
    const events = (type: string) => one(`SELECT count(*) AS n FROM events WHERE type = '${type}'`);
    const told = answers + leavers + 2 * rounds;
    return [
      [
        "mails that nobody can tell about",
        unknown.length > atMostUnknown() ? unknown.length : 0,
        0,
      ],
      ["mails accepted", smtp.accepted.length, leads - lost],
      ["mails read", read, smtp.accepted.length],
      [
        "sends",
        await one("SELECT count(*) AS n FROM sends WHERE state = 'sent'"),
        leads - unknown.length,
      ],
      ["sends counted", await total("sent"), leads - unknown.length],
      ["leads", await one("SELECT count(*) AS n FROM leads"), leads + late],
      [
        "leads called valid",
        await one("SELECT count(*) AS n FROM leads WHERE validation_status = 'valid'"),
        leads,
      ],
      [
        "validations completed",
        await one(
          "SELECT count(*) AS n FROM jobs WHERE kind = 'validation' AND state = 'completed'",
        ),
        rounds,
      ],
      [
        "answers stored",
        await one("SELECT count(*) AS n FROM messages WHERE direction = 'inbound'"),
        answers,
      ],
      ["answers counted", await total("replies"), answers],
      ["events of answers", await events("lead.replied"), answers],
      ["events of people who left", await events("lead.unsubscribed"), leavers],
      ["starts told", await events("campaign.started"), rounds],
      ["ends told", await events("campaign.completed"), rounds],
      [
        "deliveries",
        await one("SELECT count(*) AS n FROM webhook_deliveries WHERE state = 'delivered'"),
        2 * told,
      ],
      [
        "events at the receivers",
        new Set(receivers.received.map(({ path, id }) => `${path} ${id}`)).size,
        2 * told,
      ],
      ["campaigns", await one("SELECT count(*) AS n FROM campaigns"), rounds],
      ["steps", await one("SELECT count(*) AS n FROM steps"), rounds],
      [
        "campaigns completed",
        await one("SELECT count(*) AS n FROM campaigns WHERE status = 'completed'"),
        rounds,
      ],
    ];
  }

  return {
    world,
    root,
    insist,
    async begin(count) {
      const names = Array.from(
        { length: count },
        (_, i) => `anna.berger${leads + i}@company-${i % 30}.com`,
      );
      const step = { subject: "Hello", body_text: "Hello from us" };
      if (rounds === 0) {
        await world.up();
        await startBulkCampaign(api, {
          mailboxes: MAILBOXES,
          smtpPort: smtp.port,
          imapPort,
          csv: ["email", ...names].join("\n"),
          step,
          async ready() {
            cookie = await signIn(world.url);
            for (const behaviour of ["good", "flapping"] as const) {
              const url = receivers.url(behaviour, 0);
              await post(
                "/webhooks",
                {
                  url,
                  secret: "a-secret-of-the-receivers",
                  events: [
                    "lead.replied",
                    "lead.unsubscribed",
                    "campaign.started",
                    "campaign.completed",
                  ],
                },
                () => find("/webhooks", "url", url),
              );
            }
            await validate(1);
          },
        });
      } else {
        const list = await upload(names);
        await validate(list);
        const name = `Round ${rounds}`;
        const campaign = await post(
          "/campaigns",
          {
            name,
            bounce_threshold_pct: 0,
            schedule: {
              timezone: "UTC",
              windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
            },
          },
          () => find("/campaigns", "name", name),
        );
        const path = `/campaigns/${String(campaign["id"])}`;
        await post(`${path}/steps`, step, async () => ((await look(path))["steps"] as Found[])[0]);
        const boxes = await world.rows("SELECT id FROM mailboxes");
        await post(`${path}/mailboxes`, { mailbox_ids: boxes.map((row) => row["id"]) }, HARMLESS);
        await post(
          "/leads/add-to-campaign",
          { campaign_id: campaign["id"], list_id: list },
          HARMLESS,
        );
        await post(`${path}/start`, {}, async () => {
          const now = await look(path);
          return now["status"] === "draft" ? undefined : now;
        });
      }
      leads += count;
      rounds++;
      answering ??= answer();
      // A run that is over looks at it no more.
      answering.catch(() => undefined);
      await upload(Array.from({ length: LATE }, (_, i) => `late${late + i}@company-1.com`));
      late += LATE;
    },
    async settled(stillMs) {
      let last = "";
      let since = performance.now();
      while (performance.now() - since < stillMs) {
        const all = await counts();
        const isThere = all.every(([, is, must]) => is >= must);
        // What is unclear may be told late, unless it was so before.
        const isNews = (await unclear()).length > stayedUnclear;
        if (isThere && (!isNews || performance.now() - since > TOLD_MS)) break;
        const now = JSON.stringify(all);
        if (now !== last) [last, since] = [now, performance.now()];
        await sleep(300);
      }
      stayedUnclear = (await unclear()).length;
      // What comes twice comes late.
      await sleep(1_500);
      const ledger = await readLedger(world, smtp.accepted);
      return [
        ...ledger.checks,
        ...(await counts()).map(
          ([what, is, must]) => [`${what}: ${is}, not ${must}`, is === must] as const,
        ),
      ];
    },
    async brokenForGood() {
      // What did not happen yet is counted last.
      const left = await one("SELECT count(*) AS n FROM events WHERE type = 'lead.unsubscribed'");
      if (left > did.leave) return `${left} people left, not ${did.leave}`;
      const twice = await world.rows(
        `SELECT c.name FROM campaigns c LEFT JOIN steps s ON s.campaign_id = c.id
          GROUP BY c.name HAVING count(DISTINCT c.id) > 1 OR count(s.id) > 1`,
      );
      if (twice[0]) return `the campaign ${String(twice[0]["name"])} or its step was made twice`;
      const counted = await one(
        "SELECT coalesce(sum(sent), 0) AS n FROM stats WHERE campaign_id = 0 AND dimension = 'total'",
      );
      const taken = smtp.accepted.length;
      if (counted > taken) return `${counted} are counted as sent, more than the ${taken} taken`;
      const waiting = await one(
        `SELECT count(*) AS n FROM campaign_leads l JOIN campaigns c ON c.id = l.campaign_id
          WHERE c.status = 'completed' AND l.status IN ('pending', 'in_progress')`,
      );
      return waiting > 0 ? `${waiting} leads wait in campaigns that are complete` : undefined;
    },
    async close() {
      isClosed = true;
      await world.close();
      await Promise.allSettled([answering]);
      await Promise.all([smtp.close(), imap.close(), resolver.close(), receivers.close()]);
    },
  };
}

/** Whether a request with a key wrote something, and nobody knows how it ended. */
const isUnclear = async (answer: Response): Promise<boolean> =>
  answer.status === 409 &&
  ((await answer.clone().json()) as { code: string }).code === "outcome_unclear";

const messageIdOf = (raw: string): string => /^message-id:\s*<([^>]+)>/im.exec(raw)?.[1] ?? "";

const replyTo = (from: string, to: string, id: string): string =>
  [
    `From: ${from}`,
    `To: ${to}`,
    "Subject: Re: Hello",
    `Message-ID: <answer-${id}>`,
    `In-Reply-To: <${id}>`,
    "Content-Type: text/plain",
    "",
    "Thank you, let us talk.",
    "",
  ].join("\r\n");

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "bulk@ours.test", password: "correct horse battery" }),
  });
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}
