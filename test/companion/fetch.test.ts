import { afterEach, beforeEach, expect, test } from "vitest";
import type { Connection } from "#platform/wire/companion.ts";
import type { FetchRequest } from "#platform/wire/mail-reading.ts";
import { createImapServer, type ImapServer } from "#test/support/mail/imap-server.ts";
import { type Rig, startRig } from "./rig.ts";

let rig: Rig;
let imap: ImapServer;
let port: number;
let connections: number;
let fault: ((command: string) => "break" | null) | null;

beforeEach(async () => {
  connections = 0;
  fault = null;
  rig = await startRig();
  imap = createImapServer({
    fault(command, session) {
      if (command === "AUTHENTICATE") connections++;
      if (fault?.(command) !== "break") return false;
      session.destroy();
      return true;
    },
  });
  imap.addUser("ann", "right");
  port = await imap.listen();
});
afterEach(() => Promise.all([rig.close(), imap.close()]));

const account = (over: Partial<Connection> = {}): Connection => ({
  host: "127.0.0.1",
  port,
  security: "auto",
  username: "ann",
  password: "right",
  ...over,
});

const request = (over: Partial<FetchRequest> = {}): FetchRequest => ({
  imap: account(),
  allow_private: true,
  folders: [{ folder: "INBOX", uid_validity: null, last_uid: 0 }],
  limit: 50,
  ...over,
});

const put = (n: number, folder = "INBOX") =>
  imap.append(
    "ann",
    folder,
    `From: bo@y.test\r\nMessage-ID: <m${n}@y.test>\r\nSubject: mail ${n}\r\n\r\nhello ${n}\r\n`,
  );

const inbox = async (over: Partial<FetchRequest["folders"][number]> = {}, limit = 50) => {
  const folders = [{ folder: "INBOX", uid_validity: null, last_uid: 0, ...over }];
  const [found] = (await rig.mail().fetch(request({ folders, limit }))).folders;
  if (!found) throw new Error("no INBOX");
  return found;
};

test("reads what is above last_uid, oldest first, up to the limit", async () => {
  for (let n = 1; n <= 25; n++) put(n);
  const first = await inbox({}, 10);
  expect(first.mails.map(({ uid }) => uid)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(first.more).toBe(true);
  const { uid_validity } = first;
  const rest = await inbox({ uid_validity, last_uid: 10 });
  expect(rest.mails.map(({ message_id }) => message_id)).toEqual(
    Array.from({ length: 15 }, (_, i) => `m${i + 11}@y.test`),
  );
  expect(rest.more).toBe(false);
  expect((await inbox({ uid_validity, last_uid: 25 })).mails).toEqual([]);
  expect(connections).toBe(1);
});

test("where much is new, each is told by its head: the sender as in the whole mail, marked where there is too much of it", async () => {
  const senders = [
    "Bo <bo@y.test>",
    '"bo@other.test" <real@y.test>',
    "Pat O'Brien <o'brien@y.test>",
    '"pat brien"@y.test',
    "=?utf-8?B?TWFpbCBEZWxpdmVyeQ==?= <x@y.test>",
    "Friends: ann@y.test, eve@y.test;",
    "nobody",
    `${"long ".repeat(2_000)}<late@y.test>`,
  ];
  for (const [n, from] of senders.entries()) {
    const answers =
      n === 0
        ? "In-Reply-To: <a@ours.test>\r\nReferences: <r@ours.test>\r\n <a@ours.test>\r\n"
        : "";
    imap.append(
      "ann",
      "INBOX",
      `From: ${from}\r\nSubject: s\r\nPrecedence: bulk\r\n${answers}\r\nhello\r\n`,
    );
  }
  imap.append(
    "ann",
    "INBOX",
    `References: ${"<r@y.test> ".repeat(10_000)}\r\nFrom: bo@y.test\r\n\r\nhello\r\n`,
  );
  const folders = [{ folder: "INBOX", uid_validity: null, last_uid: 0 }];
  const [told] = (await rig.mail().fetch(request({ folders, sift_above: 8 }))).folders;
  const whole = await inbox();
  expect(told).toMatchObject({ mails: [], more: false });
  expect(told?.heads?.map(({ uid }) => uid)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(told?.heads?.map(({ cut }) => cut)).toEqual(
    [...senders.keys()].map((n) => n === 7).concat(true),
  );
  for (const [n, mail] of whole.mails.slice(0, 7).entries()) {
    expect(told?.heads?.[n]?.from).toEqual(mail.from);
  }
  expect(told?.heads?.[0]).toMatchObject({
    in_reply_to: ["a@ours.test"],
    references: ["r@ours.test", "a@ours.test"],
    headers: {},
  });

  fault = (command) => (command === "FETCH" ? "break" : null);
  await expect(rig.mail().fetch(request({ folders, sift_above: 8 }))).rejects.toMatchObject({
    cause: { step: "select", error_code: "protocol_error" },
  });
});

test("starts over when the folder was renumbered", async () => {
  for (let n = 1; n <= 3; n++) put(n);
  const found = await inbox({ uid_validity: "99", last_uid: 2 });
  expect(found.mails).toHaveLength(3);
  expect(found.uid_validity).not.toBe("99");
});

test("reads the junk folder by its use, and leaves the mail unread", async () => {
  put(1, "Junk");
  const folders = [{ folder: "\\Junk", uid_validity: null, last_uid: 0 }];
  const [junk] = (await rig.mail().fetch(request({ folders }))).folders;
  expect(junk).toMatchObject({
    folder: "\\Junk",
    mails: [{ message_id: "m1@y.test", subject: "mail 1" }],
  });
  expect(imap.messages("ann", "Junk")[0]?.flags.has("\\Seen")).toBe(false);
});

test("a connection that broke while idle is replaced without a word", async () => {
  put(1);
  await inbox();
  imap.disconnectAll();
  expect((await inbox()).mails).toHaveLength(1);
});

test("calls for one mailbox wait for each other", async () => {
  put(1);
  const found = await Promise.all([inbox(), inbox(), inbox()]);
  expect(found.map(({ mails }) => mails.length)).toEqual([1, 1, 1]);
});

test.each(["SEARCH", "FETCH", "SELECT"])(
  "a break at %s is a failure, never an empty folder",
  async (broken) => {
    put(1);
    fault = (command) =>
      command === broken || (broken === "SELECT" && command === "EXAMINE") ? "break" : null;
    await expect(inbox()).rejects.toMatchObject({
      code: "upstream_failed",
      cause: { step: "select", error_code: "protocol_error" },
    });
  },
);

test.each([
  ["a wrong password", { password: "wrong" }, { step: "auth", error_code: "auth_failed" }],
  [
    "STARTTLS that is not offered",
    { security: "starttls" },
    { step: "starttls", error_code: "starttls_missing" },
  ],
  ["TLS to a clear port", { security: "tls" }, { step: "tls", error_code: "tls_failed" }],
] as const)("%s is told by step", async (_name, over, cause) => {
  await expect(rig.mail().fetch(request({ imap: account(over) }))).rejects.toMatchObject({
    code: "upstream_failed",
    cause,
  });
});

test("a connection that breaks under the log-in is not called a wrong password", async () => {
  fault = (command) => (command === "AUTHENTICATE" || command === "LOGIN" ? "break" : null);
  await expect(rig.mail().fetch(request())).rejects.toMatchObject({
    cause: { step: "auth", error_code: "protocol_error" },
  });
});

test("a private address is refused when it is not allowed", async () => {
  for (const host of ["127.0.0.1", "localhost"]) {
    await expect(
      rig.mail().fetch(request({ imap: account({ host }), allow_private: false })),
    ).rejects.toMatchObject({ cause: { step: "dial", error_code: "address_refused" } });
  }
});

test("an absent companion is upstream_unavailable", async () => {
  const mail = rig.mail();
  await rig.restart();
  await expect(mail.fetch(request())).rejects.toMatchObject({ code: "upstream_unavailable" });
  expect(await mail.healthy()).toBe(false);
  expect(await rig.mail().healthy()).toBe(true);
});
