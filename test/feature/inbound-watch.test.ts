import { describe, expect, it } from "vitest";
import type { WatchRequest } from "#platform/wire/mail-reading.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { AppError } from "#platform/rules/errors.ts";
import { internalHeaders } from "#platform/rules/internal-signature.ts";
import { later, SECOND_MS } from "#platform/rules/time.ts";
import { syncMailbox } from "#modules/inbox/sync/sync-mailbox.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { type Harness, TEST_SECRETS } from "#test/support/harness.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";

/** A mail service that can watch, as the test sees it. */
function watching() {
  const lists: WatchRequest[] = [];
  const service = { held: null as string | null, away: false };
  return {
    lists,
    service,
    watcher: {
      version: async () => {
        if (service.away) throw new AppError("upstream_unavailable", "away");
        return service.held;
      },
      setList: async (list: WatchRequest) => {
        lists.push(list);
        service.held = list.version;
      },
    },
  };
}

let nonce = 0;
async function tell(
  t: Harness,
  names: readonly string[],
  secret: string = TEST_SECRETS.COMPANION_SECRET,
) {
  const path = "/internal/companion/mail";
  const body = JSON.stringify({ mailboxes: names });
  const headers = internalHeaders(secret, {
    method: "POST",
    path,
    timestamp: String(t.clock.now),
    nonce: `watch-${nonce++}`,
    body,
  });
  return t.app.request(path, { method: "POST", body, headers });
}

const syncs = (t: Harness) =>
  t.queue.flatMap(({ job }) => (job.type === "mailbox.sync.v1" ? [job.mailboxId] : []));

describe("the list of watched mailboxes", () => {
  it("goes out when it changed, and again when the mail service forgot it", async () => {
    const { lists, service, watcher } = watching();
    const o = await outreach({ mailboxes: 2, watcher });
    expect(lists).toHaveLength(1);
    expect(lists[0]?.mailboxes).toEqual(
      [1, 2].map((n) => ({
        id: `${o.wid}:${o.mailboxIds[n - 1]}`,
        imap: expect.objectContaining({ username: `sender${n}@ours.test`, password: "pw" }),
        folder: "INBOX",
      })),
    );
    await o.t.tick();
    expect(lists).toHaveLength(1);
    service.held = null;
    await o.t.tick();
    expect(lists).toHaveLength(2);
    expect(lists[1]).toEqual(lists[0]);

    o.t.advance(SECOND_MS);
    const mailbox = `/api/v1/workspaces/${o.wid}/mailboxes/${o.mailboxIds[0]}`;
    await o.t.put(mailbox, { status: "disabled" });
    await o.t.tick();
    expect(lists[2]?.mailboxes.map((m) => m.id)).toEqual([`${o.wid}:${o.mailboxIds[1]}`]);
    await o.t.delete(mailbox.replace(/\d+$/, String(o.mailboxIds[1])));
    await o.t.tick();
    expect(lists[3]?.mailboxes).toEqual([]);
  });

  it("waits while the mail service is away, and is not asked for where mail cannot be read", async () => {
    const { lists, service, watcher } = watching();
    service.away = true;
    const o = await outreach({ watcher });
    expect(lists).toEqual([]);
    expect(o.t.lines.filter((line) => line.level === "error")).toEqual([]);
    service.away = false;
    await o.t.tick();
    expect(lists).toHaveLength(1);
  });
});

describe("news of mail", () => {
  it("202: wakes the sync at once, and the answer is there", async () => {
    const o = await outreach();
    const name = `${o.wid}:${o.mailboxIds[0]}`;
    o.world.put(answerTo(o.mails[0]));
    expect(
      (await tell(o.t, [name, name, "x", "9:9", `${o.wid + 1}:${o.mailboxIds[0]}`])).status,
    ).toBe(202);
    expect(syncs(o.t)).toEqual([o.mailboxIds[0]]);
    await o.t.drain();
    expect(await o.eventsOf("lead.replied")).toHaveLength(1);
    if (o.t.database === "libsql") {
      await assertNoScans(o.t.client, () => tell(o.t, [name]));
    }
  });

  it("while the mailbox is being read keeps it due", async () => {
    const o = await outreach();
    const [id] = o.mailboxIds;
    if (id === undefined) throw new Error("a mailbox was seeded");
    const { mail } = o.ctx;
    const during: typeof o.ctx = {
      ...o.ctx,
      mail: {
        ...mail,
        async fetch(request) {
          const answer = await mail.fetch(request);
          o.t.advance(SECOND_MS);
          expect((await tell(o.t, [`${o.wid}:${id}`])).status).toBe(202);
          return answer;
        },
      },
    };
    await o.t.db.update(mailboxes).set({ syncLeaseUntil: later(o.t.clock.now, 60 * SECOND_MS) });
    await syncMailbox(during, id);
    const [mailbox] = await o.t.db.select().from(mailboxes);
    expect(mailbox).toMatchObject({ syncDueAt: o.t.clock.now, syncLeaseUntil: null });
  });

  it("401: from anybody but the companion it wakes nobody", async () => {
    const o = await outreach();
    const answer = await tell(
      o.t,
      [`${o.wid}:${o.mailboxIds[0]}`],
      "another-secret-of-32-characters-!",
    );
    expect(answer.status).toBe(401);
    expect(syncs(o.t)).toEqual([]);
  });
});
