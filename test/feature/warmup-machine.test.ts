import fc from "fast-check";
import { expect, it } from "vitest";
import type { MailboxId } from "#platform/rules/ids.ts";
import { HOUR_MS, MINUTE_MS, utcDay } from "#platform/rules/time.ts";
import { planDueWarmups } from "#modules/warmup/mails/plan-due.ts";
import { claimDue } from "#modules/delivery/engine/claim.ts";
import { warmupKind } from "#modules/warmup/mails/kind.ts";
import { warmupWorld } from "#test/support/warmup-world.ts";

/*
 * Any order of starts, pauses, deletes, hours that pass, sweeps at once, repeated jobs and lost
 * replies, against a model of what a person expects. FUZZ_RUNS sets how many, FUZZ_SEED repeats a run.
 */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? (process.env["TEST_DATABASE"] === "d1" ? 1 : 8));
const SEED = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const EMAILS = ["ann@one.test", "bob@one.test", "cem@two.test", "dan@two.test"];

type Model = {
  readonly states: ("not_started" | "running" | "paused")[];
  readonly fresh: boolean[];
};
type World = Awaited<ReturnType<typeof warmupWorld>>;
type Command = fc.AsyncCommand<Model, World>;

/** What holds after every command, whatever came before. */
async function assertSound(model: Model, w: World): Promise<void> {
  const [mails, days, statuses] = [await w.mails(), await w.days(), await w.statuses()];
  for (const [i, status] of statuses.entries()) {
    const wanted = model.states[i];
    const told = ["not_started", "paused"].includes(status.state) ? status.state : "running";
    expect(told).toBe(wanted);
    const own = mails.filter((m) => m.fromMailboxId === w.ids[i]);
    if (wanted !== "running") {
      expect(own.filter((m) => m.state === "queued" || m.state === "leased")).toEqual([]);
    }
    for (const day of days.filter((d) => d.mailboxId === w.ids[i])) {
      expect(day.sent).toBeLessThanOrEqual(day.target ?? 0);
      // Counters of a mailbox that was taken out began anew; the others' are the rows'.
      if (model.fresh[i] !== true) continue;
      const left = own.filter((m) => m.sentAt !== null && utcDay(m.sentAt) === day.day);
      expect(left.filter((m) => m.kind === "starter")).toHaveLength(day.sent);
      expect(left.filter((m) => m.kind === "answer")).toHaveLength(day.replied);
    }
  }
  const ids = w.sent.map(({ mail }) => mail.message_id);
  expect(new Set(ids).size).toBe(ids.length);
}

const command = (
  name: string,
  run: (model: Model, w: World) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Command => ({
  check,
  run: async (model, w) => {
    await run(model, w);
    await assertSound(model, w);
  },
  toString: () => name,
});

const index = fc.integer({ min: 0, max: EMAILS.length - 1 });
const idOf = (w: World, i: number): MailboxId => {
  const id = w.ids[i];
  if (id === undefined) throw new Error("no mailbox");
  return id;
};
const dayOf = async (w: World, i: number): Promise<number> => (await w.statuses())[i].day;

it("keeps its promises in any order of events", async () => {
  const commands = fc.commands(
    [
      index.map((i) =>
        command(`start ${i}`, async (model, w) => {
          const before = await dayOf(w, i);
          await w.start({}, [idOf(w, i)]);
          model.states[i] = "running";
          expect(await dayOf(w, i)).toBe(before);
        }),
      ),
      index.map((i) =>
        command(`pause ${i}`, async (model, w) => {
          const before = await dayOf(w, i);
          const answer = await w.asking(() => w.t.post(`${w.W}/${idOf(w, i)}/pause`));
          expect(answer.status).toBe(model.states[i] === "not_started" ? 409 : 200);
          if (model.states[i] !== "not_started") model.states[i] = "paused";
          expect(await dayOf(w, i)).toBe(before);
        }),
      ),
      index.map((i) =>
        command(`delete ${i}`, async (model, w) => {
          const answer = await w.asking(() => w.t.delete(`${w.W}/${idOf(w, i)}`));
          expect(answer.status).toBe(204);
          model.states[i] = "not_started";
          model.fresh[i] = false;
          expect(await dayOf(w, i)).toBe(0);
        }),
      ),
      fc.integer({ min: 1, max: 10 }).map((hours) =>
        command(`${hours} hours pass`, async (_model, w) => {
          await w.play(hours * HOUR_MS, 60 * MINUTE_MS);
        }),
      ),
      fc.constant(
        command("sweeps at once, and every job twice", async (_model, w) => {
          await Promise.all([w.t.sweep(planDueWarmups), w.t.sweep(planDueWarmups)]);
          await Promise.all([
            w.t.sweep((deps) => claimDue(deps, warmupKind)),
            w.t.sweep((deps) => claimDue(deps, warmupKind)),
          ]);
          w.t.queue.push(...w.t.queue);
          await w.t.drain();
          await w.sync();
        }),
      ),
      fc.constant(
        command("replies are lost for an hour", async (_model, w) => {
          const usual = w.server.answer;
          w.server.answer = () => "lost";
          await w.play(HOUR_MS, 30 * MINUTE_MS);
          w.server.answer = usual;
        }),
      ),
      fc.constant(
        command("the mail service is away for an hour", async (_model, w) => {
          w.server.away = true;
          await w.play(HOUR_MS, 30 * MINUTE_MS);
          w.server.away = false;
        }),
      ),
    ],
    { maxCommands: 20, size: "max" },
  );

  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      await fc.asyncModelRun(async () => {
        const real = await warmupWorld({ emails: EMAILS });
        // With fewer than two that run there is no mail.
        await real.start();
        const model: Model = {
          states: EMAILS.map(() => "running"),
          fresh: EMAILS.map(() => true),
        };
        return { model, real };
      }, steps);
    }),
    { numRuns: RUNS, seed: SEED },
  );
}, 600_000);
