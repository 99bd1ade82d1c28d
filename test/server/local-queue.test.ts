import { describe, expect, it, vi } from "vitest";
import type { Job } from "#platform/ctx/job.ts";
import { localQueue } from "#server/local-queue.ts";

const jobs = {
  webhook: (deliveryId: number) =>
    ({ type: "webhook.deliver.v1", workspaceId: 1, deliveryId }) as unknown as Job,
  critical: (n: number) =>
    ({
      type: "outbox.transmit.v1",
      workspaceId: 1,
      lease: `l${n}`,
      messageIds: [n],
    }) as unknown as Job,
  default: (mailboxId: number) =>
    ({ type: "mailbox.sync.v1", workspaceId: 1, mailboxId }) as unknown as Job,
  low: (mailboxId: number) =>
    ({ type: "mailbox.check.v1", workspaceId: 1, mailboxId }) as unknown as Job,
};
const quiet = () => undefined;

describe("the queue of one machine", () => {
  it("delivers every message once, the higher priority first", async () => {
    const queue = localQueue(quiet);
    for (const n of [1, 2, 3]) {
      await queue.send(jobs.low(n));
      await queue.send(jobs.default(n));
      await queue.send(jobs.critical(n));
    }
    const seen: unknown[] = [];
    queue.start(async (message) => void seen.push((message.body as Job).type));
    expect(await queue.drain(30_000)).toBe(true);
    expect(seen).toEqual([
      ...Array.from({ length: 3 }, () => "outbox.transmit.v1"),
      ...Array.from({ length: 3 }, () => "mailbox.sync.v1"),
      ...Array.from({ length: 3 }, () => "mailbox.check.v1"),
    ]);
  });

  it("runs a bounded number at once and keeps places for what is urgent", async () => {
    const queue = localQueue(quiet);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const running = { "mailbox.check.v1": 0, "mailbox.sync.v1": 0, "outbox.transmit.v1": 0 };
    for (let n = 1; n <= 100; n++) await queue.send(jobs.low(n));
    queue.start(async (message) => {
      running[(message.body as { type: keyof typeof running }).type]++;
      await hold;
    });
    // One a turn of the event loop: what computes lets requests be answered in between.
    expect(running["mailbox.check.v1"]).toBe(1);
    await expect.poll(() => running["mailbox.check.v1"]).toBe(8);
    for (let n = 1; n <= 100; n++) await queue.send(jobs.critical(n));
    await expect.poll(() => running["outbox.transmit.v1"]).toBe(24);
    release();
    expect(await queue.drain(30_000)).toBe(true);
    expect(running).toMatchObject({ "mailbox.check.v1": 100, "outbox.transmit.v1": 100 });
  });

  it("lets deliveries to receivers that hang delay neither sends nor other deliveries", async () => {
    const queue = localQueue(quiet);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const seen: string[] = [];
    queue.start(async (message) => {
      const { type, deliveryId } = message.body as { type: string; deliveryId?: number };
      seen.push(type);
      if (deliveryId !== undefined && deliveryId <= 250) await hold;
    });
    for (let n = 1; n <= 300; n++) await queue.send(jobs.webhook(n));
    await queue.send(jobs.critical(1));
    await expect.poll(() => seen.filter((t) => t === "webhook.deliver.v1").length).toBe(300);
    expect(seen).toContain("outbox.transmit.v1");
    release();
    expect(await queue.drain(30_000)).toBe(true);
  });

  it("waits before a delayed message and before a repeat, and counts the attempts", async () => {
    const queue = localQueue(quiet);
    const seen: number[] = [];
    const began = performance.now();
    const { promise: done, resolve } = Promise.withResolvers<void>();
    queue.start(async (message) => {
      seen.push(message.attempts);
      if (message.attempts < 3) message.retry({ delaySeconds: 0.02 });
      else resolve();
    });
    await queue.send(jobs.default(1), { delaySeconds: 0.02 });
    await done;
    expect(seen).toEqual([1, 2, 3]);
    expect(performance.now() - began).toBeGreaterThan(50);
  });

  it("gives a message up after its last attempt and says so", async () => {
    const lines: string[] = [];
    const queue = localQueue((event) => void lines.push(event));
    let deliveries = 0;
    queue.start(async (message) => {
      deliveries++;
      if (deliveries % 2) throw new Error("broken");
      message.retry({ delaySeconds: 0 });
    });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    await queue.send(jobs.low(1));
    for (let i = 0; i < 10; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    vi.useRealTimers();
    expect(deliveries).toBe(6);
    expect(lines.filter((line) => line === "job.dead")).toHaveLength(1);
  });

  it("stops within its time although a message hangs, and takes nothing more", async () => {
    const queue = localQueue(quiet);
    let deliveries = 0;
    queue.start(() => {
      deliveries++;
      return new Promise(() => undefined);
    });
    await queue.send(jobs.critical(1));
    await expect.poll(() => deliveries).toBe(1);
    const drained = queue.drain(20);
    await queue.send(jobs.critical(2));
    expect(await drained).toBe(false);
    expect(deliveries).toBe(1);
  });
});
