import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { companionMail } from "#app/adapters/companion-mail.ts";
import type { CrashPoint } from "#companion/crash.ts";
import { type AppDouble, SECRET, startAppDouble, until } from "./app-double.ts";
import { loopback, mailTo } from "./mails.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";

const MAIN = join(import.meta.dirname, "../../src/companion/main.ts");

let app: AppDouble;
let smtp: ScriptedSmtp;
let dataDir: string;
let silent = false;
const children: ChildProcess[] = [];

beforeEach(async () => {
  silent = false;
  app = await startAppDouble();
  smtp = await startScriptedSmtp({
    script: () => (silent ? { at: "dot", act: "silence" } : undefined),
  });
  dataDir = mkdtempSync(join(tmpdir(), "outrider-crash-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await Promise.all([app.close(), smtp.close()]);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the real process; answers its mail service and its end. */
async function start(crashAt: CrashPoint | "" = "") {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env["PATH"],
      COMPANION_PORT: "0",
      COMPANION_SECRET: SECRET,
      APP_URL: app.url,
      DATA_DIR: dataDir,
      TICK_SECONDS: "off",
      LOG_LEVEL: "error",
      CRASH_AT: crashAt,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { port } = JSON.parse(line) as { port: number };
  return {
    child,
    ended: once(child, "exit"),
    mail: companionMail(`http://127.0.0.1:${port}`, SECRET),
  };
}

/** Sends one mail to a companion that dies at `point`, and starts the next one over its journal. */
async function dieAt(point: CrashPoint) {
  const mail = mailTo(loopback(smtp.port), "bo@y.test");
  const first = await start(point);
  await first.mail.transmit([mail]).catch(() => {});
  const [, signal] = await first.ended;
  expect(signal).toBe("SIGKILL");
  silent = false;
  return { mail, second: await start() };
}

test.each(["after_take", "after_connect"] as const)(
  "killed %s, nothing was sent and a later try may send",
  async (point) => {
    const { mail, second } = await dieAt(point);
    expect([smtp.accepted.length, smtp.bodyBytes()]).toEqual([0, 0]);
    await second.mail.transmit([{ ...mail, lease: "second" }]);
    await until(() => app.results.length === 1);
    expect(app.results[0]).toMatchObject({ lease: "second", ending: "accepted", replayed: false });
    expect(smtp.accepted).toHaveLength(1);
  },
);

test("killed after the intent, it reports an unclear outcome and does not send again", async () => {
  const { mail, second } = await dieAt("after_intent");
  await until(() => app.results.length === 1);
  expect(app.results[0]).toMatchObject({
    ticket: mail.ticket,
    lease: mail.lease,
    ending: "network",
    phase: "dot",
    replayed: true,
  });
  await second.mail.transmit([{ ...mail, lease: "second" }]);
  await until(() => app.results.length === 2);
  expect(app.results[1]).toMatchObject({ lease: "second", ending: "network", replayed: true });
  expect(smtp.accepted).toHaveLength(0);
});

test("killed after the dot, it reports an unclear outcome and does not send again", async () => {
  silent = true;
  const { mail, second } = await dieAt("after_dot");
  await until(() => app.results.length === 1);
  expect(app.results[0]).toMatchObject({ ending: "network", phase: "dot", replayed: true });
  await second.mail.transmit([{ ...mail, lease: "second" }]);
  await until(() => app.results.length === 2);
  expect(smtp.accepted).toHaveLength(0);
});

test("killed after the server accepted, it reports the acceptance and does not send again", async () => {
  const { mail, second } = await dieAt("after_outcome");
  await until(() => app.results.length === 1);
  expect(app.results[0]).toMatchObject({
    lease: mail.lease,
    ending: "accepted",
    code: 250,
    replayed: true,
  });
  await second.mail.transmit([{ ...mail, lease: "second" }]);
  await until(() => app.results.length === 2);
  expect(app.results[1]).toMatchObject({ lease: "second", ending: "accepted", replayed: true });
  expect(smtp.accepted).toHaveLength(1);
});

test("a torn last line and a damaged one in the journal cost nothing else", async () => {
  const { second } = await dieAt("after_outcome");
  await until(() => app.results.length === 1);
  second.child.kill("SIGTERM");
  await second.ended;
  const path = join(dataDir, "companion-journal.ndjson");
  writeFileSync(path, `\0\0garbage\n${readFileSync(path, "utf8")}{"t":"outcome","at":17`);
  const third = await start();
  const mail = mailTo(loopback(smtp.port), "cy@y.test");
  await third.mail.transmit([mail]);
  await until(() => app.results.some(({ ticket }) => ticket === mail.ticket));
  third.child.kill("SIGTERM");
  await third.ended;
  for (const line of readFileSync(path, "utf8").trim().split("\n"))
    expect(() => JSON.parse(line)).not.toThrow();
});

test("SIGTERM lets the message under way finish and gives back what has not begun", async () => {
  const { child, ended, mail } = await start();
  const mails = [1, 2, 3].map((n) => mailTo(loopback(smtp.port), `bo${n}@y.test`));
  app.grant = () => {
    child.kill("SIGTERM");
    return true;
  };
  await mail.transmit(mails);
  await ended;
  expect(app.results.map(({ ending }) => ending).sort()).toEqual([
    "accepted",
    "withheld",
    "withheld",
  ]);
  expect(smtp.accepted).toHaveLength(1);
});

test("it ends when its supervisor is gone", async () => {
  const { child, ended } = await start();
  child.stdin?.end();
  const [code] = await ended;
  expect(code).toBe(0);
});
