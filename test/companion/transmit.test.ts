import { open } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { until } from "./app-double.ts";
import { loopback, mailTo } from "./mails.ts";
import { type Rig, startRig } from "./rig.ts";

let rig: Rig;
afterEach(() => rig.close());

test("transmits, asks for the intent first and reports until settled", async () => {
  rig = await startRig();
  let refusals = 2;
  rig.app.settle = () => refusals-- <= 0;
  const mail = mailTo(loopback(rig.smtp.port), "bo@y.test");
  await rig.mail().transmit([mail]);
  await until(() => rig.app.results.length === 3);
  expect(rig.app.intents).toEqual([[mail.ticket]]);
  expect(rig.app.results.at(-1)).toMatchObject({
    ticket: mail.ticket,
    lease: mail.lease,
    message_id: mail.message_id,
    ending: "accepted",
    phase: "done",
    code: 250,
    replayed: false,
  });
  expect(rig.smtp.accepted).toHaveLength(1);
});

test("never sends again from another sender's domain what a database that was put back forgot", async () => {
  rig = await startRig();
  const mail = mailTo(loopback(rig.smtp.port), "bo@y.test");
  await rig.mail().transmit([mail]);
  await until(() => rig.app.results.length === 1);
  const message_id = mail.message_id.replace(/@.*/, "@second.test");
  await rig.mail().transmit([{ ...mail, lease: "second", message_id }]);
  await until(() => rig.app.results.length === 2);
  expect(rig.app.results[1]).toMatchObject({ message_id, ending: "accepted", replayed: true });
  expect(rig.smtp.accepted).toHaveLength(1);
});

test("tells what its journal knows of messages, also of earlier runs and of what is settled", async () => {
  rig = await startRig();
  const mail = mailTo(loopback(rig.smtp.port), "bo@y.test");
  await rig.mail().transmit([mail]);
  await until(() => rig.app.results.length === 1);
  await rig.restart();
  const { message_id, lease } = mail;
  const known = await rig.mail().recall(["never@y.test", message_id]);
  expect(known).toMatchObject([
    { try: { message_id, lease }, result: { ending: "accepted", code: 250 }, settled: true },
  ]);
});

test("never sends a key again that is known as accepted, not after a restart, not on demand", async () => {
  rig = await startRig();
  const mail = mailTo(loopback(rig.smtp.port), "bo@y.test");
  await rig.mail().transmit([mail]);
  await until(() => rig.app.results.length === 1);
  for (const n of [2, 3]) {
    await rig.mail().transmit([{ ...mail, lease: `again-${n}`, again: true }]);
    await until(() => rig.app.results.length === n);
    expect(rig.app.results.at(-1)).toMatchObject({
      lease: `again-${n}`,
      ending: "accepted",
      replayed: true,
    });
    await rig.restart();
  }
  expect(rig.smtp.accepted).toHaveLength(1);
});

test("repeats an unclear outcome instead of sending again, unless somebody decided so", async () => {
  let faulty = true;
  rig = await startRig({
    script: () => (faulty ? { at: "dot", act: "accept-then-drop" } : undefined),
  });
  const mail = mailTo(loopback(rig.smtp.port), "bo@y.test");
  const results = async (n: number) => {
    await until(() => rig.app.results.length === n);
    return rig.app.results.at(-1);
  };
  await rig.mail().transmit([mail]);
  expect(await results(1)).toMatchObject({ ending: "network", phase: "dot", replayed: false });
  await rig.mail().transmit([{ ...mail, lease: "second" }]);
  expect(await results(2)).toMatchObject({
    ending: "network",
    phase: "dot",
    replayed: true,
    lease: "second",
  });
  await rig.restart();
  await rig.mail().transmit([{ ...mail, lease: "third" }]);
  expect(await results(3)).toMatchObject({ ending: "network", phase: "dot", replayed: true });
  faulty = false;
  await rig.mail().transmit([{ ...mail, lease: "fourth", again: true }]);
  expect(await results(4)).toMatchObject({ ending: "accepted", replayed: false });
  expect(rig.smtp.accepted).toHaveLength(2);
});

test("tries again what was refused or never began", async () => {
  let refuse = true;
  rig = await startRig({
    script: () => (refuse ? { at: "rcpt", reply: "450 4.2.0 later" } : undefined),
  });
  const mail = mailTo(loopback(rig.smtp.port), "bo@y.test");
  await rig.mail().transmit([mail]);
  await until(() => rig.app.results.length === 1);
  refuse = false;
  await rig.mail().transmit([{ ...mail, lease: "second" }]);
  await until(() => rig.app.results.length === 2);
  expect(rig.app.results.map(({ ending, code }) => [ending, code])).toEqual([
    ["reply", 450],
    ["accepted", 250],
  ]);
});

test("a call that was repeated under the same lease sends once", async () => {
  rig = await startRig();
  const mail = mailTo(loopback(rig.smtp.port), "bo@y.test");
  await Promise.all([rig.mail().transmit([mail]), rig.mail().transmit([mail, mail])]);
  await until(() => rig.app.results.length >= 1);
  await rig.mail().transmit([mail]);
  await until(() => rig.app.results.some(({ replayed }) => replayed));
  expect(rig.smtp.accepted).toHaveLength(1);
});

test("gives back what was handed over again under another lease, without a word to the server", async () => {
  rig = await startRig();
  const [first, second] = [1, 2].map(() => mailTo(loopback(rig.smtp.port), "bo@y.test"));
  if (!first || !second) throw new Error("two mails");
  const late = { ...second, lease: "late" };
  await rig.mail().transmit([first, second, late]);
  await until(() => rig.app.results.length === 3);
  const told = rig.app.results.map(({ lease, ending, phase }) => [lease, ending, phase]);
  expect(told).toEqual(
    expect.arrayContaining([
      [second.lease, "withheld", "connect"],
      [late.lease, "accepted", "done"],
    ]),
  );
  expect(rig.app.intents.flat()).toEqual([first.ticket, second.ticket]);
  expect(rig.smtp.accepted).toHaveLength(2);
});

test("withholds what the app does not grant, and everything while it is away", async () => {
  rig = await startRig();
  rig.app.grant = () => false;
  const [first, second] = [1, 2].map(() => mailTo(loopback(rig.smtp.port), "bo@y.test"));
  if (!first || !second) throw new Error("two mails");
  await rig.mail().transmit([first]);
  await until(() => rig.app.results.length === 1);
  rig.app.up = false;
  await rig.mail().transmit([second]);
  await until(() => rig.smtp.commands.filter((line) => line === "DATA").length === 2);
  rig.app.up = true;
  await until(() => rig.app.results.length === 2);
  expect(rig.app.results.map(({ ending, phase }) => [ending, phase])).toEqual([
    ["withheld", "data"],
    ["withheld", "data"],
  ]);
  expect([rig.smtp.accepted.length, rig.smtp.bodyBytes()]).toEqual([0, 0]);
});

test("keeps results while the app is away and tells them after a restart", async () => {
  rig = await startRig();
  const mail = mailTo(loopback(rig.smtp.port), "bo@y.test");
  rig.app.settle = () => false;
  await rig.mail().transmit([mail]);
  await until(() => rig.app.results.length === 1);
  await rig.restart();
  rig.app.settle = () => true;
  await until(() => rig.app.results.some(({ replayed }) => replayed));
  const told = rig.app.results.length;
  await rig.restart();
  await rig.mail().transmit([mailTo(loopback(rig.smtp.port), "cy@y.test")]);
  await until(() => rig.app.results.length > told);
  expect(rig.app.results.at(-1)?.message_id).not.toBe(mail.message_id);
});

test("one message at a time per mailbox over one connection, mailboxes side by side, intents in groups", async () => {
  rig = await startRig({ auth: "235 2.7.0 ok" });
  const mails = Array.from({ length: 60 }, (_, i) =>
    mailTo(loopback(rig.smtp.port, { username: `u${i % 6}`, password: "p" }), `bo${i}@y.test`),
  );
  await rig.mail().transmit(mails);
  await until(() => rig.app.results.length === 60);
  expect(rig.smtp.accepted).toHaveLength(60);
  expect(rig.smtp.connections()).toBe(6);
  expect(Math.max(...rig.app.intents.map((group) => group.length))).toBeLessThanOrEqual(6);
  expect(rig.app.intents.length).toBeLessThan(60);
});

test("a wrong password is tried once for all that waits, which is given back untried", async () => {
  rig = await startRig({ auth: "535 5.7.8 wrong" });
  const account = loopback(rig.smtp.port, { username: "ann", password: "p" });
  const mails = Array.from({ length: 9 }, (_, i) => mailTo(account, `bo${i}@y.test`));
  await rig.mail().transmit(mails);
  await until(() => rig.app.results.length === 9);
  expect(rig.smtp.connections()).toBe(1);
  const told = rig.app.results.map(({ ending, phase }) => `${ending} ${phase}`);
  expect(told.filter((words) => words === "reply auth")).toHaveLength(1);
  expect(told.filter((words) => words === "withheld connect")).toHaveLength(8);
  await rig.mail().transmit(mails.map((mail) => ({ ...mail, lease: "second" })));
  await until(() => rig.app.results.length === 18);
  expect(rig.smtp.connections()).toBe(2);
});

test("while the journal's disk is full nothing is asked of the app that could not be recorded", async () => {
  rig = await startRig({ auth: "235 2.7.0 ok" });
  const handle = await open(join(rig.dataDir, "companion-journal.ndjson"));
  const prototype = Object.getPrototypeOf(handle) as { datasync(): Promise<void> };
  await handle.close();
  const account = loopback(rig.smtp.port, { username: "ann", password: "p" });
  const mails = Array.from({ length: 6 }, (_, i) => mailTo(account, `bo${i}@y.test`));
  const full = vi.spyOn(prototype, "datasync").mockRejectedValue(new Error("ENOSPC"));
  try {
    await rig.mail().transmit(mails);
    await until(() => rig.app.results.length === 6);
  } finally {
    full.mockRestore();
  }
  expect(rig.app.intents).toEqual([[mails[0]?.ticket]]);
  expect(rig.app.results.map(({ ending }) => ending)).toEqual(mails.map(() => "withheld"));
  expect(rig.smtp.accepted).toHaveLength(0);
  await rig.mail().transmit(mails.map((mail) => ({ ...mail, lease: "second" })));
  await until(() => rig.app.results.length === 12);
  expect(rig.smtp.accepted).toHaveLength(6);
});

test("opens a fresh connection when the server ended the idle one", async () => {
  rig = await startRig();
  for (const n of [1, 2]) {
    await rig.mail().transmit([mailTo(loopback(rig.smtp.port), "bo@y.test")]);
    await until(() => rig.app.results.length === n);
    rig.smtp.disconnectAll();
  }
  expect(rig.app.results.map(({ ending }) => ending)).toEqual(["accepted", "accepted"]);
});

test("a message that cannot be composed is told as unsendable and holds up none", async () => {
  rig = await startRig();
  const smtp = loopback(rig.smtp.port);
  await rig
    .mail()
    .transmit([
      mailTo(smtp, "bo@y.test", { subject: "Hi\r\nBcc: all@y.test" }),
      mailTo(smtp, "bo@y.test>\r\nRCPT TO:<cy@y.test"),
      mailTo(smtp, "bo@y.test"),
    ]);
  await until(() => rig.app.results.length === 3);
  expect(rig.app.results.map(({ ending }) => ending)).toEqual([
    "unsendable",
    "unsendable",
    "accepted",
  ]);
});

test("an address inside the network is not dialled when private ones are not allowed", async () => {
  rig = await startRig();
  const hosts = ["127.0.0.1", "localhost", "2130706433", "::ffff:127.0.0.1"];
  await rig
    .mail()
    .transmit(
      hosts.map((host) =>
        mailTo(loopback(rig.smtp.port, { host }), "bo@y.test", { allow_private: false }),
      ),
    );
  await until(() => rig.app.results.length === hosts.length);
  expect(new Set(rig.app.results.map(({ ending }) => ending))).toEqual(
    new Set(["address_refused"]),
  );
  expect(rig.smtp.connections()).toBe(0);
});

test("ticks the app", async () => {
  rig = await startRig({ tickSeconds: "0.1" });
  await until(() => rig.app.ticks() >= 2);
  expect(rig.app.results).toEqual([]);
});
