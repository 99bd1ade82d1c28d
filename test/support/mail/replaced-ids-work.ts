import { expect, test } from "vitest";
import type { SentRequest, TendRequest } from "#platform/wire/mail-reading.ts";
import type { MailService } from "#platform/ctx/ports.ts";
import type { Connection } from "#platform/wire/companion.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";

/** A mailbox of an IMAP server, and the companion that looks into it. */
export type SentWorld = {
  readonly mail: () => MailService;
  readonly imap: () => Connection;
  /** Puts a mail into the Sent folder, received now. */
  readonly put: (raw: string) => unknown;
  /** Message-IDs in the Sent folder. */
  readonly ids: () => Promise<readonly string[]>;
};

type Act = TendRequest["acts"][number];

let serial = 0;

/** How mails are found in Sent where the server gives them another Message-ID; each test takes names of its own. */
export function replacedIdsWork(world: SentWorld): void {
  const near = () => [Date.now()];
  const raw = (
    id: string,
    { references = [] as string[], to = "bo@y.test", subject = "Hallo", at = Date.now() } = {},
  ): string =>
    [
      "From: ann@x.test",
      `To: ${to}`,
      `Subject: ${subject}`,
      `Date: ${new Date(at).toUTCString()}`,
      `Message-ID: <${id}>`,
      ...(references.length > 0
        ? [`References: ${references.map((r) => `<${r}>`).join("\r\n ")}`]
        : []),
      "",
      "Guten Tag",
      "",
    ].join("\r\n");
  const names = () => {
    const n = ++serial;
    return { ours: `ours.${n}@x.test`, theirs: `AM0.${n}@PROD.OUTLOOK.COM`, to: `bo${n}@y.test` };
  };
  const look = (id: string, to: string, change: Partial<Act> = {}, more: object = {}) =>
    world.mail().tend({
      imap: world.imap(),
      allow_private: true,
      acts: [
        {
          message_id: id,
          folders: ["\\Sent"],
          flags: [],
          move_to: null,
          replaced: { like: { to: [to], subject: "Hallo", at: near() }, ...more },
          ...change,
        },
      ],
    });
  const found = (ours: string, theirs: string) => ({
    found: [ours],
    renamed: [{ message_id: ours, server_message_id: theirs }],
  });
  const copyOf = (message_id: string, to: string): NonNullable<Act["copy"]> => ({
    from: { address: "ann@x.test", name: "Ann" },
    to: [{ address: to, name: "" }],
    cc: [],
    reply_to: null,
    subject: "Hallo",
    message_id,
    in_reply_to: "AM0@z.test ours@z.test",
    references: ["ours@z.test", "AM0@z.test", message_id],
    list_unsubscribe: null,
    headers: {},
    text: "Guten Tag",
    html: null,
    date: Date.now(),
  });

  test("by the server's id, and by ours at the end of References", async () => {
    const { ours, theirs, to } = names();
    await world.put(raw(theirs, { to: "else@y.test" }));
    expect(await look(ours, to, {}, { server_message_id: theirs })).toEqual(found(ours, theirs));
    const other = names();
    await world.put(raw(other.theirs, { to: "else@y.test", references: [ours, other.ours] }));
    expect(await look(other.ours, other.to)).toEqual(found(other.ours, other.theirs));
    // That mail answers ours, and so proves nothing of it.
    expect(await look(ours, to)).toEqual({ found: [] });
    expect(await look(other.ours, other.to, { replaced: undefined })).toEqual({ found: [] });
  });

  test("at last by recipient, subject and time, where one alone fits", async () => {
    const { ours, theirs, to } = names();
    await world.put(raw("old@PROD.OUTLOOK.COM", { to, subject: "Hallo!" }));
    await world.put(raw("next@PROD.OUTLOOK.COM", { to, references: ["another@x.test"] }));
    await world.put(raw("both@PROD.OUTLOOK.COM", { to: `${to}, cy@y.test` }));
    expect(await look(ours, to)).toEqual({ found: [] });
    await world.put(raw(theirs, { to: `Bo <${to.toUpperCase()}>` }));
    expect(await look(ours, to)).toEqual(found(ours, theirs));
    const late = [Date.now() + 6 * MINUTE_MS];
    const like = { to: [to], subject: "Hallo", at: late };
    expect(await look(ours, to, { replaced: { like } })).toEqual({ found: [] });
    await world.put(raw("twin@PROD.OUTLOOK.COM", { to }));
    expect(await look(ours, to)).toEqual({ found: [] });
  });

  test("with a subject of other letters", async () => {
    const { ours, theirs, to } = names();
    const subject = `=?utf-8?B?${Buffer.from("Grüße 你好").toString("base64")}?=`;
    await world.put(raw(theirs, { to, subject }));
    const like = { to: [to], subject: "Grüße 你好", at: near() };
    expect(await look(ours, to, { replaced: { like } })).toEqual(found(ours, theirs));
  });

  test("and no copy is filed beside it, else one", async () => {
    const filed = names();
    await world.put(raw(filed.theirs, { references: [filed.ours] }));
    const missing = names();
    const before = (await world.ids()).length;
    for (let i = 0; i < 2; i++) {
      await look(filed.ours, filed.to, { copy: copyOf(filed.ours, filed.to) });
      await look(missing.ours, missing.to, { copy: copyOf(missing.ours, missing.to) });
    }
    const ids = await world.ids();
    expect(ids).toHaveLength(before + 1);
    expect(ids).toContain(missing.ours);
  });

  test("are listed with the last of their References", async () => {
    const { ours, theirs } = names();
    await world.put(raw(theirs, { references: ["first@x.test", ours] }));
    const request: SentRequest = {
      imap: world.imap(),
      allow_private: true,
      since: Date.now() - HOUR_MS,
    };
    const { mails } = await world.mail().sent(request);
    expect(mails).toContainEqual({
      message_id: theirs,
      at: expect.any(Number),
      last_reference: ours,
    });
  });
}
