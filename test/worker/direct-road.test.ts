import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OutgoingMail, SendResult } from "#contract/transmission.ts";
import {
  type ScriptedSmtp,
  type ScriptedSmtpOptions,
  startScriptedSmtp,
} from "#test/support/mail/scripted-smtp.ts";

/*
 * Which library may send from the Worker itself? Both candidates run in real workerd against a
 * server that misbehaves. src/docs/decisions/0001-direct-road.md draws the conclusion.
 */

const PATIENCE_MS = 4_000;
let bundle = "";

beforeAll(async () => {
  bundle = await mkdtemp(join(tmpdir(), "mailers-"));
  const config = "test/worker/mailers/wrangler.toml";
  const wrangler = "node_modules/wrangler/bin/wrangler.js";
  await promisify(execFile)(
    process.execPath,
    [wrangler, "deploy", "--dry-run", "-c", config, "--outdir", bundle],
    {
      env: { ...process.env, CLOUDFLARE_CF_FETCH_ENABLED: "false", WRANGLER_SEND_METRICS: "false" },
    },
  );
});
afterAll(() => rm(bundle, { recursive: true, force: true }));

type Road = "direct" | "worker-mailer";

/** One message over one road through one scripted server, each run in a workerd of its own. */
async function send(
  road: Road,
  script: ScriptedSmtpOptions,
  change: Partial<OutgoingMail> & { credentials?: true } = {},
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

const BCC = { envelope: { from: "ann@ours.test", to: ["bob@acme.test", "boss@ours.test"] } };

describe("the Worker's direct road", () => {
  it("accepts, and keeps the message as it was made", async () => {
    const { answer, accepted } = await send("direct", {}, BCC);
    expect(answer).toMatchObject({ ending: "accepted", phase: "done", code: 250 });
    expect(accepted[0]?.to).toEqual(["bob@acme.test", "boss@ours.test"]);
    expect(accepted[0]?.raw).toContain("Message-ID: <1.2.3@ours.test>");
    expect(accepted[0]?.raw).not.toMatch(/^bcc:/im);
  });

  it.each([
    ["the greeting", { greeting: "drop" }, { ending: "network", phase: "connect" }],
    ["RCPT", { script: () => ({ at: "rcpt", act: "drop" }) }, { ending: "network", phase: "rcpt" }],
    [
      "the dot",
      { script: () => ({ at: "dot", act: "drop" }) },
      { ending: "network", phase: "dot" },
    ],
    [
      "the dot, after accepting",
      { script: () => ({ at: "dot", act: "accept-then-drop" }) },
      { ending: "network", phase: "dot" },
    ],
  ] satisfies [string, ScriptedSmtpOptions, Partial<SendResult>][])(
    "tells that the server left at %s, and lives on",
    async (_, script, facts) => {
      const { answer, alive } = await send("direct", script);
      expect(answer).toMatchObject(facts);
      expect(alive).toBe("yes");
    },
  );

  it("tells a refused recipient with its code", async () => {
    const { answer } = await send("direct", {
      script: () => ({ at: "rcpt", reply: "550 5.1.1 User unknown" }),
    });
    expect(answer).toMatchObject({ ending: "reply", phase: "rcpt", code: 550, enhanced: "5.1.1" });
  });

  it("asks for no silence about failures", async () => {
    const { commands } = await send("direct", {});
    expect(commands.join("\n")).not.toMatch(/NOTIFY/i);
  });

  it("lets no header and no command be smuggled in", async () => {
    const header = await send("direct", {}, { subject: "Hi\r\nX-Smuggled: yes" });
    expect(header.answer).toMatchObject({ ending: "unsendable" });
    const command = await send(
      "direct",
      {},
      {
        envelope: { from: "ann@ours.test", to: ["bob@acme.test>\r\nRCPT TO:<eve@evil.test"] },
      },
    );
    expect(command.answer).toMatchObject({ ending: "unsendable" });
    expect(command.commands.join("\n")).not.toContain("evil.test");
  });

  it("does not log in where the server offers no AUTH", async () => {
    const { answer, commands } = await send("direct", {}, { credentials: true });
    expect(answer?.ending).not.toBe("accepted");
    expect(commands.join("\n")).not.toMatch(/secret|c2VjcmV0/);
  });
});

describe("worker-mailer 1.2.1, which is why it is not used", () => {
  it.each([
    ["the greeting", { greeting: "drop" }],
    ["the dot", { script: () => ({ at: "dot", act: "drop" }) }],
  ] satisfies [string, ScriptedSmtpOptions][])(
    "hangs its whole isolate when the server leaves at %s",
    async (_, script) => {
      const { answer, alive } = await send("worker-mailer", script);
      expect([answer, alive]).toEqual([null, null]);
    },
  );

  it("writes the Bcc header into the message", async () => {
    const { accepted } = await send("worker-mailer", {}, BCC);
    expect(accepted[0]?.raw).toMatch(/^bcc:/im);
  });

  it("lets a line break in the subject become a header", async () => {
    const { accepted } = await send("worker-mailer", {}, { subject: "Hi\r\nX-Smuggled: yes" });
    expect(accepted[0]?.raw).toMatch(/^X-Smuggled: yes/m);
  });
});
