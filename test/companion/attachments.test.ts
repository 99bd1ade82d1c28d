import { ImapFlow } from "imapflow";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MailPlace } from "#platform/wire/attachments.ts";
import type { Connection } from "#platform/wire/companion.ts";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import type { Composition } from "#platform/wire/transmission.ts";
import { createImapServer } from "#test/support/mail/imap-server.ts";
import { POOL_WORLD_PARTS, startPoolWorld } from "#test/support/mail/pool-world.ts";
import { needs } from "#test/support/needs.ts";
import { type Rig, startRig } from "./rig.ts";

const ANN = "ann@ours.test";
const PDF = Buffer.from(`%PDF-1.7\n${"x".repeat(3_000)}`);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const wrapped = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString("base64").replace(/.{76}/g, "$&\r\n");

const part = (head: string, body: string): string => `--b\r\n${head}\r\n\r\n${body}\r\n`;

/** A mail with a text and these parts. */
const mailOf = (id: string, parts: readonly string[]): string =>
  [
    "From: Bo <bo@lead.test>",
    `To: ${ANN}`,
    `Message-ID: <${id}@lead.test>`,
    "Subject: With files",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    `${part("Content-Type: text/plain", "See the files.")}${parts.join("")}--b--`,
    "",
  ].join("\r\n");

const base64 = (name: string, type: string, bytes: Uint8Array, more = ""): string =>
  part(
    `Content-Type: ${type}; name="${name}"${more}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64`,
    wrapped(bytes),
  );

const FILES = mailOf("files", [
  base64("offer.pdf", "application/octet-stream", PDF),
  base64("photo.png", "image/png", Buffer.from(SVG)),
  part(
    "Content-Type: text/html; name=notes.html\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: quoted-printable",
    "<html>=20caf=C3=A9=\r\n!</html>",
  ),
]);

type World = { readonly imap: Connection; stop(): Promise<void> };

async function inMemory(): Promise<World> {
  const server = createImapServer();
  server.addUser(ANN, "pw");
  const port = await server.listen();
  return { imap: accountAt(port), stop: () => server.close() };
}

async function onDovecot(): Promise<World> {
  const world = await startPoolWorld({ emails: [ANN], password: "pw", isSpam: () => false });
  return { imap: accountAt(world.imapPort), stop: () => world.stop() };
}

const accountAt = (port: number): Connection => ({
  host: "127.0.0.1",
  port,
  security: "none",
  username: ANN,
  password: "pw",
});

describe.each([
  ["the IMAP server of the tests", inMemory, { skip: false, megabytes: 3 }],
  ["Dovecot", onDovecot, { ...needs(...POOL_WORLD_PARTS), megabytes: 21 }],
] as const)("attachments on %s", (_, start, { skip, megabytes }) => {
  describe.skipIf(skip)("are", () => {
    let rig: Rig;
    let world: World;
    let client: ImapFlow;
    beforeAll(async () => {
      [rig, world] = await Promise.all([startRig(), start()]);
      const { host, port, username: user, password: pass } = world.imap;
      client = new ImapFlow({
        host,
        port,
        secure: false,
        doSTARTTLS: false,
        auth: { user, pass },
        logger: false,
      });
      await client.connect();
    });
    afterAll(async () => {
      await client.logout();
      await Promise.all([rig.close(), world.stop()]);
    });

    /** Puts the mail into INBOX and reads it as the app does. */
    async function received(raw: string): Promise<{ mail: InboundMail; place: MailPlace }> {
      await client.append("INBOX", Buffer.from(raw, "latin1"));
      const folders = [{ folder: "INBOX", uid_validity: null, last_uid: 0 }];
      const request = { imap: world.imap, allow_private: true, folders, limit: 50 };
      const [found] = (await rig.mail().fetch(request)).folders;
      const mail = found?.mails.at(-1);
      if (!found || !mail) throw new Error("not read");
      const { message_id, uid } = mail;
      const place = { message_id, folder: "INBOX", uid_validity: found.uid_validity, uid };
      return { mail, place };
    }

    const ask = (mail: MailPlace, section?: string) =>
      rig.mail().attachment({
        imap: world.imap,
        allow_private: true,
        mail,
        ...(section !== undefined && { part: section }),
      });

    async function bytesOf(mail: MailPlace, section: string): Promise<Buffer> {
      const { body } = await ask(mail, section);
      return Buffer.from(await new Response(body).arrayBuffer());
    }

    test("listed with names, sizes, and types by their bytes, and handed out whole", async () => {
      const { mail, place } = await received(FILES);
      expect(mail.text.trim()).toBe("See the files.");
      expect(mail.attachments).toMatchObject([
        { part: "2", name: "offer.pdf", type: "application/pdf", inline: false },
        { part: "3", name: "photo.png", type: "image/svg+xml" },
        { part: "4", name: "notes.html", type: "text/html" },
      ]);
      const size = mail.attachments?.[0]?.size ?? 0;
      expect(Math.abs(size - PDF.length)).toBeLessThan(PDF.length / 20);
      expect(await bytesOf(place, "2")).toEqual(PDF);
      expect((await bytesOf(place, "4")).toString()).toBe("<html> café!</html>");
    });

    test("listed without paths, control characters and reserved signs in their names", async () => {
      const names = ["../../etc/passwd", "C:\\\\x\\\\con.txt", "a<b>c?.txt", ".profile"];
      const parts = names.map((name) => base64(name, "text/plain", Buffer.from("hello")));
      const reversed = `=?UTF-8?B?${Buffer.from("bill\u202efdp.exe").toString("base64")}?=`;
      const { mail } = await received(
        mailOf("names", [...parts, base64(reversed, "text/plain", PDF)]),
      );
      expect(mail.attachments?.map(({ name }) => name)).toEqual([
        "passwd",
        "_con.txt",
        "a_b_c_.txt",
        "profile",
        "bill fdp.exe",
      ]);
    });

    test("of a mail of up to 30 MB listed with what was left in the mailbox, and handed out", async () => {
      const big = Buffer.alloc(megabytes * 1024 * 1024, "0123456789");
      const { mail, place } = await received(
        mailOf("big", [
          base64("film.bin", "video/mp4", big),
          base64("offer.pdf", "application/pdf", PDF),
        ]),
      );
      expect(mail.size).toBeGreaterThan(big.length * 1.35);
      expect(mail.attachments).toMatchObject([
        { name: "film.bin", type: "text/plain" },
        { name: "offer.pdf", type: "application/pdf" },
      ]);
      expect((await bytesOf(place, "2")).equals(big)).toBe(true);
      expect(await bytesOf(place, "3")).toEqual(PDF);
    }, 60_000);

    test("found where the mail was moved to, and said to be gone with it", async () => {
      const { place } = await received(FILES.replace("<files@", "<moved@"));
      await client.mailboxCreate("Archive").catch(() => {});
      const inbox = await client.getMailboxLock("INBOX");
      await client.messageMove(String(place.uid), "Archive", { uid: true });
      inbox.release();
      expect(await bytesOf(place, "2")).toEqual(PDF);
      await ask(place);
      const lock = await client.getMailboxLock("Archive");
      await client.messageDelete("1:*");
      lock.release();
      await expect(ask(place, "2")).rejects.toMatchObject({ code: "mail_gone" });
      await expect(ask(place)).rejects.toMatchObject({ code: "mail_gone" });
    });

    test("not readable where the mailbox refuses, which is told apart", async () => {
      const { place } = await received(FILES.replace("<files@", "<closed@"));
      const imap = { ...world.imap, password: "wrong" };
      await expect(
        rig.mail().attachment({ imap, allow_private: true, mail: place, part: "2" }),
      ).rejects.toMatchObject({ code: "upstream_failed" });
    });

    test("kept in a draft once, however often it is asked for, and removed with it", async () => {
      const content = Buffer.alloc(2_000_000, "abcdefg").toString("base64");
      const copy: Composition = {
        from: { address: ANN, name: "Ann" },
        to: [{ address: "bo@lead.test", name: "" }],
        cc: [],
        reply_to: null,
        subject: "Re: With files",
        message_id: "m.draft@ours.test",
        in_reply_to: null,
        references: [],
        list_unsubscribe: null,
        headers: {},
        text: "Attached.",
        html: "<p>Attached.</p>",
        date: Date.parse("2026-11-26T10:00:00Z"),
        attachments: [{ name: "übersicht.bin", type: "application/octet-stream", content }],
      };
      const act = {
        message_id: copy.message_id,
        folders: ["\\Drafts"],
        flags: [],
        move_to: null,
      };
      const tend = (more: object) =>
        rig.mail().tend({ imap: world.imap, allow_private: true, acts: [{ ...act, ...more }] });
      expect(await tend({ copy })).toMatchObject({ found: [], filed: [copy.message_id] });
      expect((await tend({ copy })).found).toEqual([copy.message_id]);
      const place = {
        message_id: copy.message_id,
        folder: "\\Drafts",
        uid_validity: null,
        uid: null,
      };
      expect((await bytesOf(place, "2")).toString("base64")).toBe(content);
      const { flags } = await flagsOfDraft();
      expect(flags).toContain("\\Draft");
      expect((await tend({ remove: true })).found).toEqual([copy.message_id]);
      await expect(ask(place)).rejects.toMatchObject({ code: "mail_gone" });
    });

    async function flagsOfDraft() {
      const drafts = (await client.list()).find(({ specialUse }) => specialUse === "\\Drafts");
      const lock = await client.getMailboxLock(drafts?.path ?? "Drafts");
      try {
        const found = await client.fetchOne("*", { flags: true });
        return { flags: [...((found || undefined)?.flags ?? [])] };
      } finally {
        lock.release();
      }
    }
  });
});
