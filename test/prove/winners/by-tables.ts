import { sql } from "drizzle-orm";
import { campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { contests } from "#modules/campaigns/schema/contests.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { judgeContest } from "#modules/campaigns/rules/winners/judge.ts";
import type { Tally } from "#modules/campaigns/rules/winners/evidence.ts";
import { lookAtContests } from "#modules/campaigns/winners/look-at-contests.ts";
import {
  asId,
  type CampaignId,
  type StepId,
  unixMs,
  type WorkspaceId,
} from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import { harness } from "#test/support/harness.ts";
import { ALWAYS_OPEN } from "#test/support/outreach.ts";

const WINDOW_DAYS = 7;
const DAYS = 16;
const A_DAY = 250;

type Sent = {
  readonly at: number;
  readonly arm: "control" | "A";
  readonly repliedAt: number | null;
};

/**
 * Many contests whose mails lie in the real tables, looked at by the real sweep each hour. Answers how
 * many stand otherwise at the end than the rule says of all mails that count, and how many looks it took.
 */
export async function playByTables(draw: () => number, howMany: number) {
  const t = await harness();
  const { wid } = await t.signUp();
  const workspaceId = wid as WorkspaceId;
  const start = t.clock.now;
  const all: { stepId: StepId; mails: Sent[] }[] = [];
  for (let i = 0; i < howMany; i++) all.push(await fill(t, workspaceId, draw, start));
  for (let hour = 0; hour < (DAYS + WINDOW_DAYS + 1) * 24; hour += 6) {
    t.advance(6 * HOUR_MS);
    // Those that are due by then; each look takes fifty.
    for (let i = 0; i * 50 < howMany; i++) await t.sweep(lookAtContests);
  }
  const rows = await t.db.select().from(contests);
  const wrong = all.filter(({ stepId, mails }) => {
    const row = rows.find((one) => one.stepId === stepId);
    return row === undefined || !agrees(row, mails, start);
  });
  t.close();
  return {
    wrong: wrong.length,
    decided: rows.filter(({ state }) => state !== "open").length,
    mails: all.reduce((sum, { mails }) => sum + mails.length, 0),
  };
}

/** A contest of which A is better in half of all cases, with its mails. */
async function fill(
  t: Awaited<ReturnType<typeof harness>>,
  workspaceId: WorkspaceId,
  draw: () => number,
  start: number,
): Promise<{ stepId: StepId; mails: Sent[] }> {
  const rates = { control: 0.04, A: draw() < 0.5 ? 0.04 : 0.1 };
  const mails = Array.from({ length: DAYS * A_DAY }, (_, i): Sent => {
    const at = start + Math.round((i / A_DAY) * DAY_MS);
    const arm = draw() < 0.5 ? "control" : "A";
    const isHit = draw() < rates[arm];
    // Some replies come behind the window, and do not count.
    return { at, arm, repliedAt: isHit ? Math.round(at + draw() * 9 * DAY_MS) : null };
  });
  const times = { createdAt: unixMs(start), updatedAt: unixMs(start) };
  const variant = {
    id: "A",
    label: "A",
    subject: "",
    body_html: "a",
    body_text: "",
    weight: 50,
    is_active: true,
  };
  const [campaign] = await t.db
    .insert(campaigns)
    .values({ workspaceId, name: "C", status: "active", schedule: ALWAYS_OPEN, ...times })
    .returning({ id: campaigns.id });
  const campaignId = campaign?.id ?? asId<CampaignId>(0);
  const [step] = await t.db
    .insert(steps)
    .values({ workspaceId, campaignId, position: 1, subject: "S", variants: [variant], ...times })
    .returning({ id: steps.id });
  const stepId = step?.id ?? asId<StepId>(0);
  await t.db.insert(contests).values({
    workspaceId,
    stepId,
    number: 1,
    campaignId,
    metric: "reply",
    windowDays: WINDOW_DAYS,
    arms: ["control", "A"],
    lookAt: unixMs(start + WINDOW_DAYS * DAY_MS),
    startedAt: unixMs(start),
  });
  await t.db.run(sql`
    INSERT INTO ${sends} (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, variant, mailbox_id,
      contest, split, state, due_at, message_id, to_email, created_at, sent_at, replied_at)
    SELECT ${workspaceId}, ${campaignId}, j.key, j.key, ${stepId}, 1, j.value->>'arm', 1, 1,
      ${JSON.stringify({ control: 50, A: 50 })}, 'sent', 0, ${`${stepId}-`} || j.key, '', 0, j.value->>'at',
      j.value->>'repliedAt'
    FROM json_each(${JSON.stringify(mails)}) j`);
  return { stepId, mails };
}

/** Whether the stored result is what the rule says of the mails that counted when it was found. */
function agrees(row: typeof contests.$inferSelect, mails: readonly Sent[], start: number): boolean {
  const until = row.talliedUntil ?? start;
  const arms = { control: { mails: 0, hits: 0 }, A: { mails: 0, hits: 0 } };
  for (const { at, arm, repliedAt } of mails) {
    if (at > until) continue;
    arms[arm].mails += 1;
    if (repliedAt !== null && repliedAt <= at + WINDOW_DAYS * DAY_MS) arms[arm].hits += 1;
  }
  const tallies: Tally[] = [{ split: { control: 50, A: 50 }, arms }];
  const stored = row.tallies[0]?.arms;
  const labels = ["control", "A"];
  const { verdict } = judgeContest({ arms: labels, live: labels, tallies });
  const said = verdict.kind === "undecided" ? "open" : verdict.kind;
  return (
    labels.every((label) => {
      const own = arms[label as keyof typeof arms];
      return stored?.[label]?.mails === own.mails && stored[label].hits === own.hits;
    }) &&
    row.state === said &&
    row.winner === (verdict.kind === "winner" ? verdict.label : null)
  );
}
