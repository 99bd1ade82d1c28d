import { afterEach, beforeEach, expect, test } from "vitest";
import type { Connection } from "#platform/wire/companion.ts";
import type { WatchRequest } from "#platform/wire/mail-reading.ts";
import { createArrivals } from "#companion/imap/arrivals.ts";
import { createWatcher, type Watcher } from "#companion/imap/watch.ts";
import { createImapServer, type ImapServer } from "#test/support/mail/imap-server.ts";
import { until } from "./app-double.ts";
import { type Rig, startRig } from "./rig.ts";

let imap: ImapServer;
let port: number;
let logins: string[];
let fault: ((command: string) => boolean) | null;
let watcher: Watcher;
let arrived: string[];
let rig: Rig | null;

beforeEach(async () => {
  [logins, fault, arrived, rig] = [[], null, [], null];
  imap = createImapServer({
    fault(command, session) {
      if (command === "AUTHENTICATE") logins.push(command);
      if (fault?.(command) !== true) return false;
      session.destroy();
      return true;
    },
  });
  for (const user of ["ann", "bob"]) imap.addUser(user, "right");
  port = await imap.listen();
  watcher = createWatcher({
    onMail: (id) => void arrived.push(id),
    log: () => {},
    firstPauseMs: 20,
  });
});
afterEach(async () => {
  watcher.close();
  await Promise.all([imap.close(), rig?.close()]);
});

const account = (username: string, over: Partial<Connection> = {}): Connection => ({
  host: "127.0.0.1",
  port,
  security: "none",
  username,
  password: "right",
  ...over,
});
const list = (
  version: string,
  users: readonly string[],
  over: Partial<Connection> = {},
): WatchRequest => ({
  version,
  allow_private: true,
  mailboxes: users.map((user) => ({
    id: `1:${user}`,
    imap: account(user, over),
    folder: "INBOX",
  })),
});
const put = (user: string) =>
  imap.append(user, "INBOX", "From: bo@y.test\r\nSubject: hello\r\n\r\nhello\r\n");

test("new mail in a watched folder is told, in another it is not; what was there before is not told", async () => {
  put("ann");
  watcher.setList(list("v1", ["ann", "bob"]));
  await until(() => watcher.listening() === 2);
  expect(watcher.version()).toBe("v1");
  imap.append("ann", "Junk", "Subject: x\r\n\r\nx\r\n");
  put("bob");
  await until(() => arrived.length > 0);
  put("bob");
  await until(() => arrived.length > 1);
  expect(arrived).toEqual(["1:bob", "1:bob"]);
  expect(imap.messages("bob", "INBOX")[0]?.flags.has("\\Seen")).toBe(false);
});

test("a new list ends what it leaves out and leaves alone what it keeps", async () => {
  watcher.setList(list("v1", ["ann", "bob"]));
  await until(() => watcher.listening() === 2);
  watcher.setList(list("v2", ["bob"]));
  await until(() => watcher.listening() === 1);
  expect(logins).toHaveLength(2);
  put("ann");
  put("bob");
  await until(() => arrived.length > 0);
  expect(arrived).toEqual(["1:bob"]);
  watcher.setList({ ...list("v3", ["bob"]), mailboxes: [] });
  await until(() => watcher.listening() === 0);
});

test("a broken connection is made again, and what came meanwhile is told", async () => {
  watcher.setList(list("v1", ["ann"]));
  await until(() => watcher.listening() === 1);
  fault = (command) => command === "EXAMINE" || command === "AUTHENTICATE";
  imap.disconnectAll();
  put("ann");
  await until(() => logins.length > 3);
  expect(arrived).toEqual([]);
  fault = null;
  await until(() => watcher.listening() === 1);
  expect(arrived).toEqual(["1:ann"]);
  put("ann");
  await until(() => arrived.length === 2);
});

test("a refused log-in is not tried again at once; a changed password is", async () => {
  watcher.setList(list("v1", ["ann"], { password: "wrong" }));
  await until(() => logins.length === 1);
  put("ann");
  watcher.setList(list("v2", ["ann"]));
  await until(() => watcher.listening() === 1);
  expect(logins).toHaveLength(2);
});

test("a list that changes again and again leaves one connection per mailbox", async () => {
  for (let i = 0; i < 10; i++) {
    watcher.setList(
      list(`v${i}`, i % 2 === 0 ? ["ann", "bob"] : ["ann"], {
        password: i < 9 ? "wrong" : "right",
      }),
    );
  }
  await until(() => watcher.listening() === 1);
  put("ann");
  put("bob");
  await until(() => arrived.length > 0);
  expect(arrived).toEqual(["1:ann"]);
});

test("the companion tells the app, and tells its list's version until it is started anew", async () => {
  rig = await startRig();
  const { watcher: remote } = rig.mail();
  expect(await remote?.version()).toBeNull();
  await remote?.setList(list("v7", ["ann", "bob"]));
  expect(await remote?.version()).toBe("v7");
  const health = async () =>
    (
      (await (await fetch(`http://127.0.0.1:${rig?.port()}/health`)).json()) as {
        listening: number;
      }
    ).listening;
  for (let n = await health(); n < 2; n = await health()) await new Promise(setImmediate);
  put("ann");
  put("bob");
  await until(() => rig?.app.arrivals.length === 1);
  expect(rig.app.arrivals[0]?.toSorted()).toEqual(["1:ann", "1:bob"]);
  await rig.restart();
  expect(await rig.mail().watcher?.version()).toBeNull();
  await expect(
    rig.mail().watcher?.setList({ ...list("v8", []), version: "" }),
  ).rejects.toMatchObject({
    code: "upstream_failed",
  });
});

test("what the app could not be told is told again, and in one call", async () => {
  const told: string[][] = [];
  const arrivals = createArrivals(
    async (ids) => {
      told.push([...ids]);
      if (told.length < 3) throw new Error("away");
    },
    { log: () => {}, retryMs: 10 },
  );
  for (const id of ["1:a", "1:b", "1:a"]) arrivals.add(id);
  await until(() => told.length === 3);
  expect(told).toEqual(Array(3).fill(["1:a", "1:b"]));
  arrivals.add("1:c");
  await until(() => told.length === 4);
  expect(told[3]).toEqual(["1:c"]);
  arrivals.stop();
});
