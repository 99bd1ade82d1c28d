import { readdirSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { until } from "./app-double.ts";
import { loopback, mailTo } from "./mails.ts";
import { type Rig, startRig } from "./rig.ts";

let rig: Rig;
afterEach(() => rig.close());

/** A companion without a disk; each mail of another mailbox. */
async function start() {
  rig = await startRig({ journal: "app" });
  let sent = 0;
  const mail = () => mailTo(loopback(rig.smtp.port), `bo${++sent}@y.test`);
  const transmit = async (mails: ReturnType<typeof mail>[]) => {
    // Taken once the journal was read.
    for (let isTaken = false; !isTaken;) {
      isTaken = await rig
        .mail()
        .transmit(mails)
        .then(
          () => true,
          () => false,
        );
    }
  };
  return { mail, transmit };
}

test("keeps intent and outcome with the app, nothing on its disk, and many in one write", async () => {
  const { mail, transmit } = await start();
  const mails = Array.from({ length: 40 }, (_, n) => {
    const one = mail();
    return { ...one, smtp: { ...one.smtp, username: "", password: `${n}` } };
  });
  await transmit(mails);
  await until(() => rig.app.results.length === 40);
  const { entries, writes } = rig.app.journal;
  await until(() => [...entries.values()].every(({ settled }) => settled));
  // On a machine that is very busy some meet the tests' short timeouts.
  const accepted = rig.app.results.filter(({ ending }) => ending === "accepted");
  expect(accepted.length).toBeGreaterThan(20);
  expect([...entries.keys()]).toEqual(
    expect.arrayContaining(accepted.map(({ message_id }) => message_id)),
  );
  expect(writes.length).toBeLessThan(writes.flat().length / 2);
  expect(readdirSync(rig.dataDir)).toEqual([]);
});

test("not a byte of the body leaves before the intent is kept", async () => {
  const { mail, transmit } = await start();
  let bytes = -1;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  rig.app.journal.before = async (lines) => {
    if (!lines.some(({ t }) => t === "intent")) return;
    bytes = rig.smtp.bodyBytes();
    await held;
  };
  await transmit([mail()]);
  await until(() => bytes >= 0);
  expect([bytes, rig.smtp.accepted.length]).toEqual([0, 0]);
  letGo();
  await until(() => rig.app.results.length === 1);
  expect(rig.app.results[0]).toMatchObject({ ending: "accepted" });
});

test("an intent that the app refuses is not sent, and neither forgotten nor overwritten", async () => {
  const { mail, transmit } = await start();
  const one = mail();
  await transmit([one]);
  await until(() => rig.app.results.length === 1);
  // Another companion has sent this one after the look at what is known.
  const other = mail();
  rig.app.journal.before = async (lines) => {
    if (!lines.some((line) => line.t === "intent" && line.try.message_id === other.message_id)) {
      return;
    }
    const result = { ...other, ending: "accepted", phase: "done" } as const;
    const { ticket, message_id } = other;
    rig.app.journal.entries.set(message_id, {
      at: 1,
      try: { ticket, message_id, lease: "elsewhere" },
      result: {
        ...rig.app.results[0],
        ...result,
        lease: "elsewhere",
      } as (typeof rig.app.results)[number],
      settled: true,
    });
  };
  await transmit([other]);
  await until(() => rig.app.results.length === 2);
  expect(rig.app.results[1]).toMatchObject({ ending: "withheld", replayed: false });
  await transmit([{ ...other, lease: "second" }]);
  await until(() => rig.app.results.length === 3);
  expect(rig.app.results[2]).toMatchObject({ lease: "second", ending: "accepted", replayed: true });
  expect(rig.smtp.accepted).toHaveLength(1);
});

test("after a restart with an empty disk it never sends again what was accepted, and tells what nobody settled", async () => {
  const { mail, transmit } = await start();
  rig.app.settle = () => false;
  const one = mail();
  await transmit([one]);
  await until(() => rig.app.results.length >= 1);
  await rig.restart();
  const told = () => rig.app.results.find(({ replayed }) => replayed);
  await until(() => told() !== undefined);
  expect(told()).toMatchObject({ lease: one.lease, ending: "accepted" });
  rig.app.settle = () => true;
  await transmit([{ ...one, lease: "second", again: true }]);
  await until(() => rig.app.results.some(({ lease }) => lease === "second"));
  expect(rig.app.results.at(-1)).toMatchObject({ ending: "accepted", replayed: true });
  expect(rig.smtp.accepted).toHaveLength(1);
});

test("asks the app's journal for what it is asked about messages", async () => {
  const { mail, transmit } = await start();
  const one = mail();
  await transmit([one]);
  await until(() => rig.app.journal.entries.get(one.message_id)?.settled === true);
  await rig.restart();
  const known = await rig.mail().recall(["never@y.test", one.message_id]);
  expect(known).toMatchObject([{ try: { lease: one.lease }, result: { ending: "accepted" } }]);
});

test("takes nothing while the journal cannot be written, and everything once it can", async () => {
  const { mail, transmit } = await start();
  await transmit([mail()]);
  await until(() => rig.app.results.length === 1);
  rig.app.journal.before = async () => {
    throw new Error("out of order");
  };
  const one = mail();
  await transmit([one]);
  // It waits after the server's 354; the mailbox's next mail is refused meanwhile.
  await until(() => rig.app.intents.length === 2);
  await expect
    .poll(() =>
      rig
        .mail()
        .transmit([mail()])
        .catch(() => "busy"),
    )
    .toBe("busy");
  expect(rig.smtp.accepted).toHaveLength(1);
  rig.app.journal.before = async () => {};
  await until(() => rig.app.results.length >= 2);
  await transmit([mail()]);
  await until(() => rig.app.results.length >= 3);
  const delivered = rig.smtp.accepted.length;
  expect(delivered).toBe(rig.app.results.filter(({ ending }) => ending === "accepted").length);
});
