import type { PlacementPlan, PlacementTestBody } from "#modules/placement/contract/tests.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { workspaceFacts } from "#modules/campaigns/claim/may-be-written.ts";
import { WORKSPACE_RULES } from "#modules/campaigns/rules/leaving/rules.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import {
  placeName,
  selectLeadsAmong,
  selectPlacesUsed,
} from "#modules/placement/mails/mail-store.ts";
import { testLimit } from "#modules/placement/rules/limits.ts";
import { findSeeds, type Seed } from "#modules/placement/seeds/find-seeds.ts";
import { selectPartners } from "#modules/placement/seeds/seed-store.ts";
import { presentSeed } from "#modules/placement/seeds/set-seed.ts";
import { type SenderRow, selectSenderRows } from "./sender-store.ts";

/** More emails than anybody waits for. */
const MAX_MAILS = 200;

type LeftOut = PlacementPlan["left_out"][number];
export type Pair = { readonly sender: SenderRow; readonly seed: Seed };
export type Plan = {
  readonly senders: readonly SenderRow[];
  readonly pairs: readonly Pair[];
  readonly leftOut: readonly LeftOut[];
};

/**
 * Who would write to which seed. Throws `validation_failed` for senders that cannot send, unknown
 * seeds, a seed that is a lead or suppressed, and a sender without a seed; `invalid_state` in a
 * workspace that sends nothing.
 */
export async function planTest(
  ctx: WorkspaceCtx,
  body: Pick<PlacementTestBody, "mailbox_ids" | "seed_ids">,
): Promise<Plan> {
  await assertSends(ctx);
  const [senders, seeds] = await Promise.all([sendersOf(ctx, body), seedsOf(ctx, body)]);
  const emails = seeds.map(({ email }) => email);
  const own = seeds.flatMap(({ mailboxId }) => mailboxId ?? []);
  const [leads, suppressed, partners] = await Promise.all([
    selectLeadsAmong(ctx.db, ctx.workspaceId, emails),
    suppressedAmong(ctx, emails),
    selectPartners(
      ctx.db,
      ctx.workspaceId,
      senders.map(({ id }) => id),
      own,
    ),
  ]);
  assertMayBeWritten(body, seeds, leads, suppressed);
  const leftOut: LeftOut[] = [];
  const pairs: Pair[] = [];
  for (const sender of senders) {
    for (const seed of seeds) {
      const reason = reasonOf(sender, seed, { leads, suppressed, partners });
      if (reason === null) pairs.push({ sender, seed });
      else leftOut.push({ mailbox_id: sender.id, seed_id: seed.seed, reason });
    }
  }
  for (const [at, id] of body.mailbox_ids.entries()) {
    if (pairs.some(({ sender }) => sender.id === id)) continue;
    throw invalidField(
      `mailbox_ids.${at}`,
      "no_seeds_left",
      "No seed is left for this mailbox: it never tests with itself, nor with partners of its warmup.",
    );
  }
  if (pairs.length > MAX_MAILS) {
    const message = `This would be ${pairs.length} emails. Choose fewer senders or seeds: ${MAX_MAILS} at most.`;
    throw invalidField("mailbox_ids", "too_many", message);
  }
  return { senders, pairs, leftOut };
}

export async function assertSends(ctx: WorkspaceCtx): Promise<void> {
  const workspace = await workspaceFacts(ctx);
  for (const rule of Object.values(WORKSPACE_RULES)) {
    if (rule.blocks({ workspace })) {
      throw new AppError("invalid_state", rule.sentence({ workspace }));
    }
  }
}

async function sendersOf(
  ctx: WorkspaceCtx,
  { mailbox_ids: ids }: Pick<PlacementTestBody, "mailbox_ids">,
): Promise<SenderRow[]> {
  const rows = await selectSenderRows(ctx.db, ctx.workspaceId, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id, at) => {
    const row = byId.get(id);
    if (!row) {
      throw invalidField(`mailbox_ids.${at}`, "not_found", "This workspace has no such mailbox.");
    }
    if (row.status !== "active") {
      throw invalidField(`mailbox_ids.${at}`, "cannot_send", "This mailbox cannot send now.");
    }
    return row;
  });
}

async function seedsOf(
  ctx: WorkspaceCtx,
  { seed_ids: chosen }: Pick<PlacementTestBody, "seed_ids">,
): Promise<Seed[]> {
  const all = await findSeeds(ctx);
  if (all.length === 0) {
    throw invalidField(
      "seed_ids",
      "no_seeds",
      "There is no seed. Let a mailbox take test emails, or ask the operator for one.",
    );
  }
  if (chosen === undefined) return all;
  const byName = new Map(all.map((seed) => [seed.seed, seed]));
  return [...new Set(chosen)].map((name, at) => {
    const seed = byName.get(name);
    if (!seed) throw invalidField(`seed_ids.${at}`, "seed_unknown", `${name} is no seed.`);
    return seed;
  });
}

/** Whom a person names must be one that can be written to; of all the others those are left out. */
function assertMayBeWritten(
  { seed_ids: chosen }: Pick<PlacementTestBody, "seed_ids">,
  seeds: readonly Seed[],
  leads: ReadonlySet<string>,
  suppressed: ReadonlySet<string>,
): void {
  for (const [at, name] of (chosen ?? []).entries()) {
    const email = seeds.find(({ seed }) => seed === name)?.email ?? "";
    if (leads.has(email)) {
      const message = `${name} is a lead of this workspace. Test emails never go to leads.`;
      throw invalidField(`seed_ids.${at}`, "seed_is_lead", message);
    }
    if (suppressed.has(email)) {
      const message = `${name} is suppressed. Nothing can be sent to it.`;
      throw invalidField(`seed_ids.${at}`, "seed_suppressed", message);
    }
  }
}

function reasonOf(
  sender: SenderRow,
  { email, mailboxId }: Seed,
  known: {
    readonly leads: ReadonlySet<string>;
    readonly suppressed: ReadonlySet<string>;
    readonly partners: ReadonlySet<string>;
  },
): LeftOut["reason"] | null {
  if (mailboxId === sender.id || email === sender.email) return "self";
  if (mailboxId !== null && known.partners.has(`${sender.id}/${mailboxId}`)) {
    return "warmup_partner";
  }
  if (known.leads.has(email)) return "lead";
  return known.suppressed.has(email) ? "suppressed" : null;
}

/** What the plan takes from today, before anything is sent. */
export async function presentPlan(ctx: WorkspaceCtx, plan: Plan): Promise<PlacementPlan> {
  const { pairs, senders, leftOut } = plan;
  const days = await daysOf(ctx, senders);
  const rows = senders.map((sender) => {
    const mails = pairs.filter((pair) => pair.sender.id === sender.id).length;
    const { limit, used, tests } = days(sender);
    const perDay = testLimit(limit, false);
    const takes = Math.max(0, Math.min(mails, limit - used, perDay - tests));
    const later = mails - takes;
    return {
      mailbox_id: sender.id,
      email: sender.email,
      mails,
      daily_limit: limit,
      used_today: used,
      takes_today: takes,
      days: perDay === 0 ? null : (takes > 0 ? 1 : 0) + Math.ceil(later / perDay),
    };
  });
  const seeds = [...new Map(pairs.map(({ seed }) => [seed.seed, seed])).values()];
  const today = rows.reduce((sum, row) => sum + row.takes_today, 0);
  return {
    mails: pairs.length,
    senders: rows,
    seeds: seeds.map(presentSeed),
    left_out: [...leftOut],
    message: `${pairs.length} test ${pairs.length === 1 ? "email" : "emails"}; ${today} of them take a place of today's limits of the senders.`,
  };
}

/** What senders may send on their day, and have sent. */
export async function daysOf(ctx: WorkspaceCtx, senders: readonly SenderRow[]) {
  const now = ctx.now();
  const slotOf = (sender: SenderRow, scope: "mailbox" | "placement") => ({
    scope,
    key: `${sender.id}`,
    day: localDay(sender.timezone ?? "UTC", now),
  });
  const used = await selectPlacesUsed(
    ctx.db,
    ctx.workspaceId,
    senders.flatMap((sender) => [slotOf(sender, "mailbox"), slotOf(sender, "placement")]),
  );
  return (sender: SenderRow) => ({
    limit: effectiveDailyLimit(sender, now),
    used: used.get(placeName(slotOf(sender, "mailbox"))) ?? 0,
    tests: used.get(placeName(slotOf(sender, "placement"))) ?? 0,
  });
}
