import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll } from "vitest";
import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import { type ScriptedSmtp, type ScriptedSmtpOptions, startScriptedSmtp } from "./scripted-smtp.ts";

/*
 * Which library may send from the Worker itself? Both candidates run in real workerd against a
 * server that misbehaves. src/docs/decisions/0001-direct-road.md draws the conclusion.
 */

const PATIENCE_MS = 4_000;
let bundle = "";

/** Bundles both roads before the tests of a file. */
export function bundleMailers(): void {
  beforeAll(async () => {
    bundle = await mkdtemp(join(tmpdir(), "mailers-"));
    const config = "test/worker/mailers/wrangler.toml";
    const wrangler = "node_modules/wrangler/bin/wrangler.js";
    await promisify(execFile)(
      process.execPath,
      [wrangler, "deploy", "--dry-run", "-c", config, "--outdir", bundle],
      {
        env: {
          ...process.env,
          CLOUDFLARE_CF_FETCH_ENABLED: "false",
          WRANGLER_SEND_METRICS: "false",
        },
      },
    );
  });
  afterAll(() => rm(bundle, { recursive: true, force: true }));
}

type Road = "direct" | "worker-mailer";

/** One message over one road through one scripted server, each run in a workerd of its own. */
export async function sendOver(
  road: Road,
  script: ScriptedSmtpOptions,
  change: Partial<OutgoingMail> & { credentials?: true; grant?: string } = {},
) {
  const smtp = await startScriptedSmtp(script);
  const workerd = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [
        {
          name: "mailers",
          modules: true,
          scriptPath: join(bundle, "worker.js"),
          modulesRoot: bundle,
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
        },
      ],
    }),
  );
  try {
    const url = await workerd.ready;
    const ask = (path: string, body?: string): Promise<Response | null> =>
      fetch(new URL(path, url), {
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body === undefined ? {} : { method: "POST", body }),
      }).catch(() => null);
    const mail = { ...mailTo(smtp), ...change };
    if (change.credentials) mail.smtp = { ...mail.smtp, username: "ann", password: "secret" };
    const { grant } = change;
    if (grant) {
      mail.smtp = { ...mail.smtp, username: grant, oauth: { grant, generation: 1 } };
    }
    const response = await ask(`/${road}`, JSON.stringify(mail));
    const answer = response && ((await response.json()) as Partial<SendResult> & { ok?: boolean });
    const alive = await ask("/alive").then((r) => r?.text() ?? null);
    return { answer, alive, commands: [...smtp.commands], accepted: [...smtp.accepted] };
  } finally {
    await workerd.dispose();
    await smtp.close();
  }
}

const mailTo = (smtp: ScriptedSmtp): OutgoingMail => ({
  ticket: "send:1:1",
  lease: "lease",
  smtp: { host: "127.0.0.1", port: smtp.port, security: "auto", username: "", password: "" },
  allow_private: true,
  envelope: { from: "ann@ours.test", to: ["bob@acme.test"] },
  from: { address: "ann@ours.test", name: "Ann" },
  to: [{ address: "bob@acme.test", name: "Bob" }],
  cc: [],
  reply_to: null,
  subject: "Hello",
  message_id: "1.2.3@ours.test",
  in_reply_to: null,
  references: [],
  list_unsubscribe: null,
  headers: {},
  text: "Hi",
  html: null,
  date: Date.UTC(2026, 10, 20),
});

export const BCC = { envelope: { from: "ann@ours.test", to: ["bob@acme.test", "boss@ours.test"] } };
