import { describe, expect, it } from "vitest";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { sweepDrafts } from "#modules/delivery/drafts/sweep-drafts.ts";
import { drafts } from "#modules/delivery/schema/drafts.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { deliveryWorld, KINDS } from "#test/support/delivery-world.ts";
import { TEST_START } from "#test/support/harness.ts";
import { API_KINDS, apiLab, type ApiKind } from "#test/support/oauth/api-lab.ts";
import type { ApiAct, ApiFault } from "#test/support/oauth/lab-mail.ts";

const byText = (a: string | null, b: string | null): number => (a ?? "").localeCompare(b ?? "");

/** A world in which two mails of a kind are due, from two mailboxes that send by the API. */
async function world(kind: ApiKind, one: (typeof KINDS)[number]) {
  const clock = { now: (): number => TEST_START };
  const lab = await apiLab(kind, () => clock.now());
  const w = await deliveryWorld(one, lab.options);
  clock.now = () => w.t.clock.now;
  await lab.takeRoad(w.t, w.wid);
  const { face, smtp } = lab;
  const rows = () => w.t.db.select().from(drafts);
  const look = () => w.t.sweep(sweepDrafts);
  return {
    ...w,
    lab,
    face,
    smtp,
    /** Claims what is due, and sends it. */
    async send(): Promise<void> {
      await w.claim();
    },
    draftRows: rows,
    look,
    async lookAfter(ms: number): Promise<void> {
      w.t.advance(ms);
      await look();
    },
    /** What becomes of the next requests of an act, so many times. */
    faults(act: ApiAct, fault: ApiFault, times = Number.MAX_SAFE_INTEGER): void {
      let left = times;
      face.control.fault = (asked) => (asked === act && left-- > 0 ? fault : undefined);
    },
    left: () => face.delivered.map(({ lastReference }) => lastReference).toSorted(byText),
    unsent: () => [1, 2].flatMap((n) => face.drafts(sender(one.kind.name, n))).length,
    ids: async () =>
      (
        await w.t.db.all<{ id: string | null }>(
          `SELECT server_message_id AS id FROM ${tableOf(one)} ORDER BY 1`,
        )
      ).map(({ id }) => id),
  };
}

const tableOf = ({ kind }: (typeof KINDS)[number]): string =>
  ({
    send: "sends",
    again: "resends",
    message: "outbox",
    warmup: "warmup_mails",
    placement: "placement_mails",
  })[kind.name];
const sender = (kind: string, n: number): string =>
  kind === "warmup" ? (["ann@one.test", "bea@two.test"][n - 1] ?? "") : `sender${n}@ours.test`;

const sends = KINDS[0] as (typeof KINDS)[number];
/** Providers differ in nothing of the database's. */
const TRIED = process.env["TEST_DATABASE"] === "d1" ? (["microsoft"] as const) : API_KINDS;
const of = TRIED.map((kind) => [kind] as const);
/** Kinds differ in nothing of the provider's. */
const all = [
  ...KINDS.map((one) => ["microsoft", one.kind.name, one] as const),
  ["google", "send", sends] as const,
];

describe.each(all)("by the API of %s, mail of the kind %s", (kind, _name, one) => {
  it("leaves once, under the id that the provider gave it, and leaves no draft behind", async () => {
    const w = await world(kind, one);
    await w.send();
    expect(await w.states()).toEqual(["sent", "sent"]);
    expect(w.face.delivered).toHaveLength(2);
    expect(new Set(w.left()).size).toBe(2);
    expect((await w.ids()).toSorted(byText)).toEqual(
      w.face.delivered.map(({ messageId }) => messageId).toSorted(byText),
    );
    expect(w.unsent()).toBe(0);
    expect(await w.draftRows()).toEqual([]);
    expect(await w.wrongSlots()).toEqual([]);
  });

  it("is asked about at the gate before it is sent: what is not granted leaves no draft", async () => {
    const w = await world(kind, one);
    // Between the claim and the gate.
    w.face.control.before = async () => {
      await w.disable();
    };
    await w.send();
    expect(w.face.delivered).toEqual([]);
    expect(w.face.calls).not.toContain("send");
    expect(await w.states()).not.toContain("sent");
    expect(w.unsent()).toBe(0);
    expect(await w.draftRows()).toEqual([]);
  });

  it("is sent where its answer was lost, as its draft tells at once", async () => {
    const w = await world(kind, one);
    w.faults("send", "after");
    await w.send();
    expect(await w.states()).toEqual(["sent", "sent"]);
    expect(w.face.delivered).toHaveLength(2);
  });

  it("is tried again with the same draft where the request was lost, once the draft proves that", async () => {
    const w = await world(kind, one);
    w.faults("send", "before");
    await w.send();
    expect(await w.states()).toEqual(["sending", "sending"]);
    // Too soon: the provider may still be about to send it.
    await w.lookAfter(MINUTE_MS - 1);
    expect(await w.states()).toEqual(["sending", "sending"]);
    w.face.control.fault = null;
    await w.lookAfter(1);
    expect(await w.states()).toEqual(["queued", "queued"]);
    // Test mails of one mailbox stand three minutes apart.
    w.t.advance(3 * MINUTE_MS);
    await w.send();
    expect(await w.states()).toEqual(["sent", "sent"]);
    expect(w.face.calls.filter((act) => act === "make")).toHaveLength(2);
    expect(w.face.delivered).toHaveLength(2);
    expect(await w.draftRows()).toEqual([]);
  });
});

describe.each(of)("an unanswered send by the API of %s", (kind) => {
  it("is unclear once its time is over and the provider does not say, and settled by the first answer: sent", async () => {
    const w = await world(kind, sends);
    w.face.control.fault = (act) =>
      act === "send" ? "after" : act === "make" ? undefined : "before";
    await w.send();
    await w.lookAfter(2 * MINUTE_MS);
    expect(await w.states()).toEqual(["sending", "sending"]);
    w.t.advance(10 * MINUTE_MS);
    await w.sweep();
    expect(await w.states()).toEqual(["unknown", "unknown"]);
    w.face.control.fault = null;
    await w.lookAfter(20 * MINUTE_MS);
    expect((await w.rows()).map(({ state, evidence }) => [state, evidence])).toEqual([
      ["sent", "draft"],
      ["sent", "draft"],
    ]);
    expect((await w.ids()).toSorted(byText)).toEqual(
      w.face.delivered.map(({ messageId }) => messageId).toSorted(byText),
    );
    expect(await w.draftRows()).toEqual([]);
  });

  it("is unclear, and fails once its draft shows that it never left; the draft goes", async () => {
    const w = await world(kind, sends);
    w.face.control.fault = (act) => (act === "make" ? undefined : "before");
    await w.send();
    w.t.advance(10 * MINUTE_MS);
    await w.sweep();
    expect(await w.states()).toEqual(["unknown", "unknown"]);
    w.face.control.fault = null;
    await w.lookAfter(20 * MINUTE_MS);
    expect(await w.states()).toEqual(["failed", "failed"]);
    expect(w.unsent()).toBe(0);
    expect(w.face.delivered).toEqual([]);
  });

  it.each([
    ["401", { status: 401, code: "InvalidAuthenticationToken" }],
    ["429", { status: 429, code: "ApplicationThrottled", retryAfter: "1" }],
    ["503", { status: 503, code: "serviceNotAvailable" }],
    ["500", { status: 500, code: "generalException" }],
    ["silence", "before"],
  ] as const)("stays as it is for a %s", async (_, answer) => {
    const w = await world(kind, sends);
    w.face.control.fault = (act) =>
      act === "make" ? undefined : act === "send" ? "after" : answer;
    await w.send();
    await w.lookAfter(5 * MINUTE_MS);
    expect(await w.states()).toEqual(["sending", "sending"]);
    w.t.advance(6 * MINUTE_MS);
    await w.sweep();
    await w.lookAfter(60 * MINUTE_MS);
    expect(await w.states()).toEqual(["unknown", "unknown"]);
    expect(w.face.delivered).toHaveLength(2);
  });

  it("stays unclear where neither draft nor sent mail is left, and is never sent by itself", async () => {
    const w = await world(kind, sends);
    w.face.control.fault = (act) => (act === "make" ? undefined : "before");
    await w.send();
    for (const n of [1, 2]) w.face.forget(sender("send", n));
    w.face.control.fault = null;
    await w.lookAfter(5 * MINUTE_MS);
    expect(await w.states()).toEqual(["sending", "sending"]);
    w.t.advance(6 * MINUTE_MS);
    await w.sweep();
    await w.lookAfter(60 * MINUTE_MS);
    await w.send();
    expect(await w.states()).toEqual(["unknown", "unknown"]);
    expect(w.face.delivered).toEqual([]);
  });
});

describe.each(of)("a crash on the way by the API of %s", (kind) => {
  /** The process is gone once this act was carried out, or was to be; nothing of it goes on. */
  async function dies(act: ApiAct, when: "before" | "after") {
    const w = await world(kind, sends);
    const never = new Promise<never>(() => undefined);
    let dead = 0;
    w.face.control.before = async () => {
      if (dead >= 2) await never;
    };
    w.face.control.fault = (asked) => {
      if (asked !== act) return undefined;
      dead++;
      return when;
    };
    return { ...w, alive: () => Object.assign(w.face.control, { before: null, fault: null }) };
  }

  it.each([
    ["make", "before", 2],
    ["make", "after", 2],
  ] as const)(
    "while the draft is made (%s, %s): it is found, and made once",
    async (act, when, made) => {
      const w = await dies(act, when);
      // Its answer never comes.
      const running = w.send();
      await running;
      w.alive();
      w.t.advance(16 * MINUTE_MS);
      await w.sweep();
      w.t.advance(16 * MINUTE_MS);
      await w.send();
      expect(w.face.delivered).toHaveLength(2);
      const attempts = w.face.calls.filter((one) => one === "make").length;
      expect(attempts).toBe(when === "after" ? made : 2 * made);
      expect(w.unsent()).toBe(0);
    },
  );

  it("between the draft and the gate: the next try sends that draft", async () => {
    const w = await world(kind, sends);
    const claimed = await claimOnly(w);
    expect(claimed).toBe(2);
    expect(w.unsent()).toBe(2);
    w.t.advance(11 * MINUTE_MS);
    await w.sweep();
    expect(await w.states()).toEqual(["queued", "queued"]);
    await w.send();
    expect(w.face.calls.filter((act) => act === "make")).toHaveLength(2);
    expect(await w.states()).toEqual(["sent", "sent"]);
    expect(w.face.delivered).toHaveLength(2);
    expect(await w.draftRows()).toEqual([]);
  });

  it("between the draft and the gate, and the mail ends otherwise: a sweep deletes the draft", async () => {
    const w = await world(kind, sends);
    await claimOnly(w);
    await w.disable();
    w.t.advance(11 * MINUTE_MS);
    await w.sweep();
    await w.lookAfter(5 * MINUTE_MS);
    expect(w.unsent()).toBe(0);
    expect(await w.draftRows()).toEqual([]);
    expect(w.face.delivered).toEqual([]);
  });

  it("leaves alone a draft that a person has sent by hand: that counts", async () => {
    const w = await world(kind, sends);
    w.faults("send", "before");
    await w.send();
    w.face.control.fault = null;
    for (const n of [1, 2]) w.face.sendByHand(sender("send", n));
    await w.lookAfter(2 * MINUTE_MS);
    expect(await w.states()).toEqual(["sent", "sent"]);
    expect(w.face.delivered).toHaveLength(2);
  });
});

/** The words of a statement, without its parameters and tables. */
function textOf(chunk: unknown): string {
  if (Array.isArray(chunk)) return chunk.map(textOf).join("");
  if (typeof chunk === "string") return chunk;
  if (typeof chunk !== "object" || chunk === null) return "";
  if ("queryChunks" in chunk) return textOf(chunk.queryChunks);
  return "value" in chunk && Array.isArray(chunk.value) ? textOf(chunk.value) : "";
}

/** The drafts are made, and the process is gone before the gate: leases hold, nobody goes on. */
async function claimOnly(w: Awaited<ReturnType<typeof world>>): Promise<number> {
  const { db } = w.t.deps;
  let broken = false;
  w.t.replaceDatabases(
    (one) =>
      new Proxy(one, {
        get(target, name, receiver) {
          const value: unknown = Reflect.get(target, name, receiver);
          if (name !== "all" || typeof value !== "function") return value;
          return (query: unknown) => {
            if (textOf(query).includes("SET state = 'sending'")) {
              broken = true;
              throw new Error("the process is gone");
            }
            return value.call(target, query);
          };
        },
      }),
  );
  await w.send();
  w.t.replaceDatabases(null);
  expect(broken).toBe(true);
  expect(w.t.deps.db).toBe(db);
  return (await w.draftRows()).length;
}

describe.each(of)("what the API of %s refuses", (kind) => {
  it("waits for as long as it asks, and nothing counts against mailbox or mail", async () => {
    const w = await world(kind, sends);
    w.faults("make", { status: 429, code: "rateLimitExceeded", retryAfter: "120" });
    await w.send();
    const rows = await w.rows();
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
      ["queued", 0],
      ["queued", 0],
    ]);
    for (const { due_at } of rows) expect(due_at).toBe(w.t.clock.now + 120 * SECOND_MS);
    const [box] = await w.t.db.select().from(mailboxes);
    expect([box?.status, box?.authFailures, box?.connectFailures]).toEqual(["active", 0, 0]);
    w.face.control.fault = null;
    w.t.advance(120 * SECOND_MS);
    await w.send();
    expect(await w.states()).toEqual(["sent", "sent"]);
    expect(await w.wrongSlots()).toEqual([]);
  });

  it("waits where it is busy as it sends, and sends the same draft later", async () => {
    const w = await world(kind, sends);
    w.faults("send", { status: 503, code: "serviceNotAvailable", retryAfter: "30" });
    await w.send();
    expect(await w.states()).toEqual(["queued", "queued"]);
    w.face.control.fault = null;
    w.t.advance(30 * SECOND_MS);
    await w.send();
    expect(await w.states()).toEqual(["sent", "sent"]);
    expect(w.face.calls.filter((act) => act === "make")).toHaveLength(2);
  });

  it.each([
    ["the sender", { status: 403, code: "ErrorSendAsDenied" }, "queued", "sending_error"],
    ["a recipient", { status: 400, code: "ErrorInvalidRecipients" }, "failed", "active"],
  ] as const)("of %s, as it sends", async (_, refusal, state, status) => {
    const w = await world(kind, sends);
    w.faults("send", refusal);
    await w.send();
    expect(await w.states()).toEqual([state, state]);
    const [box] = await w.t.db.select().from(mailboxes);
    expect(box?.status).toBe(status);
    if (status !== "active") expect(box?.statusMessage).toContain(refusal.code);
    expect(w.unsent()).toBe(0);
    expect(await w.draftRows()).toEqual([]);
  });

  it.each([
    ["a message that it can't read", { status: 400, code: "ErrorMimeContentInvalid" }, "failed"],
    ["that the mailbox is away", { status: 500, code: "ErrorInternalServerError" }, "queued"],
  ] as const)("%s, as the draft is made", async (_, refusal, state) => {
    const w = await world(kind, sends);
    w.faults("make", refusal);
    await w.send();
    expect(await w.states()).toEqual([state, state]);
    expect(w.face.delivered).toEqual([]);
  });

  it("a token that ended early: another is asked for, once", async () => {
    const w = await world(kind, sends);
    w.t.advance(50 * MINUTE_MS);
    let refused = 0;
    w.face.control.fault = () =>
      refused++ === 0 ? { status: 401, code: "InvalidAuthenticationToken" } : undefined;
    await w.send();
    expect(await w.states()).toEqual(["sent", "sent"]);
  });

  it("an ended consent: the mailbox is to be connected again, its mail waits", async () => {
    const w = await world(kind, sends);
    for (const n of [1, 2]) w.lab.provider.revoke(sender("send", n));
    await w.send();
    expect(await w.states()).toEqual(["queued", "queued"]);
    const [box] = await w.t.db.select().from(mailboxes);
    expect(box?.status).toBe("reconnect_required");
    expect(w.face.delivered).toEqual([]);
  });
});
