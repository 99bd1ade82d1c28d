import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JournalLine } from "#platform/wire/send-journal.ts";
import { bundleWorker } from "#test/support/bundle-worker.ts";

let workerd: Miniflare;
let base: URL;
let turn = 0;

beforeAll(async () => {
  const script = await bundleWorker("test/worker/journal/worker.ts");
  workerd = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [
        {
          name: "journal",
          modules: true,
          script,
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
          durableObjects: { JOURNAL: { className: "JournalObject", useSQLite: true } },
        },
      ],
    }),
  );
  base = await workerd.ready;
});
afterAll(() => workerd.dispose());

async function call<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(
    new URL(path, base),
    body === undefined ? {} : { method: "POST", body: JSON.stringify(body) },
  );
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

const intent = (id: string, ticket = "first"): JournalLine => ({
  t: "intent",
  at: Date.now(),
  try: { message_id: id, ticket, lease: "lease" },
});
const write = (run: string, ...lines: JournalLine[]) =>
  call<{ barred: string[] }>("/write", { run, turn: ++turn, lines });
const kept = async (): Promise<string[]> => {
  const asked = { unsettled_after: "" };
  const { entries } = await call<{ entries: { try: { message_id: string } }[] }>("/read", asked);
  return entries.map((entry) => entry.try.message_id);
};
const state = () => call<{ alarmIn: number; runs: number }>("/state");

describe("the hosted journal", () => {
  it("knows a message by its Message-ID without the sender's domain", async () => {
    await write("first", intent("1.2.3.tag@ours.test"));
    const other = "1.2.3.tag@second.test";
    expect(await write("first", intent(other, "another"))).toEqual({ barred: [other] });
    const ids = [other, "1.2.3.ta@ours.test", "1.2.3.tagA@ours.test"];
    expect(await call("/read", { message_ids: ids })).toMatchObject({
      entries: [{ try: { message_id: "1.2.3.tag@ours.test", ticket: "first" } }],
    });
    const settled = { message_id: other, ticket: "first", lease: "lease" };
    const result = { ...settled, ending: "reply", phase: "rcpt", code: 450 } as const;
    const facts = { enhanced: null, response: null, replayed: false };
    await write("first", { t: "outcome", at: 1, result: { ...result, ...facts }, settled: false });
    await write("first", { t: "settled", try: settled });
    expect(await kept()).toEqual([]);
  });

  it("forgets a message, and who wrote it, 30 days after it was sent and not before", async () => {
    const day = 86_400_000;
    expect(await write("first", intent("<old@ours.test>"))).toEqual({ barred: [] });
    await call("/go-on?days=29");
    // The alarm rang, and is set to ring again in a day.
    await expect.poll(async () => (await state()).alarmIn).toBeGreaterThan(day / 2);
    expect(await kept()).toEqual(["<old@ours.test>"]);
    const again = intent("<old@ours.test>", "another");
    expect(await write("second", again)).toEqual({ barred: ["<old@ours.test>"] });
    await write("second", intent("<new@ours.test>"));

    await call("/go-on?days=2");
    await expect.poll(kept).toEqual(["<new@ours.test>"]);
    const { alarmIn, runs } = await state();
    expect([runs, alarmIn > day / 2, alarmIn <= day]).toEqual([1, true, true]);
  });
});
