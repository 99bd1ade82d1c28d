import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { openLibsql } from "#platform/db/libsql.ts";
import { type Api, createApi } from "#test/demo/api.ts";
import { type AcceptedMail, startSmtpServer } from "#test/support/mail/smtp-server.ts";
import { freePort } from "./free-port.ts";
import { type NodeHost, startNodeHost, temporaryDirectory } from "./node-host.ts";

const Made = z.object({ id: z.int() });
export const PASSWORD = "correct horse battery";
/** Of the mailbox: the server lets nobody in with another one. */
export const MAIL_PASSWORD = "s3cret of the mailbox";

/** An install that ends and comes back under its address. */
export type Install = {
  readonly dataDir: string;
  readonly url: string;
  host(): NodeHost;
  /** Again over the same data, killed or ended before. */
  again(): Promise<void>;
};

async function newInstall(dataDir: string, env: Record<string, string>): Promise<Install> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () =>
    startNodeHost({
      dataDir,
      env: { TICK_SECONDS: "0.25", LOG_LEVEL: "warn", PORT: `${port}`, BASE_URL: url, ...env },
    });
  let host = await start();
  return {
    dataDir,
    url,
    host: () => host,
    async again() {
      host = await start();
    },
  };
}

/** Two installs on this machine, a mail server for both, and people of whom one is in both. */
export async function twoInstalls(places: { readonly there?: Record<string, string> } = {}) {
  const directory = temporaryDirectory();
  const mails: AcceptedMail[] = [];
  const smtp = await startSmtpServer({
    authenticate: (_, password) => password === MAIL_PASSWORD,
    refuses: () => false,
    onAccepted: (mail) => mails.push(mail),
    onRefused: () => undefined,
  });
  const here = await newInstall(join(directory.path, "here"), {});
  const there = await newInstall(join(directory.path, "there"), {
    DATABASES: "per_workspace",
    ...places.there,
  });
  const api = createApi(here.url);
  const admin = createApi(there.url);
  const registered = z.object({ user: Made });
  // Ids of people differ: the owner here is the second one there.
  await admin.call("POST", "/auth/register", registered, person("root"));
  const known = await createApi(there.url).call(
    "POST",
    "/auth/register",
    registered,
    person("ann"),
  );
  await api.call("POST", "/auth/register", registered, person("ann"));
  const key = await admin.call("POST", "/admin/api-keys", z.object({ key: z.string() }), {
    name: "Moves",
    scopes: ["arrivals.edit"],
  });
  const keyFile = join(directory.path, "key");
  writeFileSync(keyFile, `${key.key}\n`);
  return {
    here,
    there,
    api,
    admin,
    mails,
    smtpPort: smtp.port,
    keyFile,
    annThere: known.user.id,
    async close() {
      await here.host().stop();
      await there.host().stop();
      await smtp.close();
      directory.remove();
    },
  };
}

const person = (name: string) => ({
  name,
  email: `${name}@ours.test`,
  password: PASSWORD,
});

/** Workspace 1 with a mailbox, a webhook, suppressions, and a campaign whose first step has gone to three leads. */
export async function inMidSequence(
  { api, mails }: { readonly api: Api; readonly mails: readonly AcceptedMail[] },
  smtpPort: number,
): Promise<number> {
  const at = "/workspaces/1";
  const mailbox = await api.call("POST", `${at}/mailboxes`, Made, {
    email: "sender@ours.test",
    smtp_host: "127.0.0.1",
    smtp_port: smtpPort,
    smtp_security: "none",
    smtp_username: "sender@ours.test",
    smtp_password: MAIL_PASSWORD,
    daily_limit: 100,
    min_gap_seconds: 0,
    gap_jitter_seconds: 0,
    ramp_enabled: false,
  });
  await api.call("POST", `${at}/webhooks`, z.unknown(), {
    url: "http://127.0.0.1:9/hook",
    events: ["lead.replied"],
    secret: "whsec of the receiver 123456",
  });
  await api.call("POST", `${at}/suppressions`, z.unknown(), { email: "never@acme.test" });
  const form = new FormData();
  form.append("file", new Blob(["email\nann@acme.test\nbob@acme.test\ncid@acme.test"]), "a.csv");
  const upload = z.object({ list_id: z.int() });
  const { list_id } = await api.call("POST", `${at}/leads/upload`, upload, form);
  const campaign = await api.call("POST", `${at}/campaigns`, Made, {
    name: "Spring",
    schedule: {
      timezone: "UTC",
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
    },
  });
  const path = `${at}/campaigns/${campaign.id}`;
  await api.call("POST", `${path}/steps`, Made, {
    subject: "Hello",
    body_html: '<p>Hello, see <a href="https://example.com/offer">the offer</a>.</p>',
  });
  await api.call("POST", `${path}/steps`, Made, {
    delay: 1,
    delay_unit: "days",
    body_html: "<p>Did you see it?</p>",
  });
  await api.call("POST", `${path}/mailboxes`, z.unknown(), { mailbox_ids: [mailbox.id] });
  await api.call("POST", `${at}/leads/add-to-campaign`, z.unknown(), {
    campaign_id: campaign.id,
    list_id,
  });
  await api.call("POST", `${path}/start`, z.unknown());
  await until(() => mails.length === 3);
  return campaign.id;
}

/** Asks again until it is so. */
export async function until(is: () => boolean | Promise<boolean>, forMs = 30_000): Promise<void> {
  for (const end = performance.now() + forMs; !(await is()); await wait(50)) {
    if (performance.now() > end) throw new Error(`not within ${forMs} ms: ${is.toString()}`);
  }
}

/** Rows of one of the databases of an install. */
export async function rowsIn(
  dataDir: string,
  file: string,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = openLibsql(`file:${join(dataDir, file)}`, { timeoutMs: 5_000 });
  try {
    return (await client.execute(sql)).rows.map((row) => ({ ...row }));
  } finally {
    client.close();
  }
}

/** `npm run move`, ended by itself, or killed after some milliseconds or once it printed something. */
export async function moveCommand(
  dataDir: string,
  args: readonly string[],
  killed: number | RegExp | null = null,
): Promise<{ readonly code: number | null; readonly out: string; readonly error: string }> {
  const child = spawn(process.execPath, ["src/server/move/main.ts", "1", ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, ALLOW_PRIVATE_NETWORKS: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { out: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    printed.out += chunk.toString();
    if (killed instanceof RegExp && killed.test(printed.out)) child.kill("SIGKILL");
  });
  child.stderr.on("data", (chunk: Buffer) => (printed.error += chunk.toString()));
  if (typeof killed === "number") setTimeout(() => child.kill("SIGKILL"), killed);
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once("close", resolve);
  return { code: await promise, ...printed };
}

/** A moment at which something is killed. */
export const someMs = (most: number): number => randomInt(most);
