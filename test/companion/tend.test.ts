import { afterEach, beforeEach, expect, test } from "vitest";
import type { TendRequest } from "#platform/wire/mail-reading.ts";
import { createImapServer, type ImapServer } from "#test/support/mail/imap-server.ts";
import { type Rig, startRig } from "./rig.ts";

let rig: Rig;
let imap: ImapServer;
let port: number;
let connections: number;
let broken: string | null;

beforeEach(async () => {
  connections = 0;
  broken = null;
  rig = await startRig();
  imap = createImapServer({
    fault(command, session) {
      if (command === "AUTHENTICATE") connections++;
      if (command !== broken) return false;
      session.destroy();
      return true;
    },
  });
  imap.addUser("ann", "right");
  port = await imap.listen();
});
afterEach(() => Promise.all([rig.close(), imap.close()]));

const put = (n: number, folder = "INBOX") =>
  imap.append("ann", folder, `From: bo@y.test\r\nMessage-ID: <m${n}@y.test>\r\n\r\nhello ${n}\r\n`);

const tend = (acts: Partial<TendRequest["acts"][number]>[], password = "right") =>
  rig.mail().tend({
    imap: { host: "127.0.0.1", port, security: "auto", username: "ann", password },
    allow_private: true,
    acts: acts.map((act) => ({
      message_id: "m1@y.test",
      folders: ["INBOX"],
      flags: [],
      move_to: null,
      ...act,
    })),
  });

const flagsIn = (folder: string) =>
  imap.messages("ann", folder).map(({ flags }) => [...flags].toSorted());

test("flags the mail that is named, and no other", async () => {
  put(1);
  put(2);
  expect(await tend([{ flags: ["\\Seen", "\\Flagged", "$Important"] }])).toEqual({
    found: ["m1@y.test"],
  });
  expect(flagsIn("INBOX")).toEqual([["$Important", "\\Flagged", "\\Seen"], []]);
});

test("takes a mail out of the spam folder with its flags, and finds it there a second time", async () => {
  put(1, "Junk");
  const act = { folders: ["\\Junk", "INBOX"], flags: ["\\Seen"], move_to: "INBOX" };
  expect((await tend([act])).found).toEqual(["m1@y.test"]);
  expect([flagsIn("Junk"), flagsIn("INBOX")]).toEqual([[], [["\\Seen"]]]);
  expect((await tend([act])).found).toEqual(["m1@y.test"]);
  expect(flagsIn("INBOX")).toHaveLength(1);
});

test("puts mail away into a folder that it makes, several in one call", async () => {
  for (const n of [1, 2, 3]) put(n);
  const acts = [1, 2, 3].map((n) => ({ message_id: `m${n}@y.test`, move_to: "Warmup" }));
  expect((await tend(acts)).found).toHaveLength(3);
  expect(
    [imap.messages("ann", "INBOX"), imap.messages("ann", "Warmup")].map((m) => m.length),
  ).toEqual([0, 3]);
  put(4);
  expect((await tend([{ message_id: "m4@y.test", move_to: "Warmup" }])).found).toHaveLength(1);
  expect(connections).toBe(1);
});

test("a mail, or a folder, that is not there is no failure", async () => {
  expect(
    await tend([{ message_id: "gone@y.test", move_to: "Warmup" }, { folders: ["Nowhere"] }]),
  ).toEqual({
    found: [],
  });
});

test("a connection that broke while idle is replaced without a word", async () => {
  put(1);
  await tend([{}]);
  imap.disconnectAll();
  expect((await tend([{}])).found).toEqual(["m1@y.test"]);
});

test.each(["SEARCH", "STORE", "MOVE", "SELECT"])("a break at %s is a failure", async (command) => {
  put(1);
  broken = command;
  await expect(tend([{ flags: ["\\Seen"], move_to: "Junk" }])).rejects.toMatchObject({
    code: "upstream_failed",
    cause: { step: "select", error_code: "protocol_error" },
  });
});

test("a wrong password is told by step", async () => {
  await expect(tend([{}], "wrong")).rejects.toMatchObject({
    code: "upstream_failed",
    cause: { step: "auth", error_code: "auth_failed" },
  });
});

test("files what is missing, as read, and once; what cannot be filed holds up nothing", async () => {
  const copy = {
    from: { address: "ann@x.test", name: "Ann" },
    to: [{ address: "bo@y.test", name: "" }],
    cc: [],
    reply_to: null,
    subject: "Hallo",
    message_id: "m1@y.test",
    in_reply_to: null,
    references: [],
    list_unsubscribe: null,
    headers: {},
    text: "Guten Tag",
    html: null,
    date: Date.UTC(2026, 10, 20, 9),
  };
  const act = { folders: ["\\Sent"], copy };
  const odd = { ...act, message_id: "m2@y.test", copy: { ...copy, subject: "a\nb" } };
  expect((await tend([odd, act])).found).toEqual([]);
  expect((await tend([odd, act])).found).toEqual(["m1@y.test"]);
  expect(flagsIn("Sent")).toEqual([["\\Seen"]]);
  expect(String(imap.messages("ann", "Sent")[0]?.raw)).toMatch(/Subject: Hallo[^]*Guten Tag/);
});
