import { getTableName, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { Job, priorityOf } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import { noTokenText } from "#platform/rules/mail/token-refusal.ts";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { cancel } from "#modules/delivery/engine/moves.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { copyInstallSuppressions } from "#modules/leads/install-suppressions/copy-list.ts";
import { recover } from "#modules/delivery/engine/recover.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import type { SendResult } from "#platform/wire/transmission.ts";
import { deliveryWorld, KINDS, LOST, WITHHELD } from "#test/support/delivery-world.ts";
import { assertNoScan, planOf, statementsOf } from "#test/support/explain.ts";
import { reportOf } from "#test/support/outreach.ts";

const REFUSED: Partial<SendResult> = {
  ending: "reply",
  phase: "dot",
  code: 554,
  enhanced: "5.6.0",
  response: "554 5.6.0 no",
};

/** How releases up to 0.9.0 named the wake-up of each ledger, and the field with its rows. */
const EARLIER_WAKE_UPS = {
  send: ["sends.transmit.v1", "sendIds"],
  again: ["sends.again.v1", "sendIds"],
  message: ["outbox.transmit.v1", "messageIds"],
  warmup: ["warmup.transmit.v1", "mailIds"],
  placement: ["placement.transmit.v1", "mailIds"],
} as const;

/** What holds for each kind of mail, whoever dies where. */
describe.each(KINDS.map((one) => [one.kind.name, one] as const))(
  "a mail of the kind %s",
  (_name, one) => {
    it("is claimed once, granted once, and leaves once", async () => {
      const w = await deliveryWorld(one);
      const mails = await w.claim();
      expect(mails).toHaveLength(2);
      expect(await w.claim()).toEqual([]);
      expect((await w.intend(mails)).toSorted()).toEqual(
        mails.map(({ ticket }) => ticket).toSorted(),
      );
      expect(await w.intend(mails)).toEqual([]);
      await w.report(mails);
      await w.report(mails);
      expect(await w.states()).toEqual(["sent", "sent"]);
      expect(await w.wrongSlots()).toEqual([]);
    });

    it("waits while its client is paused, at the claim and at the gate, and leaves after that", async () => {
      const w = await deliveryWorld(one);
      const pausedAs = (at: string) =>
        w.t.client.execute(`UPDATE workspaces SET paused_at = ${at} WHERE id = ${w.wid}`);
      const mails = await w.claim();
      expect(mails).toHaveLength(2);
      await pausedAs("1");
      expect(await w.intend(mails)).toEqual([]);
      await w.report(mails, WITHHELD);
      w.t.advance(10 * MINUTE_MS);
      expect(await w.claim()).toEqual([]);
      expect(await w.states()).toEqual(["queued", "queued"]);
      await pausedAs("NULL");
      const again = await w.claim();
      expect(await w.intend(again)).toHaveLength(2);
      expect(await w.wrongSlots()).toEqual([]);
    });

    it("waits while its database lacks a change of the installation's suppressions", async () => {
      const w = await deliveryWorld(one);
      const mails = await w.claim();
      await w.t.client
        .execute(`INSERT INTO install_suppressions (kind, hash, hash_key, cause, version, created_at)
        VALUES ('address', 'x', 'y', 'manual', 1, 1)`);
      expect(await w.intend(mails)).toEqual([]);
      await w.report(mails, WITHHELD);
      w.t.advance(10 * MINUTE_MS);
      expect(await w.claim()).toEqual([]);
      await w.t.sweep(copyInstallSuppressions);
      expect(await w.intend(await w.claim())).toHaveLength(2);
      expect(await w.wrongSlots()).toEqual([]);
    });

    it("leaves by the wake-up of every kind, and by one that an earlier release left in the queue", async () => {
      const w = await deliveryWorld(one);
      const [woken, ...others] = await w.wake();
      const { name } = w.kind;
      expect(others).toEqual([]);
      expect(woken?.job).toMatchObject({ type: "delivery.transmit.v1", kind: name });
      if (woken?.job.type !== "delivery.transmit.v1") throw new Error("no wake-up");
      const { workspaceId, lease, ids } = woken.job;
      const [type, field] = EARLIER_WAKE_UPS[name];
      const job = Job.parse({ type, workspaceId, lease, [field]: ids });
      expect(priorityOf(woken.job)).toBe(priorityOf(job));
      w.t.queue.push({ ...woken, job });
      await w.t.drain();
      expect(w.taken).toHaveLength(2);
      // The other of two deliveries: the same mails, which the gate lets through once.
      w.t.queue.push(woken);
      await w.t.drain();
      expect(new Set(w.taken.map(({ ticket }) => ticket)).size).toBe(2);
      expect(await w.intend(w.taken)).toHaveLength(2);
    });

    it("of which the claim's message is lost is claimed again after a minute, and not before", async () => {
      const w = await deliveryWorld(one);
      const lost = await w.claim();
      w.t.advance(MINUTE_MS - 1);
      await w.sweep();
      // Handed over: its lease lasts as long as a dialogue.
      expect(await w.claim()).toEqual([]);
      w.t.advance(9 * MINUTE_MS + 1);
      await w.sweep();
      const again = await w.claim();
      expect(again.map((mail) => mail.message_id)).toEqual(lost.map((mail) => mail.message_id));
      // Whoever held it meanwhile meets a closed gate, and what they tell is about another try.
      expect(await w.intend(lost)).toEqual([]);
      await w.report(lost, WITHHELD);
      expect(await w.states()).toEqual(["leased", "leased"]);
      expect(await w.wrongSlots()).toEqual([]);
    });

    it("counts as sent where a server took it, whatever lease it went out under", async () => {
      const w = await deliveryWorld(one);
      const mails = await w.claim();
      await w.intend(mails);
      await w.report(mails, { lease: "of an earlier claim" });
      expect(await w.states()).toEqual(["sent", "sent"]);
    });

    it("hears no other report than of its own lease", async () => {
      const w = await deliveryWorld(one);
      const mails = await w.claim();
      await w.intend(mails);
      await w.report(mails, { ...REFUSED, lease: "of an earlier claim" });
      await w.report(mails, { ...LOST, lease: "of an earlier claim" });
      await w.report(mails, WITHHELD);
      expect(await w.states()).toEqual(["sending", "sending"]);
    });

    it("is unclear where nobody answered, never queued by itself, and known once the server is heard", async () => {
      const w = await deliveryWorld(one);
      const mails = await w.claim();
      await w.intend(mails);
      await w.report(mails, LOST);
      expect(await w.states()).toEqual(["unknown", "unknown"]);
      w.t.advance(60 * MINUTE_MS);
      await w.sweep();
      expect(await w.claim()).toEqual([]);
      await w.report(mails, WITHHELD);
      expect(await w.states()).toEqual(["unknown", "unknown"]);
      const [first, second] = mails;
      if (!first || !second) throw new Error("two mails");
      // A refusal that comes late says that it did not arrive; a 250 says that it did.
      await w.report([first], REFUSED);
      await w.report([second], { replayed: true });
      expect((await w.states()).toSorted()).toEqual(["failed", "sent"]);
      await w.report(mails, LOST);
      expect((await w.states()).toSorted()).toEqual(["failed", "sent"]);
      expect(await w.wrongSlots()).toEqual([]);
    });

    it("lapses as queued before its gate, and as unclear behind it", async () => {
      const w = await deliveryWorld(one);
      const mails = await w.claim();
      await w.intend(mails.slice(0, 1));
      w.t.advance(10 * MINUTE_MS);
      await w.sweep();
      expect((await w.states()).toSorted()).toEqual(["queued", "unknown"]);
      expect(await w.claim()).toHaveLength(1);
      expect(await w.wrongSlots()).toEqual([]);
    });

    it("is queued at once when its companion starts anew, and unclear where that was granted it", async () => {
      const w = await deliveryWorld(one);
      const mails = await w.claim();
      await w.intend(mails.slice(0, 1), "first");
      await recover(w.t.deps, "second");
      expect((await w.states()).toSorted()).toEqual(["queued", "unknown"]);
      expect(await w.claim()).toHaveLength(1);
    });

    it("is what the journal says of it when its companion starts anew, unclear ones too", async () => {
      const entries = new Map<string, SendResult>();
      const w = await deliveryWorld(one, {
        mail: {
          recall: async (ids) =>
            ids.flatMap((id) => {
              const result = entries.get(id);
              if (!result) return [];
              return [{ at: 1, try: result, result, settled: false }];
            }),
        },
      });
      const mails = await w.claim();
      await w.intend(mails, "first");
      await w.report(mails.slice(0, 1), LOST);
      for (const mail of mails) entries.set(mail.message_id, reportOf(mail));
      await recover(w.t.deps, "second");
      const rows = await w.rows();
      expect(rows.map(({ state, evidence }) => [state, evidence])).toEqual([
        ["sent", "journal"],
        ["sent", "journal"],
      ]);
    });

    it("waits for a mail service that is away, keeps its tries, and gives back its places", async () => {
      const w = await deliveryWorld(one);
      w.state.away = true;
      expect(await w.claim()).toEqual([]);
      expect(
        (await w.rows()).map(({ state, attempts, usage }) => [state, attempts, usage]),
      ).toEqual([
        ["queued", 0, "[]"],
        ["queued", 0, "[]"],
      ]);
      expect(await w.wrongSlots()).toEqual([]);
      w.state.away = false;
      expect(await w.claim()).toEqual([]);
      w.t.advance(10 * SECOND_MS);
      expect(await w.claim()).toHaveLength(2);
    });

    it.each(["provider_unavailable", "reconnect_required"] as const)(
      "waits where its mailbox gets no token (%s): nothing counts against mailbox or mail",
      async (refusal) => {
        const w = await deliveryWorld(one);
        const mails = await w.claim();
        const before = await w.rows();
        await w.report(mails, {
          ending: "no_token",
          phase: "auth",
          code: null,
          enhanced: null,
          response: noTokenText(refusal, "The provider wants a new sign-in."),
        });
        const boxes = await w.t.db
          .select({
            status: mailboxes.status,
            auth: mailboxes.authFailures,
            connect: mailboxes.connectFailures,
            says: mailboxes.statusMessage,
          })
          .from(mailboxes);
        for (const box of boxes) {
          expect(box).toEqual({ status: "active", auth: 0, connect: 0, says: null });
        }
        expect(await w.wrongSlots()).toEqual([]);
        // A mail that a person wrote says that somebody has to act, instead of waiting in silence.
        const isByPerson = w.kind.onTrouble("auth") === "fail";
        if (isByPerson && refusal === "reconnect_required") {
          return expect(await w.states()).toEqual(["failed", "failed"]);
        }
        const rows = await w.rows();
        expect(rows.map(({ state, lease }) => [state, lease])).toEqual([
          ["queued", null],
          ["queued", null],
        ]);
        for (const [i, { due_at, attempts }] of rows.entries()) {
          expect(due_at).toBeGreaterThan(w.t.clock.now);
          expect(attempts - (before[i]?.attempts ?? 0)).toBe(isByPerson ? 0 : -1);
        }
      },
    );

    it("does not leave once its mailbox is switched off, neither by a claim nor by the gate", async () => {
      const w = await deliveryWorld(one);
      const [held, ...others] = await w.claim();
      if (!held) throw new Error("a mail");
      await w.report(others, WITHHELD);
      await w.disable();
      w.t.advance(10 * SECOND_MS);
      expect(await w.claim()).toEqual([]);
      expect(await w.intend([held])).toEqual([]);
      expect(await w.wrongSlots()).toEqual([]);
    });

    it("that is cancelled between claim and gate stays, and gives back its places", async () => {
      const w = await deliveryWorld(one);
      const mails = await w.claim();
      const { t, workspaceId, kind } = w;
      await runBatch(t.db, cancel(t.db, kind.ledger, workspaceId, sql`true`, t.clock.now));
      expect(await w.intend(mails)).toEqual([]);
      await w.report(mails, WITHHELD);
      expect(await w.states()).toEqual(["cancelled", "cancelled"]);
      expect((await w.rows()).map(({ usage }) => usage)).toEqual(["[]", "[]"]);
      expect(await w.wrongSlots()).toEqual([]);
    });

    it("whose end cannot be stored holds up no other, and is reported again", async () => {
      const w = await deliveryWorld(one);
      const mails = await w.claim();
      await w.intend(mails);
      const [first] = await w.rows();
      const trigger = `CREATE TRIGGER broken BEFORE UPDATE ON ${getTableName(w.kind.ledger.table)} WHEN
      new.${w.kind.ledger.id} = ${first?.id} AND new.state = 'sent' BEGIN SELECT raise(ABORT, 'broken'); END`;
      await w.t.client.execute(trigger);
      const results = mails.map((mail) => reportOf(mail));
      const { settled } = await settleResults(w.t.deps, { results });
      expect(settled).toHaveLength(1);
      expect((await w.states()).toSorted()).toEqual(["sending", "sent"]);
      await w.t.client.execute("DROP TRIGGER broken");
      expect((await settleResults(w.t.deps, { results })).settled).toHaveLength(2);
      expect(await w.states()).toEqual(["sent", "sent"]);
    });

    it("is found by the indexes of what is live, and no statement on its way walks a table", async () => {
      const w = await deliveryWorld(one);
      const { client } = w.t;
      const name = getTableName(w.kind.ledger.table);
      const seen = await statementsOf(client, async () => {
        const mails = await w.claim();
        await w.intend(mails.slice(0, 1), "first");
        await w.report(mails.slice(0, 1));
        w.t.advance(10 * MINUTE_MS);
        await w.sweep();
        await recover(w.t.deps, "second");
      });
      const moving = [...new Set(seen)].filter((text) => text.includes(`"${name}"`));
      expect(moving.length).toBeGreaterThan(8);
      const plans = new Map<string, string[]>();
      for (const text of moving) {
        await assertNoScan(client, text);
        plans.set(text, await planOf(client, text));
      }
      const using = (index: string): string[] =>
        [...plans].filter(([, plan]) => plan.join(" ").includes(index)).map(([text]) => text);
      expect(using(`${name}_queued`)).not.toEqual([]);
      // A lapse, what was handed over, and what another run was granted.
      expect(using(`${name}_held`).length).toBeGreaterThanOrEqual(3);
      // What is unclear, and not all that ended in a month.
      expect(using(`${name}_unknown`)).not.toEqual([]);
      expect(using(`${name}_finished`)).toEqual([]);
    });
  },
);
