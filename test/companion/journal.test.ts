import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openAppendFile } from "#companion/append-file.ts";
import { openJournal, type Result } from "#companion/journal.ts";

let folder: string;
let path: string;
let now = 1_800_000_000_000;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outrider-journal-"));
  path = join(folder, "journal.ndjson");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const journal = () => openJournal(path, { now: () => now, log: () => {} });
const result = (id: string, over: Partial<Result> = {}): Result => ({
  ticket: `send:${id}`,
  lease: "l1",
  message_id: id,
  ending: "accepted",
  phase: "done",
  code: 250,
  enhanced: null,
  response: "250 ok",
  replayed: false,
  ...over,
});

test("lines that arrive together share one fsync, and all are there", async () => {
  const file = await openAppendFile(path, () => {});
  const handle = await open(path);
  // The prototype is shared by every file handle.
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as { datasync(): Promise<void> }, "datasync");
  await handle.close();
  await Promise.all(Array.from({ length: 200 }, (_, i) => file.append(`line ${i}`)));
  expect(sync.mock.calls.length).toBeLessThanOrEqual(3);
  await file.close();
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(201);
});

test("a failed write leaves a whole file and can be tried again", async () => {
  const file = await openAppendFile(path, () => {});
  await file.append("first");
  const handle = await open(path);
  const prototype = Object.getPrototypeOf(handle) as { datasync(): Promise<void> };
  await handle.close();
  vi.spyOn(prototype, "datasync").mockRejectedValueOnce(new Error("ENOSPC"));
  await expect(file.append("lost")).rejects.toThrow("ENOSPC");
  await file.append("second");
  await file.close();
  expect(readFileSync(path, "utf8")).toBe("first\nsecond\n");
});

test("a torn last line is cut off before the next one is written", async () => {
  const file = await openAppendFile(path, () => {});
  await file.append("whole");
  await file.close();
  appendFileSync(path, "torn");
  const lines: string[] = [];
  const again = await openAppendFile(path, (line) => void lines.push(line));
  await again.append("next");
  await again.close();
  expect(lines).toEqual(["whole"]);
  expect(readFileSync(path, "utf8")).toBe("whole\nnext\n");
});

test("what was accepted or is unclear bars another try for 30 days, what was refused does not", async () => {
  const first = await journal();
  await first.outcome(result("accepted"));
  await first.outcome(result("refused", { ending: "reply", phase: "rcpt", code: 550 }));
  await first.intent(result("begun"));
  for (const id of ["accepted", "refused"]) first.settled(result(id));
  await first.close();
  const second = await journal();
  expect(second.blockingResult("accepted")).toMatchObject({ ending: "accepted", replayed: true });
  expect(second.blockingResult("begun")).toMatchObject({
    ending: "network",
    phase: "dot",
    replayed: true,
  });
  expect(second.blockingResult("refused")).toBeNull();
  expect((await second.unsettled()).map(({ message_id }) => message_id)).toEqual(["begun"]);
  await second.close();
  now += 31 * 86_400_000;
  const third = await journal();
  expect([third.blockingResult("accepted"), await third.unsettled()]).toEqual([null, []]);
  await third.close();
});

test("news of an older try does not settle a newer one", async () => {
  const log = await journal();
  await log.outcome(result("m", { ending: "reply", phase: "rcpt", code: 450 }));
  await log.outcome(result("m", { lease: "l2" }));
  log.settled(result("m", { lease: "l1" }));
  expect(await log.unsettled()).toHaveLength(1);
  log.settled(result("m", { lease: "l2" }));
  expect(await log.unsettled()).toEqual([]);
  await log.close();
});

test("starting over shrinks the journal to what matters", async () => {
  const log = await journal();
  for (let i = 0; i < 300; i++) {
    const refused = result(`m${i}`, { ending: "reply", phase: "rcpt", code: 450 });
    await Promise.all([log.intent(refused), log.outcome(refused)]);
    log.settled(refused);
  }
  await log.outcome(result("kept"));
  await log.close();
  await (await journal()).close();
  expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(1);
});

test("after the disk refused a line it is asked again", async () => {
  const log = await journal();
  const handle = await open(path);
  const prototype = Object.getPrototypeOf(handle) as { datasync(): Promise<void> };
  await handle.close();
  vi.spyOn(prototype, "datasync")
    .mockRejectedValueOnce(new Error("ENOSPC"))
    .mockRejectedValueOnce(new Error("ENOSPC"));
  await expect(log.intent(result("m"))).rejects.toThrow("ENOSPC");
  expect(await log.writable()).toBe(false);
  expect(await log.writable()).toBe(true);
  await log.close();
});
