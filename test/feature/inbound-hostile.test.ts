import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { imapCursors, mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { syncMailbox } from "#modules/inbox/sync/sync-mailbox.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { type Rig, startRig } from "#test/companion/rig.ts";
import { harness } from "#test/support/harness.ts";
import { createImapServer, type ImapServer } from "#test/support/mail/imap-server.ts";
import { needs } from "#test/support/needs.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";

let rig: Rig;
const servers: ImapServer[] = [];
beforeAll(async () => void (rig = await startRig()));
afterAll(() => Promise.all([rig.close(), ...servers.map((server) => server.close())]));

/** A campaign that wrote to some people, and the mailbox that their answers come to. */
async function inbox(leads: readonly string[]) {
  const server = createImapServer();
  servers.push(server);
  server.addUser("sender1@ours.test", "imap-pw");
  const taken: OutgoingMail[] = [];
  const t = await harness({
    mail: {
      transmit: async (mails) => void taken.push(...mails),
      fetch: (request) => rig.mail().fetch(request),
    },
  });
  const { wid } = await t.signUp();
  const seeded = await seedOutreach(t, wid, {
    leads,
    mailboxes: [
      {
        imapHost: "127.0.0.1",
        imapPort: await server.listen(),
        imapSecurity: "none",
        imapUsername: "sender1@ours.test",
        imapPassword: await t.deps.vault.seal("imap-pw", `mailboxes:imap_password:${wid}`),
      },
    ],
    steps: [
      { subject: "Hello", bodyText: "Hello" },
      { delay: 1, bodyText: "Again" },
    ],
  });
  await t.tick();
  await t.drain();
  await grantIntents(t.deps, { intents: taken.map(({ ticket, lease }) => ({ ticket, lease })) });
  await settleResults(t.deps, { results: taken.map((mail) => reportOf(mail)) });
  const ctx = inWorkspace(t.deps, seeded.workspaceId);
  return {
    t,
    wid,
    taken,
    put: (raw: string | Buffer) => server.append("sender1@ours.test", "INBOX", Buffer.from(raw)),
    sync: async () => {
      for (const id of seeded.mailboxIds) await syncMailbox(ctx, id);
    },
  };
}

const headers = (mail: OutgoingMail | undefined, more: readonly string[] = []): string =>
  [
    `From: ${mail?.to[0]?.address ?? "stranger@else.test"}`,
    "To: sender1@ours.test",
    "Subject: Re: Hello",
    `Message-ID: <answer-${Math.random()}@x.test>`,
    ...(mail ? [`In-Reply-To: <${mail.message_id}>`] : []),
    "MIME-Version: 1.0",
    ...more,
  ].join("\r\n");

const HTML =
  '<p onclick="steal()">Gladly <b>yes</b></p><script>steal()</script><img src="https://spy.test/p.gif"><iframe src="https://evil.test"></iframe><a href="javascript:steal()">x</a><svg onload=steal()>';

/** Mails that answer ours and mean harm, by what they do. */
const HOSTILE: Readonly<Record<string, (mail: OutgoingMail | undefined) => string>> = {
  script: (mail) => `${headers(mail, ["Content-Type: text/html"])}\r\n\r\n${HTML}\r\n`,
  depth: (mail) => {
    const open = Array.from(
      { length: 400 },
      (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`,
    );
    return `${headers(mail)}\r\n${open.join("")}Content-Type: text/plain\r\n\r\nyes\r\n`;
  },
  parts: (mail) =>
    `${headers(mail, ['Content-Type: multipart/mixed; boundary="b"'])}\r\n\r\n${"--b\r\n\r\nyes\r\n".repeat(3_000)}--b--\r\n`,
  header: (mail) => `${headers(mail, [`X-Long: ${"y".repeat(400_000)}`])}\r\n\r\nyes\r\n`,
  count: (mail) =>
    `${headers(
      mail,
      Array.from({ length: 8_000 }, (_, i) => `X-${i}: y`),
    )}\r\n\r\nyes\r\n`,
  size: (mail) => `${headers(mail)}\r\n\r\n${"yes and so on\r\n".repeat(100_000)}`,
  encoding: (mail) =>
    `${headers(mail, ["Content-Type: text/plain; charset=x-none", "Content-Transfer-Encoding: base64"])}\r\n\r\n\u00ff\u00fe\0=\r\n`,
  words: (mail) =>
    `${headers(mail, [`Subject: =?utf-8?B?${"A".repeat(60_000)}?=`, `References: ${"<a@b> ".repeat(9_000)}`])}\r\n\r\nyes\r\n`,
};

describe("hostile mail on a real server", () => {
  it("is stored without what could do harm, stops nobody's sync, and counts as the answer that it is", async () => {
    const kinds = Object.entries(HOSTILE);
    const o = await inbox([...kinds.map(([kind]) => `${kind}@x.test`), "honest@x.test"]);
    const to = (name: string) => o.taken.find((mail) => mail.to[0]?.address === `${name}@x.test`);
    for (const [kind, make] of kinds) o.put(make(to(kind)));
    o.put(`${headers(to("honest"))}\r\n\r\nYes, gladly.\r\n`);
    await o.sync();

    const statuses = (await o.t.db.select().from(campaignLeads)).map((row) => row.status);
    expect(statuses).toEqual(Array(kinds.length + 1).fill("replied"));
    const [mailbox] = await o.t.db.select().from(mailboxes);
    expect(mailbox).toMatchObject({ status: "active", syncFailures: 0 });
    const [cursor] = await o.t.db.select().from(imapCursors);
    expect(cursor?.lastUid).toBe(kinds.length + 1);
    expect(o.t.lines.filter((line) => line.level === "error")).toEqual([]);

    const base = `/api/v1/workspaces/${o.wid}/threads`;
    const threads = (await o.t.get(`${base}?limit=50`)).json.data as {
      id: number;
      lead: { email: string };
    }[];
    expect(threads).toHaveLength(kinds.length + 1);
    for (const thread of threads) {
      const shown = (await o.t.get(`${base}/${thread.id}`)).text;
      expect(shown).not.toMatch(
        /steal|spy\.test|evil\.test|javascript:|onclick|<script|<svg|<iframe/i,
      );
      expect(shown.length).toBeLessThan(700_000);
    }
    const script = (await o.t.db.select().from(messages)).find(
      (row) => row.fromEmail === "script@x.test",
    );
    expect(script?.html).toContain("Gladly <b>yes</b>");
  });

  it(
    "of public collections passes through, and an honest answer behind it is found",
    needs("corpora"),
    async () => {
      const root = join(process.env["CORPORA_DIR"] ?? "", "mail");
      const files = ["mikel-mail", "flanker", "bounce_email"].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
          .filter((name) => /\.(?:eml|txt)$/.test(name))
          .map((name) => join(root, folder, name)),
      );
      expect(files.length).toBeGreaterThan(60);
      const o = await inbox(["honest@x.test"]);
      for (const file of files) o.put(readFileSync(file));
      o.put(`${headers(o.taken[0])}\r\n\r\nYes, gladly.\r\n`);
      await o.sync();
      await o.sync();
      await o.sync();
      expect((await o.t.db.select().from(campaignLeads)).map((row) => row.status)).toEqual([
        "replied",
      ]);
      expect(o.t.lines.filter((line) => line.event === "mail.not_taken")).toEqual([]);
    },
  );
});
