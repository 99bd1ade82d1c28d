import { afterEach, beforeEach, expect, test } from "vitest";
import type { FolderNames } from "#test/support/mail/imap/store.ts";
import { createImapServer, type ImapServer } from "#test/support/mail/imap-server.ts";
import { type Rig, startRig } from "./rig.ts";

let rig: Rig;
let imap: ImapServer;
let port: number;
let commands: string[];

const open = async (tabOf?: (raw: string) => string): Promise<void> => {
  imap = createImapServer({
    ...(tabOf && { tabOf }),
    fault(command) {
      commands.push(command);
      return false;
    },
  });
  port = await imap.listen();
};
beforeEach(async () => {
  commands = [];
  rig = await startRig();
});
afterEach(() => Promise.all([rig.close(), imap.close()]));

const put = (folder: string, n = 1, more = "") =>
  imap.append(
    "ann",
    folder,
    `${more}From: bo@y.test\r\nMessage-ID: <m${n}@y.test>\r\n\r\nhello\r\n`,
  );

const look = async (ids: readonly number[] = [1], password = "right") => {
  const { found } = await rig.mail().look({
    imap: { host: "127.0.0.1", port, security: "auto", username: "ann", password },
    allow_private: true,
    mails: ids.map((n) => ({ message_id: `m${n}@y.test` })),
  });
  return found;
};

test.each<[string, FolderNames, string, string]>([
  ["the inbox", { INBOX: null, Junk: "\\Junk" }, "INBOX", "inbox"],
  ["a spam folder by its special use", { INBOX: null, Werbung: "\\Junk" }, "Werbung", "junk"],
  [
    "a spam folder by its French name",
    { INBOX: null, "Courrier ind&AOk-sirable": null },
    "Courrier ind&AOk-sirable",
    "junk",
  ],
  [
    "a spam folder by its Chinese name",
    { INBOX: null, "&V4NXPpCuTvY-": null },
    "&V4NXPpCuTvY-",
    "junk",
  ],
  ["the folder of everything", { INBOX: null, "All Mail": "\\All" }, "All Mail", "other"],
  ["a folder of its own", { INBOX: null, "Lists/News": null }, "Lists/News", "other"],
])("finds a mail in %s", async (_name, folders, folder, place) => {
  await open();
  imap.addUser("ann", "right", folders);
  put(folder);
  expect(await look()).toMatchObject([{ message_id: "m1@y.test", place, tab: null }]);
});

test("does not find what lies nowhere, nor a copy of what was sent", async () => {
  await open();
  imap.addUser("ann", "right");
  put("Sent");
  expect(await look([1, 2])).toEqual([]);
});

test("tells the tabs of Gmail's inbox where the server knows them", async () => {
  await open((raw) => (raw.includes("m1@") ? "promotions" : "primary"));
  imap.addUser("ann", "right");
  put("INBOX", 1);
  put("INBOX", 2);
  expect((await look([1, 2])).map(({ tab }) => tab)).toEqual(["promotions", "primary"]);
});

test("brings the authentication results in their order, and the signatures", async () => {
  await open();
  imap.addUser("ann", "right");
  const more =
    "Authentication-Results: mx.one.test;\r\n spf=pass\r\nAuthentication-Results: two\r\nDKIM-Signature: d=y.test; h=from\r\n";
  put("INBOX", 1, more);
  expect(await look()).toMatchObject([
    { authentication: ["mx.one.test; spf=pass", "two"], signatures: ["d=y.test; h=from"] },
  ]);
});

test("changes nothing: folders are opened for reading alone, and nothing is marked as read", async () => {
  await open();
  imap.addUser("ann", "right");
  put("INBOX");
  await look();
  expect(imap.messages("ann", "INBOX")[0]?.flags.size).toBe(0);
  expect(commands).toContain("EXAMINE");
  for (const command of ["SELECT", "STORE", "MOVE", "COPY", "APPEND", "CREATE"]) {
    expect(commands).not.toContain(command);
  }
});

test("says where the log-in fails", async () => {
  await open();
  imap.addUser("ann", "right");
  await expect(look([1], "wrong")).rejects.toMatchObject({ code: "upstream_failed" });
});
