import { afterEach, expect, test } from "vitest";
import { spreadWatch } from "#app/adapters/spread-watch.ts";
import type { MailWatcher } from "#platform/ctx/ports.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WatchRequest } from "#platform/wire/mail-reading.ts";
import { createImapServer, type ImapServer } from "#test/support/mail/imap-server.ts";
import { until } from "./app-double.ts";
import { type Rig, startRig } from "./rig.ts";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const listOf = (count: number, version = "v1"): WatchRequest => ({
  version,
  allow_private: true,
  mailboxes: Array.from({ length: count }, (_, i) => ({
    id: `1:${i}`,
    imap: {
      host: "127.0.0.1",
      port: 143,
      security: "none",
      username: `m${i}`,
      password: "right",
    },
    folder: "INBOX",
  })),
});

/** A companion that holds a list, and may be away. */
function companion(name: string) {
  const state = { away: false, list: null as WatchRequest | null };
  const check = (): void => {
    if (state.away) throw new AppError("upstream_unavailable", "away");
  };
  const watcher: MailWatcher = {
    async version() {
      check();
      return state.list?.version ?? null;
    },
    async setList(list) {
      check();
      state.list = list;
    },
  };
  return { name, watcher, state, ids: () => state.list?.mailboxes.map(({ id }) => id) ?? [] };
}

test("each mailbox is watched by one of several companions, and all get their part", async () => {
  const all = [companion("a"), companion("b"), companion("c")];
  const watcher = spreadWatch(all, 2_000);
  expect(await watcher.version()).toBeNull();
  await watcher.setList(listOf(300));
  expect(await watcher.version()).toBe("v1");
  const shares = all.map((one) => one.ids());
  expect(shares.flat().toSorted()).toEqual(
    listOf(300)
      .mailboxes.map(({ id }) => id)
      .toSorted(),
  );
  for (const share of shares) expect(share.length).toBeGreaterThan(60);
});

test("who goes away leaves its part to the others, who keep theirs, and takes it again", async () => {
  const [a, b, c] = [companion("a"), companion("b"), companion("c")] as const;
  const watcher = spreadWatch([a, b, c], 2_000);
  await watcher.setList(listOf(300));
  const before = [a.ids(), b.ids(), c.ids()];
  b.state.away = true;
  // The list is not the right one any more, so it is asked for.
  expect(await watcher.version()).toBeNull();
  await watcher.setList(listOf(300));
  expect(await watcher.version()).toBe("v1");
  expect(a.ids()).toEqual(expect.arrayContaining(before[0] ?? []));
  expect(c.ids()).toEqual(expect.arrayContaining(before[2] ?? []));
  expect(a.ids().length + c.ids().length).toBe(300);
  b.state.away = false;
  expect(await watcher.version()).toBeNull();
  await watcher.setList(listOf(300));
  expect([a.ids(), b.ids(), c.ids()]).toEqual(before);
});

test("none gets more than it may, and what fits nowhere is left out from the end", async () => {
  const all = [companion("a"), companion("b")];
  await spreadWatch(all, 40).setList(listOf(100));
  expect(all.map((one) => one.ids().length)).toEqual([40, 40]);
  const watched = all.flatMap((one) => one.ids().map((id) => Number(id.slice(2))));
  expect(Math.max(...watched)).toBeLessThan(80);
});

test("nobody there is told, one that lost its list is noticed", async () => {
  const all = [companion("a"), companion("b")];
  const watcher = spreadWatch(all, 2_000);
  await watcher.setList(listOf(4));
  const [a] = all;
  if (a) a.state.list = null;
  expect(await watcher.version()).toBeNull();
  for (const { state } of all) state.away = true;
  await expect(watcher.version()).rejects.toMatchObject({ code: "upstream_unavailable" });
  await expect(watcher.setList(listOf(4))).rejects.toMatchObject({ code: "upstream_unavailable" });
});

test("a companion that only watches tells of mail, sends nothing, and begins no run", async () => {
  const imap: ImapServer = createImapServer();
  imap.addUser("m0", "right");
  const port = await imap.listen();
  const rig: Rig = await startRig({ role: "watch", tickSeconds: "0.1" });
  open.push(imap, rig);
  const [target] = listOf(1).mailboxes;
  if (!target) throw new Error("no target");
  await rig.mail().watcher?.setList({
    ...listOf(0),
    mailboxes: [{ ...target, imap: { ...target.imap, port } }],
  });
  await until(async () => (await rig.health()).listening === 1);
  imap.append("m0", "INBOX", "From: bo@y.test\r\nSubject: hello\r\n\r\nhello\r\n");
  await until(() => rig.app.arrivals.length > 0);
  expect(rig.app.arrivals).toEqual([["1:0"]]);
  await expect(rig.mail().transmit([])).rejects.toMatchObject({ code: "upstream_failed" });
  expect([rig.app.ticks(), rig.app.starts()]).toEqual([0, 0]);
});
