import { ne } from "drizzle-orm";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import { checkListings } from "#modules/reputation/blocklists/check-listings.ts";
import { listings, reputationRuns } from "#modules/reputation/schema/listings.ts";
import { lookUp } from "#companion/dns/look-up.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { type Behaviour, blockListServer } from "#test/support/block-list-server.ts";
import { harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import type { Finding, Proven } from "../findings.ts";
import type { ProofOptions } from "../proofs.ts";
import { chance } from "../winners/chance.ts";
import {
  honest,
  KEY,
  LISTED_DOMAINS,
  LISTED_SERVERS,
  CLEAN_DOMAINS,
  CLEAN_SERVERS,
  MODES,
  WHIMS,
} from "./resolvers.ts";

/** What a resolver may keep the companion waiting for, shorter than in the product. */
const TRY_MS = { honest: 1_500, other: 60 };

/**
 * A resolver that answers every code of every list, refuses, is silent, lies or fails, over real UDP
 * and TCP: the product's own check, over its tables, calls nothing clean or listed that is not.
 */
export async function prove({ quick, seed, say }: ProofOptions): Promise<Proven> {
  const answering: { now: (name: string, asked: number) => Behaviour } = { now: honest };
  const server = await blockListServer(answering);
  const tally = { falseClean: 0, falseListed: 0, verdicts: 0, missed: 0, leaks: 0 };
  const worlds = [await open(server.resolver, "resolver"), await open(server.resolver, "key")];
  for (const world of worlds) {
    const { road } = world;
    for (const [mode, behave] of Object.entries(MODES)) {
      answering.now = behave;
      await world.begin(mode.startsWith("honest") ? TRY_MS.honest : TRY_MS.other);
      await world.check();
      const found = await world.judge(mode.startsWith("honest"));
      add(tally, found);
      if (mode === "honest") say(`${road}: ${found.verdicts} verdicts of an honest resolver`);
      else if (found.known > 0 && !mode.startsWith("honest"))
        say(`${road}, ${mode}: ${found.known} names known`);
    }
  }
  const random = chance(seed);
  const rounds = quick ? 8 : 150;
  for (let n = 0; n < rounds; n++) {
    answering.now = (name, asked) => {
      const whim = WHIMS[Math.floor(random() * WHIMS.length * 4)];
      return whim ? whim(name, asked) : honest(name);
    };
    const world = worlds[n % 2];
    await world?.begin(TRY_MS.other);
    await world?.check();
    if (world) add(tally, await world.judge(false));
  }
  for (const world of worlds) world.close();
  const told = await changes(server.resolver, answering);
  await server.close();
  const findings: Finding[] = [
    { what: "false clean", found: tally.falseClean, must: { be: 0 } },
    { what: "false listed", found: tally.falseListed, must: { be: 0 } },
    { what: "names that an honest resolver left unknown", found: tally.missed, must: { be: 0 } },
    { what: "places that show the key", found: tally.leaks, must: { be: 0 } },
    { what: "notices of a change and its end", found: told.notices, must: { be: 2 } },
    { what: "notices of flicker and silence", found: told.flicker, must: { be: 0 } },
  ];
  return {
    findings,
    of: `${tally.verdicts} verdicts, ${Object.keys(MODES).length} kinds of resolver by two roads, ${rounds} at random`,
  };
}

type Found = {
  falseClean: number;
  falseListed: number;
  verdicts: number;
  missed: number;
  leaks: number;
};

function add(tally: Found, found: Found): void {
  for (const key of ["falseClean", "falseListed", "verdicts", "missed", "leaks"] as const)
    tally[key] += found[key];
}

/** An install whose lists are asked by one of two roads; nothing that it learned outlasts `begin`. */
async function open(resolver: string, road: "resolver" | "key", patience: number = TRY_MS.other) {
  const asks = { resolver, names: [] as string[] };
  let tryMs = patience;
  const t = await harness({
    mail: road === "resolver" ? { lookUp: (request) => lookUp(request, { tryMs }) } : {},
    // Without a companion the key is asked with over HTTPS; the wire behind it is the same.
    dns: () => ({
      atOnce: 20,
      ask: async (name) => {
        const { answers } = await lookUp({ resolver: asks.resolver, names: [name] }, { tryMs });
        const [answer] = answers;
        if (!answer || answer.status === "trouble")
          return { ok: false, trouble: answer?.trouble ?? "timeout" };
        const ttl = "ttl" in answer ? answer.ttl : null;
        const addresses = answer.status === "records" ? answer.addresses : [];
        return {
          ok: true,
          exists: answer.status !== "nxdomain",
          records: addresses.map((address) => ({
            name,
            ttl: ttl ?? 0,
            type: "A" as const,
            address,
          })),
          alias: false,
          ttl,
        };
      },
      resolvers: [],
      route: async () => null,
    }),
  });
  const { wid } = await t.signUp();
  const saved = await t.put("/api/v1/admin/blocklists", {
    resolver,
    ...(road === "key" && { dqs_key: KEY }),
  });
  if (saved.status !== 200) throw new Error(saved.text);
  const servers = [...Object.keys(LISTED_SERVERS), ...CLEAN_SERVERS];
  const domains = [...Object.keys(LISTED_DOMAINS), ...CLEAN_DOMAINS];
  const boxes = domains.map((domain, i) => ({
    email: `ann@${domain}`,
    smtpHost: servers[i % servers.length] ?? "",
  }));
  for (let i = 0; i < boxes.length; i += 15)
    await seedOutreach(t, wid, {
      mailboxes: boxes.slice(i, i + 15),
      leads: [`lead${i}@acme.test`],
    });
  const ctx = inWorkspace(t.deps, wid as WorkspaceId);
  return {
    t,
    road,
    async begin(ms: number) {
      tryMs = ms;
      await t.db.delete(listings);
      await t.db.delete(reputationRuns);
    },
    check: () => checkListings(ctx),
    async judge(isHonest: boolean) {
      const { json, text } = await t.get(`/api/v1/workspaces/${wid}/blocklists`);
      const found = { falseClean: 0, falseListed: 0, verdicts: 0, missed: 0, leaks: 0, known: 0 };
      for (const one of json.data as { list: string; name: string; status: string }[]) {
        const listedAt = LISTED_DOMAINS[one.name]?.list ?? LISTED_SERVERS[one.name]?.list;
        const isListed = listedAt === one.list;
        found.verdicts++;
        if (one.status !== "unknown") found.known++;
        if (one.status === "clean" && isListed) found.falseClean++;
        if (one.status === "listed" && !isListed) found.falseListed++;
        // By key, only lists of the query service can be asked.
        const isAsked = road === "resolver" || one.list.startsWith("spamhaus");
        if (isHonest && isAsked && one.status === "unknown") found.missed++;
      }
      const shown = await t.get("/api/v1/admin/blocklists");
      const seen = [
        text,
        shown.text,
        JSON.stringify(t.lines),
        JSON.stringify(await t.db.select().from(listings)),
      ];
      found.leaks += road === "key" ? seen.filter((one) => one.includes(KEY)).length : 0;
      return found;
    },
    close: () => t.close(),
  };
}

/** A domain that is listed, and taken off, between flicker and silence that tell nothing. */
async function changes(
  resolver: string,
  answering: { now: (name: string, asked: number) => Behaviour },
): Promise<{ notices: number; flicker: number }> {
  answering.now = honest;
  const { t, check, close } = await open(resolver, "resolver", 300);
  const [box] = await t.db.select().from(mailboxes).limit(1);
  if (!box) throw new Error("no mailbox");
  const name = "turning.example";
  await t.db.delete(mailboxes).where(ne(mailboxes.id, box.id));
  await t.db.update(mailboxes).set({ email: `ann@${name}` });
  const state = { listed: false, silent: false };
  answering.now = (asked) => {
    if (state.silent) return null;
    return asked === `${name}.dbl.spamhaus.org` && state.listed
      ? { addresses: ["127.0.1.2"], ttl: 60 }
      : honest(asked);
  };
  const told = async (): Promise<number> =>
    (await t.db.select().from(notifications)).filter(({ title }) => title.startsWith(name)).length;
  const step = async (ms: number): Promise<void> => {
    t.advance(ms);
    await check();
  };
  await check();
  // Flicker: one answer, then silence, then clean again.
  state.listed = true;
  await step(DAY_MS / 4);
  state.silent = true;
  await step(15 * MINUTE_MS);
  Object.assign(state, { silent: false, listed: false });
  await step(15 * MINUTE_MS);
  state.silent = true;
  await step(DAY_MS);
  const flicker = await told();
  Object.assign(state, { silent: false, listed: true });
  await step(15 * MINUTE_MS);
  await step(15 * MINUTE_MS);
  await step(15 * MINUTE_MS);
  await step(DAY_MS);
  state.listed = false;
  await step(DAY_MS);
  await step(15 * MINUTE_MS);
  await step(DAY_MS);
  const notices = (await told()) - flicker;
  close();
  return { notices, flicker };
}
