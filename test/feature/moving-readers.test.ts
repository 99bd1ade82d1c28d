import { afterEach, describe, expect, it } from "vitest";
import type { Found, Rival } from "#modules/moving/rules/found.ts";
import type { Page, ReaderInput, RivalReader } from "#modules/moving/rules/reader.ts";
import { translateCopy } from "#modules/moving/rules/translate.ts";
import { READERS } from "#modules/moving/module.ts";
import { rateTable } from "#modules/moving/rules/time-left.ts";
import {
  type AccountSize,
  blockNow,
  bounceNow,
  makeAccount,
  optOutNow,
  replyNow,
  type RivalAccount,
  type RivalEnrolment,
  secretsOf,
  sendNextStep,
} from "#test/support/rivals/account.ts";
import { instantlyId, startInstantly } from "#test/support/rivals/instantly.ts";
import { lemlistId, startLemlist } from "#test/support/rivals/lemlist.ts";
import type { RivalServer, ServeOptions } from "#test/support/rivals/serve.ts";
import { startSmartlead } from "#test/support/rivals/smartlead.ts";
import { countedOf, monthsOf, spanOfMonth } from "#test/support/rivals/counted.ts";
import { ofKind, overHttp, Trouble, walk } from "#test/support/rivals/walk.ts";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const DAY = 86_400_000;
/** Fast enough that no rate is met. */
const FREE = 1_000_000;

type World = {
  readonly account: RivalAccount;
  readonly server: RivalServer & { readonly key: string };
  readonly input: ReaderInput;
  readonly reader: RivalReader;
};

const open: RivalServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

type Options = ServeOptions & {
  readonly size?: Partial<AccountSize>;
  readonly edition?: "bare" | "wrapped";
  readonly without?: readonly string[];
  readonly ignoresFilters?: boolean;
  readonly lapsed?: number;
  readonly csvOnly?: boolean;
  readonly noFigures?: boolean;
};

async function worldOf(rival: Rival, options: Options = {}): Promise<World> {
  const account = makeAccount({
    rival,
    seed: "a move",
    now: NOW,
    clients: rival === "lemlist" ? 0 : 2,
    leadsPerClient: 40,
    ...options.size,
  });
  const given = { speed: FREE, ...options };
  const server =
    rival === "instantly"
      ? await startInstantly(account, given)
      : rival === "smartlead"
        ? await startSmartlead(account, given)
        : await startLemlist(account, given);
  open.push(server);
  const input = { fetch: overHttp, key: server.key, baseUrl: server.url, now: NOW };
  return { account, server, input, reader: READERS[rival] };
}

const readAll = (world: World, options: Parameters<typeof walk>[1] = {}) =>
  walk((cursor) => world.reader.page(world.input, cursor), { speed: FREE, ...options });
const readNews = (world: World, since: number) =>
  walk((cursor) => world.reader.news(world.input, cursor, since), { speed: FREE });

/** Each thing once, however often it was read. */
const things = (found: readonly Found[]): string[] =>
  [
    ...new Map(found.map((one) => [`${one.kind} ${one.ref}`, JSON.stringify(one)])).values(),
  ].toSorted();

/** A rival's own id of a campaign, as the readers name it. */
const campaignRef = ({ account }: World, { id, client }: { id: number; client: number | null }) =>
  account.rival === "instantly"
    ? client === null
      ? instantlyId("campaign", id)
      : `${instantlyId("workspace", client)}/${instantlyId("campaign", id)}`
    : account.rival === "lemlist"
      ? lemlistId("cam", id)
      : String(id);

/** Where a lead stands by what was read: the last step that is said, or the emails that are counted. */
function stepOf(found: readonly Found[], campaign: string, email: string): number | null {
  const place = ofKind(found, "place").find(
    (one) => one.campaign === campaign && one.email === email,
  );
  const sent = ofKind(found, "mail").filter(
    (one) => one.campaign === campaign && one.email === email && one.direction === "sent",
  );
  const steps = sent.map(({ step }, n) => step ?? n + 1);
  return place ? Math.max(place.last_step ?? 0, ...steps) : null;
}

const under = (account: RivalAccount): RivalEnrolment[] =>
  account.enrolments.filter(({ state, lastStep }) => state === "running" && lastStep > 0);

const CASES = [
  { rival: "instantly" },
  { rival: "smartlead", edition: "bare" },
  { rival: "smartlead", edition: "wrapped" },
  { rival: "lemlist" },
] as const;

describe.each(CASES)("reading $rival $edition", ({ rival, ...rest }) => {
  it("finds every lead where it stands, by the emails that it got", async () => {
    const world = await worldOf(rival, rest);
    const { account } = world;
    const { found } = await readAll(world);
    expect(ofKind(found, "fault")).toEqual([]);
    expect(new Set(ofKind(found, "lead").map(({ email }) => email))).toEqual(
      new Set(account.leads.map(({ email }) => email)),
    );
    expect(ofKind(found, "place")).toHaveLength(account.enrolments.length);
    for (const one of account.enrolments) {
      const campaign = campaignRef(world, one.campaign);
      expect(stepOf(found, campaign, one.lead.email)).toBe(one.lastStep);
    }
    const places = new Map(
      ofKind(found, "place").map((one) => [`${one.campaign} ${one.email}`, one]),
    );
    for (const one of account.enrolments) {
      const place = places.get(`${campaignRef(world, one.campaign)} ${one.lead.email}`);
      if (one.state === "replied" && rival === "smartlead") continue;
      expect([place?.state, one.lead.email]).toEqual([one.state, one.lead.email]);
    }
  });

  it("finds mailboxes, lists, clients and campaigns with their steps", async () => {
    const world = await worldOf(rival, rest);
    const { account } = world;
    const { found } = await readAll(world);
    expect(ofKind(found, "client")).toHaveLength(account.clients.length);
    expect(ofKind(found, "sender").map(({ email, daily_limit }) => [email, daily_limit])).toEqual(
      account.mailboxes.map(({ email, dailyLimit }) => [email, dailyLimit]),
    );
    const campaigns = ofKind(found, "campaign");
    expect(campaigns).toHaveLength(account.campaigns.length);
    for (const truth of account.campaigns) {
      const read = campaigns.find(({ ref }) => ref === campaignRef(world, truth));
      expect(read).toMatchObject({
        name: truth.name,
        status: truth.status,
        time_zone: truth.zone,
        windows: [{ days: truth.days, from: truth.from, to: truth.to }],
        senders: truth.senders,
      });
      const emails = truth.steps.filter(({ kind }) => kind === "email");
      expect(read?.steps.map(({ number, variants }) => [number, variants.length])).toEqual(
        emails.map(({ variants }, n) => [n + 1, variants.length]),
      );
      // The wait of a step that is left out belongs to the next email.
      const total = truth.steps.reduce((sum, { waitDays }) => sum + waitDays, 0) * 1_440;
      expect(read?.steps.reduce((sum, { wait_minutes }) => sum + wait_minutes, 0)).toBe(total);
      expect(read?.steps.map(({ same_thread }) => same_thread)).toEqual([false, true, true]);
      const left = truth.steps.length - emails.length + truth.subsequences.length;
      expect(read?.left_behind).toHaveLength(left);
    }
  });

  it("brings words that are translated without a problem", async () => {
    const world = await worldOf(rival, rest);
    const { found } = await readAll(world);
    const names = [...new Set(ofKind(found, "lead").flatMap(({ custom }) => Object.keys(custom)))];
    expect(names).toEqual(expect.arrayContaining([...world.account.variables]));
    for (const { steps } of ofKind(found, "campaign")) {
      for (const { subject, body_html } of steps.flatMap(({ variants }) => variants)) {
        expect(translateCopy(rival, { subject, body: body_html }, names).problems).toEqual([]);
      }
    }
  });

  it("brings suppressions before anybody who can be written to", async () => {
    const world = await worldOf(rival, rest);
    const { found } = await readAll(world);
    const silent = new Set(ofKind(found, "suppression").map(({ value }) => value));
    for (const { value } of world.account.blocks) expect(silent).toContain(value);
    for (const { state, lead } of world.account.enrolments) {
      if (state === "unsubscribed" || state === "bounced") expect(silent).toContain(lead.email);
    }
    const seen = new Set<string>();
    for (const one of found) {
      if (one.kind === "suppression" && one.value.includes("@")) {
        expect([one.value, seen.has(one.value)]).toEqual([one.value, false]);
      }
      if (one.kind === "lead" && !silent.has(one.email)) seen.add(one.email);
    }
    const first = found.findIndex(({ kind }) => kind === "lead");
    const blocks = found.findIndex(({ kind }) => kind === "suppression");
    expect(blocks).toBeLessThan(first);
  });

  it("brings the Message-ID of each email to a lead in the middle", async () => {
    const world = await worldOf(rival, rest);
    const { found } = await readAll(world);
    const mails = ofKind(found, "mail");
    const inTheMiddle = new Set(under(world.account));
    expect(inTheMiddle.size).toBeGreaterThan(3);
    for (const truth of world.account.mails) {
      const { enrolment } = truth;
      if (enrolment === null || !inTheMiddle.has(enrolment) || truth.direction !== "sent") continue;
      const campaign = campaignRef(world, enrolment.campaign);
      const read = mails.find(
        (one) =>
          one.campaign === campaign && one.email === truth.leadEmail && one.step === truth.step,
      );
      expect(read).toMatchObject({
        message_id: truth.messageId.slice(1, -1),
        sender: truth.sender,
        subject: truth.subject,
        at: truth.at,
      });
    }
  });

  it("brings what the rival counted of each campaign, in all and by month", async () => {
    const world = await worldOf(rival, rest);
    const { account } = world;
    const [next] = under(account);
    if (next) sendNextStep(account, next);
    const { found } = await readAll(world);
    const figures = ofKind(found, "figure");
    const months = new Set<string>();
    for (const truth of account.campaigns) {
      const campaign = campaignRef(world, truth);
      const own = figures.filter((one) => one.campaign === campaign);
      const read = own.map(({ month, sent, opened, clicked, replied, bounced, unsubscribed }) => ({
        month,
        sent,
        opened,
        clicked,
        replied,
        bounced,
        unsubscribed,
      }));
      // Its days hold no bounces and no opt-outs.
      const unknown = rival === "instantly" ? { bounced: null, unsubscribed: null } : {};
      const byMonth = monthsOf(account, truth).map((month) => ({
        month,
        ...countedOf(account, truth, ...spanOfMonth(month)),
        ...unknown,
      }));
      for (const { month } of byMonth) months.add(month);
      expect(
        read.toSorted((a, b) => (a.month ?? "").localeCompare(b.month ?? "")),
        truth.name,
      ).toEqual([{ month: null, ...countedOf(account, truth) }, ...byMonth]);
    }
    // A month of 31 days, and one that still runs.
    expect([...months]).toEqual(expect.arrayContaining(["2026-10", "2026-11"]));
  });

  it("goes on without figures where it is refused them", async () => {
    const world = await worldOf(rival, rest);
    const fetch: ReaderInput["fetch"] = async (url, init) =>
      /analytics|stats\/batch/.test(url)
        ? { status: 400, headers: new Headers(), text: "Bad Request" }
        : world.input.fetch(url, init);
    const { found } = await readAll({ ...world, input: { ...world.input, fetch } });
    expect(ofKind(found, "figure")).toEqual([]);
    expect(ofKind(found, "place")).toHaveLength(world.account.enrolments.length);
    const faults = ofKind(found, "fault").map(({ where, reason }) => `${where}: ${reason}`);
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toMatch(/figures.*: It does not give/);
  });

  it("goes on from any page, and a page that is read twice is the same", async () => {
    const world = await worldOf(rival, { ...rest, size: { leadsPerClient: 6 } });
    const pages: Page[] = [];
    const whole = await readAll(world, { between: (page) => void pages.push(page) });
    const twice = await readAll(world, { killed: true });
    expect(things(twice.found)).toEqual(things(whole.found));
    // Each cursor alone leads to the page behind it, and that page to the next cursor.
    for (const [n, next] of pages.slice(1).entries()) {
      const again = await readAll(world, { from: pages[n]?.cursor ?? null, pages: 1 });
      expect([again.found, again.cursors]).toEqual([next.found, [next.cursor]]);
    }
  });

  it.each([true, false])(
    "waits through a storm of refusals, Retry-After: %s",
    async (retryAfter) => {
      const world = await worldOf(rival, { ...rest, retryAfter });
      const calm = await readAll(world);
      const storm = await readAll(world, {
        between: (_page, n) => {
          if (n % 3 === 0) world.server.answerWith(429, 2);
        },
      });
      expect(storm.busy).toBeGreaterThan(3);
      expect(things(storm.found)).toEqual(things(calm.found));
    },
  );

  it("keeps to the documented rate by itself", async () => {
    const speed = 400;
    const world = await worldOf(rival, { ...rest, speed, size: { leadsPerClient: 12 } });
    const { busy } = await readAll(world, { speed });
    expect(busy).toBe(0);
    expect(world.server.refused()).toBe(0);
  });

  it("paces its requests no faster than what is documented", async () => {
    const world = await worldOf(rival, rest);
    const { requests, waitedMs } = await readAll(world);
    const slowest = Math.min(...rateTable[rival].map(({ requests: most, perMs }) => perMs / most));
    expect(waitedMs).toBeGreaterThanOrEqual((requests - 1) * slowest);
  });

  it("names a key that is refused and a service that is down, and never the key", async () => {
    const world = await worldOf(rival, rest);
    const wrong = { ...world, input: { ...world.input, key: "wrong-key-7" } };
    const refused = await readAll(wrong).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Trouble);
    expect((refused as Trouble).trouble.code).toBe("rival_key_refused");
    world.server.answerWith(502, 1);
    const down = await readAll(world).catch((error: unknown) => error);
    expect((down as Trouble).trouble.code).toBe("rival_unavailable");
    const unreachable = {
      ...world,
      input: {
        ...world.input,
        fetch: async () => ({ status: 0, headers: new Headers(), text: "refused" }),
      },
    };
    const gone = await readAll(unreachable).catch((error: unknown) => error);
    expect((gone as Trouble).trouble.code).toBe("rival_unavailable");
    const shown = JSON.stringify([refused, down, gone].map((one) => (one as Trouble).trouble));
    expect(shown).not.toContain("wrong-key-7");
    expect(shown).not.toContain(world.server.key);
  });

  it("keeps no password and no key in what it found, its cursors or its words", async () => {
    const world = await worldOf(rival, rest);
    const { found, cursors, doing } = await readAll(world);
    const kept = JSON.stringify([found, cursors, doing]);
    for (const secret of [...secretsOf(world.account), world.server.key]) {
      expect(kept).not.toContain(secret);
    }
  });

  it("says what has come since: opt-outs, bounces, blocks, replies and later emails", async () => {
    const world = await worldOf(rival, rest);
    const { account } = world;
    const [gone, lost, talks, next] = under(account);
    if (!gone || !lost || !talks || !next) throw new Error("Too few leads are in the middle.");
    const since = NOW;
    account.now = NOW + 60_000;
    optOutNow(account, gone);
    bounceNow(account, lost);
    replyNow(account, talks);
    const mail = sendNextStep(account, next);
    blockNow(account, gone.lead.client, "later.example");
    const later = { ...world, input: { ...world.input, now: NOW + DAY } };
    const { found } = await readNews(later, since);
    const silent = ofKind(found, "suppression").map(({ value, reason }) => `${value} ${reason}`);
    expect(silent).toEqual(
      expect.arrayContaining([
        `${gone.lead.email} unsubscribed`,
        `${lost.lead.email} bounced`,
        "later.example blocked",
      ]),
    );
    const mails = ofKind(found, "mail").map((one) => [one.email, one.direction, one.message_id]);
    expect(mails).toContainEqual([next.lead.email, "sent", mail.messageId.slice(1, -1)]);
    expect(mails.some(([email, way]) => email === talks.lead.email && way === "received")).toBe(
      true,
    );
    const healthy = account.enrolments.find(({ state }) => state === "waiting");
    expect(silent.some((one) => one.startsWith(healthy?.lead.email ?? "none"))).toBe(false);
  });

  it("reads an account of many campaigns, with a cursor that stays short", async () => {
    const size = { campaignsPerClient: 70, leadsPerClient: 10 };
    const world = await worldOf(rival, { ...rest, size });
    const { found, cursors } = await readAll(world);
    expect(ofKind(found, "campaign")).toHaveLength(world.account.campaigns.length);
    expect(Math.max(...cursors.map((cursor) => cursor?.length ?? 0))).toBeLessThan(10_000);
  });

  it("survives an account that goes on living while it is read", async () => {
    const world = await worldOf(rival, rest);
    const waiting = world.account.enrolments.filter(({ state }) => state === "waiting");
    const { found } = await readAll(world, {
      between: () => {
        const one = waiting.pop();
        if (one) sendNextStep(world.account, one);
      },
    });
    expect(ofKind(found, "fault")).toEqual([]);
    expect(ofKind(found, "place")).toHaveLength(world.account.enrolments.length);
  });

  it("knows whether a campaign still sends", async () => {
    const world = await worldOf(rival, rest);
    const [active, paused] = world.account.campaigns;
    if (!active || !paused) throw new Error("Too few campaigns.");
    const sending = (campaign: string) => world.reader.sending(world.input, campaign);
    expect(await sending(campaignRef(world, active))).toEqual({ sending: true });
    expect(await sending(campaignRef(world, paused))).toEqual({ sending: false });
    active.status = "paused";
    expect(await sending(campaignRef(world, active))).toEqual({ sending: false });
    expect(await sending("999999")).toEqual({ sending: false });
  });

  it("makes a row that can't be read a fault, and reads the others", async () => {
    const world = await worldOf(rival, rest);
    const spoiled: ReaderInput["fetch"] = async (url, init) => {
      const answer = await overHttp(url, init);
      const text = answer.text.replaceAll(/"email":\s*"lead3\.[^"]*"/g, '"email": "nobody"');
      return { ...answer, text };
    };
    const { found } = await readAll({ ...world, input: { ...world.input, fetch: spoiled } });
    expect(ofKind(found, "fault").length).toBeGreaterThan(0);
    for (const { where, column, reason } of ofKind(found, "fault")) {
      expect(where).toMatch(/leads/);
      expect(column).toMatch(/email/);
      expect(reason).toMatch(/address/);
    }
    const places = ofKind(found, "place").map(({ email }) => email);
    expect(places).not.toContain("nobody");
    expect(places.length).toBeGreaterThan(30);
  });

  it.each(["null", "[]", "{}", '{"data":{"data":7}}', '[null,7,"x",[],{}]', "7", '"x"'])(
    "ends without an exception when every answer is %s",
    async (text) => {
      const world = await worldOf(rival, rest);
      const fetch: ReaderInput["fetch"] = async () => ({
        status: 200,
        headers: new Headers(),
        text,
      });
      const { found } = await readAll(
        { ...world, input: { ...world.input, fetch } },
        { pages: 300 },
      );
      expect(found.every(({ kind }) => kind === "fault" || kind === "figure")).toBe(true);
    },
  );
});

describe("Instantly", () => {
  it("names the scope that a key lacks", async () => {
    const world = await worldOf("instantly", { without: ["emails:read"] });
    const error = await readAll(world).catch((thrown: unknown) => thrown);
    expect((error as Trouble).trouble).toMatchObject({
      code: "rival_scope_missing",
      scope: "emails:read",
    });
  });

  it("says when its workspaces can't be listed, and reads its own", async () => {
    const world = await worldOf("instantly", {
      without: ["workspaces:read"],
      size: { clients: 0, leadsPerClient: 12 },
    });
    const { found } = await readAll(world);
    expect(ofKind(found, "fault").map(({ reason }) => reason)).toEqual([
      "The key may not list workspaces: only its own is read.",
    ]);
    expect(ofKind(found, "lead").map(({ client }) => client)).toEqual(
      world.account.enrolments.map(() => null),
    );
  });

  it("suppresses nobody else where a filter is ignored and everybody comes", async () => {
    const world = await worldOf("instantly", { ignoresFilters: true });
    const { found } = await readNews(world, NOW - DAY);
    const silent = ofKind(found, "suppression").flatMap(({ value }) =>
      value.startsWith("lead") ? [value] : [],
    );
    const truth = world.account.enrolments.filter(
      ({ state }) => state === "unsubscribed" || state === "bounced",
    );
    expect(new Set(silent)).toEqual(new Set(truth.map(({ lead }) => lead.email)));
  });

  it("names a client whose plan ended, and reads the others", async () => {
    const world = await worldOf("instantly", { lapsed: 0 });
    const { found } = await readAll(world);
    const [gone, stays] = world.account.clients.map(({ id }) => instantlyId("workspace", id));
    expect(ofKind(found, "fault").map(({ where, reason }) => `${where}: ${reason}`)).toEqual([
      "Instantly, workspace of “Client 1”: Instantly says that this account has no plan that allows its API.",
    ]);
    const clients = new Set(ofKind(found, "lead").map(({ client }) => client));
    expect(clients).toEqual(new Set([stays]));
    expect(clients).not.toContain(gone);
  });

  it("reads four workspaces of an agency side by side, each within its own rate", async () => {
    const world = await worldOf("instantly", { size: { clients: 5, leadsPerClient: 150 } });
    const clock = { now: NOW as number };
    const asked = new Map<string, number[]>();
    let busyOnce = true;
    const fetch: ReaderInput["fetch"] = async (url, init) => {
      if (/\/emails\?/.test(url)) {
        const own = init.headers?.["x-as-workspace"] ?? "";
        asked.set(own, [...(asked.get(own) ?? []), clock.now]);
        if (own !== "" && busyOnce) {
          busyOnce = false;
          return { status: 429, headers: new Headers({ "retry-after": "20" }), text: "" };
        }
      }
      return world.input.fetch(url, init);
    };
    const found: Found[] = [];
    let most = 0;
    for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
      const answer = await world.reader.page({ ...world.input, fetch, now: clock.now }, cursor);
      if (!("page" in answer)) throw new Error(JSON.stringify(answer.trouble));
      found.push(...answer.page.found);
      cursor = answer.page.cursor;
      clock.now += answer.page.waitMs;
      const open = JSON.parse(cursor ?? "{}") as { readings?: readonly unknown[] };
      most = Math.max(most, open.readings?.length ?? 0);
    }
    expect(most).toBe(4);
    expect([...asked.keys()].filter((own) => own !== "")).toHaveLength(5);
    for (const times of asked.values()) {
      const gaps = times.slice(1).map((at, i) => at - (times[i] ?? 0));
      expect(Math.min(...gaps, Infinity)).toBeGreaterThanOrEqual(3_000);
    }
    const requests = [...asked.values()].reduce((sum, times) => sum + times.length, 0);
    expect(clock.now - NOW).toBeLessThan((requests * 3_050) / 2 + 20_000);
    const whole = await readAll(
      await worldOf("instantly", { size: { clients: 5, leadsPerClient: 150 } }),
    );
    expect(things(found)).toEqual(things(whole.found));
  });

  it("never asks for more than 100 rows, nor by a key that is ignored", async () => {
    const world = await worldOf("instantly");
    await readAll(world);
    for (const line of world.server.asked) {
      expect(Number(/limit=(\d+)/.exec(line)?.[1] ?? 100)).toBeLessThanOrEqual(100);
    }
  });

  it("reads what a campaign that is not over sent before the last 180 days", async () => {
    const world = await worldOf("instantly", { size: { clients: 0 } });
    const later = { ...world, input: { ...world.input, now: NOW + 175 * DAY } };
    const { found } = await readAll(later);
    expect(ofKind(found, "mail").filter(({ direction }) => direction === "sent")).toHaveLength(
      world.account.mails.filter(({ direction }) => direction === "sent").length,
    );
  });
});

describe("lemlist", () => {
  it("reads a campaign without leads, whose export is not found", async () => {
    const world = await worldOf("lemlist", { size: { leadsPerClient: 1 } });
    const { found } = await readAll(world);
    expect(ofKind(found, "fault")).toEqual([]);
    expect(ofKind(found, "campaign")).toHaveLength(2);
    expect(ofKind(found, "place")).toHaveLength(1);
  });

  it("reads the same from an export that is CSV", async () => {
    const asJson = await readAll(await worldOf("lemlist"));
    const asCsv = await readAll(await worldOf("lemlist", { csvOnly: true }));
    expect(things(asCsv.found).filter((one) => one.includes('"lead"'))).toEqual(
      things(asJson.found).filter((one) => one.includes('"lead"')),
    );
    expect(ofKind(asCsv.found, "place")).toEqual(ofKind(asJson.found, "place"));
  });
});

describe("figures", () => {
  it("of Smartlead are asked for by 30 days at most, and of no month behind the last email", async () => {
    const world = await worldOf("smartlead", { size: { campaignsPerClient: 1 } });
    const later = { ...world, input: { ...world.input, now: NOW + 400 * DAY } };
    await readAll(later);
    const asked = world.server.asked.filter((line) => line.includes("analytics-by-date"));
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.length).toBeLessThan(16);
    for (const line of asked) {
      const [from, to] = ["start_date", "end_date"].map((name) =>
        Date.parse(new RegExp(`${name}=([\\d-]+)`).exec(line)?.[1] ?? ""),
      );
      expect(((to ?? NaN) - (from ?? NaN)) / DAY).toBeLessThanOrEqual(30);
    }
  });

  it("of lemlist cost two requests a month for a hundred campaigns", async () => {
    const world = await worldOf("lemlist", { size: { campaignsPerClient: 130 } });
    const { found } = await readAll(world);
    const asked = world.server.asked.filter((line) => line.includes("stats/batch"));
    expect(asked.length).toBeLessThanOrEqual(2 * 5);
    expect(new Set(ofKind(found, "figure").map(({ campaign }) => campaign)).size).toBe(130);
  });

  it("of lemlist may be refused to a key", async () => {
    const { found } = await readAll(await worldOf("lemlist", { noFigures: true }));
    expect(ofKind(found, "fault").map(({ where, reason }) => `${where}: ${reason}`)).toEqual([
      "lemlist, figures: It does not give its figures to this key.",
    ]);
  });
});

describe("a rival's door", () => {
  it("refuses a bare User-Agent", async () => {
    const { server } = await worldOf("smartlead");
    const bare = await fetch(`${server.url}/campaigns/?api_key=${server.key}`, {
      headers: { "User-Agent": "node" },
    });
    expect([bare.status, await bare.text()]).toEqual([403, "error code: 1010"]);
  });

  it("is named as such, not as a wrong key", async () => {
    const world = await worldOf("instantly");
    const fetch: ReaderInput["fetch"] = async () => ({
      status: 403,
      headers: new Headers(),
      text: "error code: 1010",
    });
    const answer = await world.reader.page({ ...world.input, fetch }, null);
    expect(answer).toMatchObject({ trouble: { code: "rival_unavailable" } });
  });
});
