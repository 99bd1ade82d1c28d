import { parseArgs } from "node:util";
import { z } from "zod";
import { SECOND_MS } from "#platform/rules/time.ts";
import { type Api, createApi } from "#test/demo/api.ts";
import { randomFrom } from "#test/demo/random.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { gmailFace } from "#test/support/oauth/gmail-face.ts";
import { graphFace } from "#test/support/oauth/graph-face.ts";
import type { ApiAct, ApiFault, Delivered } from "#test/support/oauth/lab-mail.ts";
import { labProvider, type LabProvider } from "#test/support/oauth/provider.ts";
import { serveLab } from "#test/support/oauth/serve-lab.ts";
import {
  type Change,
  copyOf,
  DRAFT_DEATHS,
  mutant,
  PATIENT_LEASES,
  removeTree,
  TWICE,
} from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude, readLedger } from "./ledger.ts";
import { patienceMs, sleep, startWorld, until, whileMoving } from "./world.ts";

/*
 * `npm run faults -- drafts [--sends N] [--deaths N] [--seed N]`: a campaign by ten mailboxes that send
 * by the APIs of Google and Microsoft, every queue message delivered twice. The app dies N times at
 * each point of a draft's way; answers are cut before and after the act, and some requests are carried
 * out long after their answer was given up; the campaign is paused and goes on. Afterwards what the
 * providers delivered is held against the rows: nothing twice, nothing lost, nothing unclear, no draft
 * left, nothing that was asked for after a pause was answered. `--mutant ungranted` sends whatever the gate
 * says, `--mutant redrafted` makes a new draft for each try.
 */
const { values } = parseArgs({
  options: {
    sends: { type: "string", default: "600" },
    deaths: { type: "string", default: "3" },
    pauses: { type: "string", default: "4" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const SENDS = Number(values.sends);
const DEATHS_EACH = Number(values.deaths);
const PAUSES = Number(values.pauses);
const MAILBOXES = 10;
const ASKED_AGE_MS = 3 * SECOND_MS;
const random = randomFrom(Number(values.seed));

/** Times of minutes as times of seconds. */
const SOON: readonly Change[] = [
  { from: "ASKED_AGE_MS = MINUTE_MS", to: `ASKED_AGE_MS = ${ASKED_AGE_MS}` },
  { from: "KEPT_DRAFT_MS = 15 * MINUTE_MS", to: "KEPT_DRAFT_MS = 5_000" },
  { from: "Math.min(LONGEST_MS, MINUTE_MS * 2 ** Math.min(looks, 10))", to: "1_500" },
].map((change) => ({ file: "src/modules/delivery/rules/drafts.ts", ...change }));
const NO_WAITS: readonly Change[] = [
  {
    file: "src/modules/delivery/rules/leases.ts",
    from: "MAILBOX_TROUBLE_WAIT_MS = 5 * MINUTE_MS",
    to: "MAILBOX_TROUBLE_WAIT_MS = 500",
  },
  {
    file: "src/platform/rules/mail/mailbox.ts",
    from: "CONNECT_FAILURES_TO_STOP = 5",
    to: "CONNECT_FAILURES_TO_STOP = 500",
  },
];

const google = await serveLab((origin) => labProvider("google", origin));
const microsoft = await serveLab((origin) => labProvider("microsoft", origin));
const gmail = await serveLab((origin) =>
  gmailFace(origin, (token) => google.lab.holderOf(token, origin)),
);
const graph = await serveLab((origin) =>
  graphFace(origin, (token) => microsoft.lab.holderOf(token, origin)),
);
const FACES = [gmail.lab, graph.lab];
const delivered = (): readonly Delivered[] => FACES.flatMap((face) => face.delivered);
/** What else an SMTP server notes of a mail. */
const LIKE_SMTP = { from: "", to: [], at: 0, begunAt: 0 };
/** By the Message-ID that we gave them. */
const ours = (mail: Delivered): string => mail.lastReference ?? mail.messageId;

/** What becomes of the first request of a kind about a mail, by the mail's lead. */
const met = new Set<string>();
/** Mails that a provider was asked to send, in order: when it does so is up to the provider. */
const asked: string[] = [];
function faultOf(act: ApiAct, id: string | null): ApiFault | undefined {
  if (act === "send" && id) asked.push(id);
  const lead = Number(id?.split(".")[2] ?? 0);
  if (!id || met.has(`${act} ${id}`)) return undefined;
  met.add(`${act} ${id}`);
  const kind = lead % 20;
  if (act === "make") return kind === 1 ? "before" : kind === 2 ? "after" : undefined;
  if (act !== "send") return undefined;
  if (kind === 3) return "before";
  if (kind === 4) return "after";
  // Both sides of when a draft that is still there begins to prove something.
  if (kind === 5) return { lateMs: ASKED_AGE_MS / 3 };
  if (kind === 6) return { lateMs: 2 * ASKED_AGE_MS };
  if (kind === 7) return { status: 429, code: "rateLimitExceeded", retryAfter: "1" };
  return kind === 8 ? { status: 500, code: "internalError" } : undefined;
}
for (const { control } of FACES) {
  control.fault = (act, _, id) => faultOf(act, id);
  // So slow that deaths and pauses have mail amid.
  control.before = () => new Promise((resolve) => setTimeout(resolve, 30));
}

/** Few drafts are dropped, so nobody waits for this one: half of the lives end there where one is. */
const RARE = "after_dropping";
const points = Object.keys(DRAFT_DEATHS)
  .filter((name) => name !== RARE)
  .flatMap((name) => Array.from({ length: DEATHS_EACH }, () => ({ name, at: random() })));
const deaths = points.toSorted((a, b) => a.at - b.at).map(({ name }) => name);
let died = 0;
let isReady = false;
const root = await copyOf([
  ...mutant(values.mutant),
  ...SOON,
  ...NO_WAITS,
  ...PATIENT_LEASES,
  TWICE,
  ...Object.entries(DRAFT_DEATHS).map(([name, { file, from }]) => ({
    file,
    from,
    to: `${from} if (process.env["DIE"]?.split(" ").includes("${name}")) process.kill(process.pid, "SIGKILL");`,
  })),
]);
const NOWHERE = "127.0.0.1:9:none";
const world = await startWorld({
  host: "node",
  root,
  appEnv: () => ({
    OAUTH_GOOGLE_CLIENT_ID: google.lab.client.id,
    OAUTH_GOOGLE_CLIENT_SECRET: google.lab.client.secret,
    OAUTH_GOOGLE_ISSUER: google.lab.issuer,
    OAUTH_GOOGLE_API: gmail.lab.origin,
    OAUTH_GOOGLE_SMTP: NOWHERE,
    OAUTH_GOOGLE_IMAP: NOWHERE,
    OAUTH_MICROSOFT_CLIENT_ID: microsoft.lab.client.id,
    OAUTH_MICROSOFT_CLIENT_SECRET: microsoft.lab.client.secret,
    OAUTH_MICROSOFT_ISSUER: microsoft.lab.issuer,
    OAUTH_MICROSOFT_API: graph.lab.origin,
    OAUTH_MICROSOFT_SMTP: NOWHERE,
    OAUTH_MICROSOFT_IMAP: NOWHERE,
    ...(isReady &&
      died < deaths.length && { DIE: `${deaths[died++]} ${random() < 0.5 ? RARE : ""}` }),
  }),
});

endEarly("drafts", values, twice);
try {
  console.log(`seed ${values.seed}: ${SENDS} sends, ${deaths.length} deaths, ${PAUSES} pauses`);
  await world.up();
  const api = createApi(world.url);
  const campaignId = await startBulkCampaign(api, {
    mailboxes: MAILBOXES,
    smtpPort: 9,
    csv: ["email", ...Array.from({ length: SENDS }, (_, i) => `lead${i}@acme${i % 97}.test`)].join(
      "\n",
    ),
    step: { subject: "Hello", body_text: "Hello from us" },
    async ready() {
      for (let i = 0; i < MAILBOXES; i++) {
        const isGoogle = i % 2 === 0;
        await connect(api, isGoogle ? "google" : "microsoft", `m${i}@ours.test`);
      }
      const active = "SELECT 1 FROM mailboxes WHERE road = 'api' AND status = 'active'";
      const areActive = await until(
        async () => (await world.rows(active)).length === MAILBOXES,
        30 * SECOND_MS,
      );
      if (!areActive) throw new Error("not every mailbox sends by the API");
      // From its next start on it dies at points.
      isReady = true;
      await world.app.stop();
      world.app.start();
      await world.up();
    },
  });
  const open = async (): Promise<number> =>
    Number(
      (
        await world.rows(
          `SELECT count(*) AS n FROM campaign_leads WHERE campaign_id = ${campaignId} AND status IN ('pending', 'in_progress')`,
        )
      )[0]?.["n"],
    );
  const late = await pauseNowAndThen(api, campaignId);
  await whileMoving(
    async () => (await open()) === 0,
    async () => `${await open()} ${died}`,
    patienceMs(values.mutant),
  );
  const unsettled = async (): Promise<number> =>
    (await world.rows("SELECT 1 FROM sends WHERE state NOT IN ('sent', 'failed')")).length;
  await whileMoving(
    async () => (await unsettled()) === 0,
    unsettled,
    patienceMs(values.mutant) / 4,
  );
  // What was given up may be carried out still; drafts of mails that ended are looked for.
  await sleep(3 * ASKED_AGE_MS);
  const rowsLeft = async (): Promise<number> =>
    (await world.rows("SELECT 1 FROM mail_drafts")).length;
  await whileMoving(async () => (await rowsLeft()) === 0, rowsLeft, 30 * SECOND_MS);
  await world.halt();
  const unsent = FACES.flatMap((face) =>
    Array.from({ length: MAILBOXES }, (_, i) => face.drafts(`m${i}@ours.test`)).flat(),
  );
  const ledger = await readLedger(
    world,
    delivered().map((mail) => ({ ...LIKE_SMTP, raw: `Message-ID: <${ours(mail)}>\r\n` })),
  );
  const count = (state: string): number => ledger.in(state).length;
  const left = await rowsLeft();
  console.table([
    {
      sent: count("sent"),
      failed: count("failed"),
      unknown: count("unknown"),
      delivered: delivered().length,
      deaths: died,
      "late after pauses": late.wrong,
    },
  ]);
  conclude(
    "drafts",
    [
      ...ledger.checks,
      [`${SENDS - ledger.sends.length} leads were never written to`, ledger.sends.length === SENDS],
      [`${SENDS - count("sent")} of ${SENDS} are not called sent`, count("sent") === SENDS],
      [`${count("unknown")} stayed unclear`, count("unknown") === 0],
      [`${late.wrong} were asked for after a pause was answered`, late.wrong === 0],
      [`${unsent.length} drafts are left in mailboxes`, unsent.length === 0],
      [`${left} rows of drafts are left`, left === 0],
      [`${died} of ${deaths.length} deaths came`, died === deaths.length, "enough"],
      [
        `${late.pauses} of ${PAUSES} pauses came amid the mail`,
        late.pauses * 2 >= PAUSES,
        "enough",
      ],
    ],
    values,
  );
} finally {
  await world.close();
  await Promise.all([google, microsoft, gmail, graph].map((one) => one.close()));
  await removeTree(root);
}

/** Whether a provider delivered a mail twice. */
function twice(): string | undefined {
  const seen = new Set<string>();
  for (const mail of delivered()) {
    const id = ours(mail);
    if (seen.has(id)) return `${id} was delivered twice`;
    seen.add(id);
  }
  return undefined;
}

/** The owner of a mailbox allows the install to send by the API, and the API is chosen. */
async function connect(api: Api, provider: "google" | "microsoft", email: string): Promise<void> {
  const lab: LabProvider = provider === "google" ? google.lab : microsoft.lab;
  const callback = `${world.url}/api/v1/oauth/callback/${provider}`;
  if (!lab.client.redirects.includes(callback)) lab.client.redirects.push(callback);
  lab.addUser(email);
  const [row] = await world.rows(`SELECT id, workspace_id FROM mailboxes WHERE email = '${email}'`);
  const at = `/workspaces/${Number(row?.["workspace_id"])}/mailboxes`;
  const begun = await api.call("POST", `${at}/connect`, z.object({ authorize_url: z.string() }), {
    provider,
    road: "api",
    mailbox_id: Number(row?.["id"]),
  });
  const back = new URL(lab.consent(begun.authorize_url, { as: email }));
  // It leads to a page.
  await api
    .call("GET", `${back.pathname.replace("/api/v1", "")}${back.search}`, z.unknown())
    .catch(() => undefined);
  await api.call("PUT", `${at}/${Number(row?.["id"])}`, z.unknown(), {
    road: "api",
    imap_host: null,
  });
}

/** Pauses the campaign amid its mail; answers how many were asked for that were not granted when the pause was answered. */
async function pauseNowAndThen(
  api: Api,
  campaignId: number,
): Promise<{ readonly wrong: number; readonly pauses: number }> {
  const [row] = await world.rows(`SELECT workspace_id FROM campaigns WHERE id = ${campaignId}`);
  const path = `/workspaces/${Number(row?.["workspace_id"])}/campaigns/${campaignId}`;
  const press = (what: string) =>
    until(
      async () => {
        await api.call("POST", `${path}/${what}`, z.unknown());
        return true;
      },
      20 * SECOND_MS,
      200,
    );
  let [wrong, pauses] = [0, 0];
  for (let i = 0; i < PAUSES; i++) {
    const due = ((i + 0.5 + random() / 2) / (PAUSES + 1)) * SENDS;
    await whileMoving(
      async () => delivered().length >= due,
      async () => delivered().length,
      patienceMs(values.mutant),
      20,
    );
    if (!(await press("pause"))) break;
    const granted = await world.rows(
      "SELECT message_id FROM sends WHERE state NOT IN ('queued', 'leased')",
    );
    const may = new Set(granted.map((send) => String(send["message_id"])));
    if (may.size < SENDS) pauses++;
    const before = asked.length;
    await sleep(1_500);
    wrong += asked.slice(before).filter((id) => !may.has(id)).length;
    await press("start");
  }
  return { wrong, pauses };
}
