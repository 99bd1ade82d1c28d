import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { contests } from "#modules/campaigns/schema/contests.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { Split, Tally } from "#modules/campaigns/rules/winners/evidence.ts";
import { ofMetric } from "#modules/campaigns/rules/winners/metrics.ts";
import type { Variant } from "#modules/campaigns/rules/variants.ts";
import type { CampaignId, StepId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS } from "#platform/rules/time.ts";

export type ContestRow = typeof contests.$inferSelect;
type Key = Pick<ContestRow, "workspaceId" | "stepId" | "number">;

const isKey = ({ workspaceId, stepId, number }: Key): SQL =>
  sql`${contests.workspaceId} = ${workspaceId} AND ${contests.stepId} = ${stepId} AND ${contests.number} = ${number}`;

/** Contests that begin with mails which are being written; those that run stay as they are. */
export function beginContests(
  db: Db,
  workspaceId: WorkspaceId,
  begun: readonly {
    readonly stepId: StepId;
    readonly number: number;
    readonly arms: readonly string[];
  }[],
  now: UnixMs,
): Statement[] {
  if (begun.length === 0) return [];
  const rows = new Map(begun.map((one) => [`${one.stepId} ${one.number}`, one]));
  const isReply = sql`k.winner_metric = 'reply'`;
  const days = sql`CASE WHEN ${isReply} THEN k.winner_window_days ELSE ${ofMetric("click").fixedWindow} END`;
  return [
    db.run(sql`
      INSERT INTO ${contests} (workspace_id, step_id, number, campaign_id, metric, window_days, arms,
        look_at, started_at)
      SELECT ${workspaceId}, p.id, p.contest, k.id, k.winner_metric, ${days}, c.value->>'arms',
        ${now} + ${DAY_MS} * (${days}), ${now}
      FROM json_each(${JSON.stringify([...rows.values()])}) c JOIN ${steps} p ON p.id = c.value->>'stepId'
      JOIN ${campaigns} k ON k.id = p.campaign_id
      WHERE p.workspace_id = ${workspaceId} AND p.contest = c.value->>'number'
      ON CONFLICT DO NOTHING`),
  ];
}

/** Across workspaces: contests whose time has come, with their step and what their campaign wants. */
export const selectDueContests = (db: Db, now: UnixMs, limit: number) =>
  db
    .select({
      contest: contests,
      step: { version: steps.version, variants: steps.variants, contest: steps.contest },
      appliesWinner: campaigns.autoWinner,
      isGone: sql<number>`${campaigns.deletedAt} IS NOT NULL`,
    })
    .from(contests)
    .leftJoin(
      steps,
      and(eq(steps.id, contests.stepId), sql`+${steps.workspaceId} = ${contests.workspaceId}`),
    )
    .leftJoin(campaigns, eq(campaigns.id, contests.campaignId))
    .where(sql`${contests.lookAt} <= ${now}`)
    .orderBy(contests.lookAt)
    .limit(limit);
export type DueContest = Awaited<ReturnType<typeof selectDueContests>>[number];

/** A mail left, and reached somebody as far as is known. */
const LEFT = sql.raw(
  "s.split IS NOT NULL AND +s.state IN ('sent', 'unknown') AND s.bounce_type IS NOT 'hard'",
);

/**
 * What came of the mails of a contest that left after `from` and until `until`. Read along their index,
 * so that it costs what came to count since the last time.
 */
export async function countMails(
  db: Db,
  contest: Key & Pick<ContestRow, "metric" | "windowDays">,
  from: UnixMs,
  until: UnixMs,
): Promise<Tally[]> {
  const happened = sql.raw(`s.${ofMetric(contest.metric).happened}`);
  const rows = await db.all<{ split: string; label: string; mails: number; hits: number }>(sql`
    SELECT s.split AS split, s.variant AS label, count(*) AS mails,
      count(CASE WHEN ${happened} <= s.sent_at + ${contest.windowDays * DAY_MS} THEN 1 END) AS hits
    FROM ${sends} s
    WHERE s.step_id = ${contest.stepId} AND s.contest = ${contest.number}
      AND s.sent_at > ${from} AND s.sent_at <= ${until} AND +s.workspace_id = ${contest.workspaceId}
      AND ${LEFT}
    GROUP BY 1, 2`);
  return [...Map.groupBy(rows, ({ split }) => split)].map(([split, arms]) => ({
    // What the composer wrote.
    split: JSON.parse(split) as Split,
    arms: Object.fromEntries(arms.map(({ label, mails, hits }) => [label, { mails, hits }])),
  }));
}

/** When the first mail of a contest left that does not count yet; null: none waits. */
export async function selectFirstWaiting(
  db: Db,
  { workspaceId, stepId, number }: Key,
  after: UnixMs,
): Promise<UnixMs | null> {
  const rows = await db.all<{ sentAt: UnixMs }>(sql`
    SELECT s.sent_at AS sentAt FROM ${sends} s
    WHERE s.step_id = ${stepId} AND s.contest = ${number} AND s.sent_at > ${after}
      AND +s.workspace_id = ${workspaceId} AND ${LEFT}
    ORDER BY s.sent_at LIMIT 1`);
  return rows[0]?.sentAt ?? null;
}

/** By contest and variant, mails that left and do not count yet. */
export async function selectWaiting(
  db: Db,
  workspaceId: WorkspaceId,
  asked: readonly Pick<ContestRow, "stepId" | "number" | "talliedUntil">[],
): Promise<{ stepId: StepId; label: string; mails: number }[]> {
  const json = JSON.stringify(asked.map((c) => [c.stepId, c.number, c.talliedUntil ?? 0]));
  return db.all(sql`
    SELECT s.step_id AS stepId, s.variant AS label, count(*) AS mails
    FROM json_each(${json}) c JOIN ${sends} s ON s.step_id = c.value->>0 AND s.contest = c.value->>1
      AND s.sent_at > c.value->>2
    WHERE +s.workspace_id = ${workspaceId} AND ${LEFT}
    GROUP BY 1, 2`);
}

/** What a look found; written unless another look, or a person, was faster. */
export type Found = Pick<ContestRow, "tallies" | "talliedUntil" | "lookAt"> &
  Partial<Pick<ContestRow, "recountedAt" | "dropped" | "state" | "winner" | "decidedAt">>;

const unchanged = (contest: ContestRow): SQL =>
  sql`${isKey(contest)} AND ${contests.state} = ${contest.state} AND ${contests.talliedUntil} IS ${contest.talliedUntil}
    AND ${contests.appliedAt} IS ${contest.appliedAt} AND ${contests.undoneAt} IS ${contest.undoneAt}`;

export const writeFound = (db: Db, contest: ContestRow, found: Found) =>
  db.update(contests).set(found).where(unchanged(contest)).returning({ stepId: contests.stepId });

/** Nothing is left to find in it. */
export const closeContest = (db: Db, contest: ContestRow) =>
  db.update(contests).set({ lookAt: null }).where(isKey(contest));

/**
 * Gives a step other weights by what its contest found, or back those that it had. Step and contest
 * must be as they were read: an edit in between wins. Answers whether it was done.
 */
export async function writeArms(
  db: Db,
  contest: ContestRow,
  step: { readonly version: number; readonly variants: readonly Variant[] },
  change: Partial<Pick<ContestRow, "appliedAt" | "undoneAt" | "before" | "lookAt">>,
  now: UnixMs,
): Promise<boolean> {
  const { workspaceId, stepId, number } = contest;
  const isStep = sql`p.id = ${stepId} AND p.workspace_id = ${workspaceId} AND p.version = ${step.version}
    AND p.contest = ${number}`;
  const results = await runBatch(db, [
    db
      .update(contests)
      .set(change)
      .where(
        sql`${isKey(contest)} AND ${contests.appliedAt} IS ${contest.appliedAt}
          AND ${contests.undoneAt} IS ${contest.undoneAt}
          AND EXISTS (SELECT 1 FROM ${steps} p WHERE ${isStep})`,
      )
      .returning({ number: contests.number }),
    db.all<{ done: number }>(sql`
      UPDATE ${steps} AS p SET variants = ${JSON.stringify(step.variants)}, version = version + 1,
        updated_at = ${now}
      WHERE ${isStep} AND changes() > 0 RETURNING 1 AS done`),
  ]);
  return results.every((rows) => (rows as unknown[]).length > 0);
}

/** The running comparison of each step of a campaign, where one has begun. */
export const selectContests = (db: Db, workspaceId: WorkspaceId, campaignId: CampaignId) =>
  db
    .select({ contest: contests })
    .from(contests)
    .innerJoin(
      steps,
      sql`${steps.id} = ${contests.stepId} AND ${steps.contest} = ${contests.number}`,
    ).where(sql`${contests.workspaceId} = ${workspaceId} AND ${contests.campaignId} = ${campaignId}
      AND +${steps.workspaceId} = ${workspaceId}`);

export async function selectContest(db: Db, key: Key): Promise<ContestRow | null> {
  const rows = await db.select().from(contests).where(isKey(key)).limit(1);
  return rows[0] ?? null;
}

/**
 * Every comparison of a campaign begins again with its next mail: what decides it was changed just
 * before, in the same batch.
 */
export const beginAgain = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  changedAt: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${steps} SET contest = contest + 1
    WHERE workspace_id = ${workspaceId} AND campaign_id = ${campaignId} AND EXISTS (
      SELECT 1 FROM ${campaigns} k WHERE k.id = ${campaignId} AND k.updated_at = ${changedAt})`);

/** Looks at once at what a campaign's contests have found already, since it is to be applied now. */
export const lookAgain = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${contests} SET look_at = ${now}
    WHERE workspace_id = ${workspaceId} AND campaign_id = ${campaignId}
      AND state = 'winner' AND applied_at IS NULL AND undone_at IS NULL`);

export const deleteContestsOf = (db: Db, workspaceId: WorkspaceId, stepId: StepId): Statement =>
  db.run(sql`DELETE FROM ${contests} WHERE workspace_id = ${workspaceId} AND step_id = ${stepId}`);
