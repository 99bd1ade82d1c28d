import { describe, expect, it } from "vitest";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { cleanMessageIndex } from "#modules/inbox/search/clean-index.ts";
import { indexMessages } from "#modules/inbox/search/index-messages.ts";
import { readIndexState } from "#modules/inbox/search/index-store.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { asId, type CampaignId, type MailboxId, type WorkspaceId } from "#platform/rules/ids.ts";
import { HOUR_MS, later } from "#platform/rules/time.ts";
import { type Harness, harness } from "#test/support/harness.ts";

let serial = 0;

/** A thread in which somebody wrote each of these texts, the oldest first. */
async function wrote(
  t: Harness,
  wid: number,
  texts: readonly string[],
  {
    subject = "Re: A question",
    email = `p${++serial}@acme.example`,
    type = "reply" as const,
    to = "",
  } = {},
) {
  const workspaceId = wid as WorkspaceId;
  const { db } = inWorkspace(t.deps, workspaceId);
  const at = later(t.clock.now, ++serial);
  const times = { createdAt: at, updatedAt: at };
  const [lead] = await db
    .insert(leads)
    .values({ workspaceId, email, domain: "acme.example", ...times })
    .returning();
  const [thread] = await db
    .insert(threads)
    .values({
      workspaceId,
      leadId: lead?.id ?? null,
      campaignId: asId<CampaignId>(serial),
      mailboxId: asId<MailboxId>(1),
      subject,
      messageCount: texts.length,
      lastMessageAt: at,
      lastDirection: "inbound",
      snippet: "",
      ...times,
    })
    .returning();
  for (const text of texts) {
    const id = `s${++serial}`;
    await db.insert(messages).values({
      workspaceId,
      threadId: thread?.id ?? null,
      leadId: lead?.id ?? null,
      mailboxId: asId<MailboxId>(1),
      direction: to === "" ? "inbound" : "outbound",
      toEmails: to === "" ? [] : [to],
      type,
      fromEmail: email,
      fromName: "Pat",
      subject,
      text,
      messageId: id,
      dedupeHash: id,
      sentAt: at,
      createdAt: at,
    });
  }
  return { id: thread?.id ?? 0, leadId: lead?.id ?? 0, email };
}

async function world() {
  const t = await harness();
  const { wid } = await t.signUp();
  const path = `/api/v1/workspaces/${wid}/threads`;
  const search = async (q: string, more = ""): Promise<Thread[]> => {
    const answer = await t.get(`${path}?q=${encodeURIComponent(q)}${more}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json.data;
  };
  const ids = async (q: string, more = "") => (await search(q, more)).map(({ id }) => id);
  const wids = [wid];
  const each = async (work: (deps: Deps) => Promise<void>): Promise<void> => {
    for (const id of wids) await work(inWorkspace(t.deps, id as WorkspaceId));
  };
  const index = () => each(indexMessages);
  const clean = () => each(cleanMessageIndex);
  return { t, wid, wids, path, search, ids, index, clean };
}

const marked = (thread: Thread | undefined): string =>
  (thread?.match?.segments ?? [])
    .map(({ text, is_match: isMatch }) => (isMatch ? `[${text}]` : text))
    .join("");

describe("search in the words of messages", () => {
  it("finds words whatever their case and accents, phrases in quotes, and how the last word begins", async () => {
    const o = await world();
    const cafe = await wrote(o.t, o.wid, [
      "Hello",
      "Let us meet at the Café Zürich on Thursday.\n\nPat",
    ]);
    const budget = await wrote(o.t, o.wid, [
      "Our budget for Thursday is gone, the meeting was moved.",
    ]);
    await o.index();
    expect(await o.ids("cafe zurich")).toEqual([cafe.id]);
    expect(await o.ids("THURSDAY")).toEqual([budget.id, cafe.id]);
    expect(await o.ids("thursday café")).toEqual([cafe.id]);
    expect(await o.ids('"on thursday"')).toEqual([cafe.id]);
    expect(await o.ids('"thursday on"')).toEqual([]);
    expect(await o.ids("thursday bud")).toEqual([budget.id]);
    expect(await o.ids("bud thursday")).toEqual([]);
    expect(await o.ids("budg ")).toEqual([]);
    expect(await o.ids(budget.email)).toEqual([budget.id]);
    const [found] = await o.search("cafe thurs");
    expect(marked(found)).toBe("Let us meet at the [Café] Zürich on [Thursday]. Pat");
    expect((await o.search("question"))[0]?.match).toBeNull();
    expect((await o.t.get(o.path)).json.data[0].match).toBeNull();
  });

  it("finds parts of texts in scripts without spaces", async () => {
    const o = await world();
    const han = await wrote(o.t, o.wid, ["我们星期四开会吧"]);
    const kana = await wrote(o.t, o.wid, ["来週のミーティングはいかがですか"]);
    const thai = await wrote(o.t, o.wid, ["ขอนัดประชุมวันพฤหัส"]);
    await o.index();
    expect(await o.ids("开会")).toEqual([han.id]);
    expect(await o.ids("ミーティング")).toEqual([kana.id]);
    expect(await o.ids("ประชุม")).toEqual([thai.id]);
    expect(await o.ids("会开")).toEqual([]);
  });

  it("does not find what a message quotes, what a campaign wrote, and what lies in another workspace", async () => {
    const o = await world();
    const other = await o.t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    o.wids.push(other.json.id);
    await wrote(o.t, other.json.id, ["Our budget is gone."]);
    await wrote(o.t, o.wid, [
      "Fine.\n\nOn Mon, 2 Nov 2026 at 10:00, Ann <ann@ours.test> wrote:\n> the budget",
    ]);
    await wrote(o.t, o.wid, ["About your budget"], { type: "campaign" as never });
    await o.index();
    expect(await o.ids("budget")).toEqual([]);
    const all = await o.t.get("/api/v1/threads?q=budget");
    expect(all.json.data.map((row: Thread) => [row.workspace_id, marked(row)])).toEqual([
      [other.json.id, "Our [budget] is gone."],
    ]);
    expect((await o.t.get(`/api/v1/threads?q=budget&workspace_id=${o.wid}`)).json.data).toEqual([]);
  });

  it("goes together with filters and pages, and is counted", async () => {
    const o = await world();
    const found: number[] = [];
    for (let i = 0; i < 5; i++) found.unshift((await wrote(o.t, o.wid, ["A budget"])).id);
    await wrote(o.t, o.wid, ["Something else"]);
    await o.index();
    await o.t.put(`${o.path}/${found[1]}/status`, { status: "interested" });
    expect(await o.ids("budget", "&status=interested")).toEqual([found[1]]);
    const first = await o.t.get(`${o.path}?q=budget&limit=2`);
    expect(first.json.pagination.total).toBe(5);
    const cursor = `&limit=2&cursor=${first.json.pagination.next_cursor}`;
    expect(await o.ids("budget", cursor)).toEqual(found.slice(2, 4));
    const all = await o.t.get(`/api/v1/threads?q=budget&limit=3`);
    expect(all.json.pagination.total).toBe(5);
    const next = await o.t.get(
      `/api/v1/threads?q=budget&limit=3&cursor=${all.json.pagination.next_cursor}`,
    );
    expect([...all.json.data, ...next.json.data].map((row: Thread) => row.id)).toEqual(found);
  });

  it("takes any text for words, never for an order to the index", async () => {
    const o = await world();
    const { id } = await wrote(o.t, o.wid, ["A budget"]);
    await o.index();
    const hostile = [
      '"',
      '""',
      "budget OR x",
      "text : budget",
      "NEAR(a b)",
      "bud*",
      "^budget",
      "-budget",
      "{text}:budget",
      "' OR 1=1 --",
      "\u0000",
      "*",
      "a".repeat(200),
      '"'.repeat(200),
      "会".repeat(200),
    ];
    for (const q of hostile)
      expect((await o.t.get(`${o.path}?q=${encodeURIComponent(q)}`)).status).toBe(200);
    expect(await o.ids("text : budget")).toEqual([]);
    expect(await o.ids('"budget')).toEqual([id]);
  });
});

describe("a forward", () => {
  it("is found by the words over it and by who got it, also one from before, and not by what it passes on", async () => {
    const o = await world();
    const to = "kim@partners.example";
    const texts = [
      "Kim, is that your quokka?\n\n---------- Forwarded message ----------\nAbout budgets",
    ];
    const old = await wrote(o.t, o.wid, texts, { type: "forward" as never, to });
    // As an update meets it: the index was filled when forwards were no part of it.
    await o.t.client.execute(
      "UPDATE message_index SET up_to = (SELECT max(id) FROM messages) WHERE id = 1",
    );
    const late = await wrote(o.t, o.wid, [texts[0]?.replace("quokka", "wombat") ?? ""], {
      type: "forward" as never,
      to,
    });
    await Promise.all([o.index(), o.index()]);
    expect(await o.ids("quokka")).toEqual([old.id]);
    expect(await o.ids(to)).toEqual([late.id, old.id]);
    expect(await o.ids("budgets")).toEqual([]);
    expect(marked((await o.search("wombat"))[0])).toBe("Kim, is that your [wombat]?");
    await o.t.delete(`/api/v1/workspaces/${o.wid}/leads/${old.leadId}?erase=true`);
    expect(await o.ids("quokka")).toEqual([]);
    expect(await o.ids(to)).toEqual([late.id]);
  });
});

describe("the index of messages", () => {
  it("comes to each message once, also to those from before it and where two runs meet or one is cut off", async () => {
    const o = await world();
    for (let i = 0; i < 230; i++) await wrote(o.t, o.wid, [`Message number${i} about budgets`]);
    await Promise.all([o.index(), o.index()]);
    await o.index();
    const { rows } = await o.t.client.execute(
      "SELECT count(*) AS n, count(DISTINCT rowid) AS d FROM message_search_docsize, (SELECT 1)",
    );
    expect(Number(rows[0]?.["n"])).toBe(230);
    expect((await o.search("budgets", "&limit=1")).length).toBe(1);
    expect((await o.t.get(`${o.path}?q=budgets`)).json.pagination.total).toBe(230);
    const state = await readIndexState(inWorkspace(o.t.deps, o.wid as WorkspaceId).db);
    expect(state?.upTo).toBe(state?.newest);
  });

  it("loses the words of an erased lead for good within some ticks, and stays whole", async () => {
    const o = await world();
    for (let i = 0; i < 60; i++) await wrote(o.t, o.wid, [`Message ${i} about budgets`]);
    await o.index();
    const gone = await wrote(o.t, o.wid, ["The codeword is xerxesworth"], {
      email: "zed@zquux.example",
    });
    const late = await wrote(o.t, o.wid, ["Not in the index yet: yggdrasil"]);
    const words = async (word: string) =>
      (
        await o.t.client.execute(
          `SELECT 1 FROM message_search_data WHERE instr(block, CAST('${word}' AS BLOB)) > 0`,
        )
      ).rows.length;
    await o.t.delete(`/api/v1/workspaces/${o.wid}/leads/${late.leadId}?erase=true`);
    await o.index();
    expect(await words("yggdrasil")).toBe(0);
    expect(await words("xerxesworth")).toBeGreaterThan(0);
    await o.t.delete(`/api/v1/workspaces/${o.wid}/leads/${gone.leadId}?erase=true`);
    expect(await o.ids("xerxesworth")).toEqual([]);
    for (let i = 0; i < 3; i++) await o.clean();
    expect(await words("xerxesworth")).toBe(0);
    expect(await words("zquux")).toBe(0);
    await o.t.client.execute(
      "INSERT INTO message_search (message_search) VALUES ('integrity-check')",
    );
    expect((await o.search("budgets", "&limit=5")).length).toBe(5);

    // A second person within the hour waits for its end.
    const next = await wrote(o.t, o.wid, ["The codeword is quetzalcoatl"]);
    await o.index();
    await o.t.delete(`/api/v1/workspaces/${o.wid}/leads/${next.leadId}?erase=true`);
    o.t.advance(HOUR_MS);
    for (let i = 0; i < 3; i++) await o.clean();
    expect(await words("quetzalcoatl")).toBe(0);
  });
});
