import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Effects, End, Guard } from "#modules/delivery/engine/kind.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { selectSendsToSettle } from "./settle-store.ts";
import { deliveredEffects } from "./settled-delivered.ts";
import { refusedEffects } from "./settled-refused.ts";
import type { SendEffects, Settling } from "./settling.ts";

/** What a campaign's mails change by their end: counters, events, the next step, and whom they stop. */
export async function settledSends(
  ctx: WorkspaceCtx,
  ends: readonly End[],
  guard: Guard,
): Promise<Effects> {
  const ids = ends.map(({ mail }) => mail.id);
  const rows = await selectSendsToSettle(ctx.db, ctx.workspaceId, ids);
  const sends = new Map(rows.map((row) => [row.id as number, row]));
  const settling = ends.flatMap((end): Settling[] => {
    const send = sends.get(end.mail.id);
    return send ? [{ ...end, send }] : [];
  });
  const { delivered = [], refused = [] } = Object.groupBy(settling, ({ to }) =>
    to === "failed" ? "refused" : "delivered",
  );
  const effects: readonly SendEffects[] = [
    await deliveredEffects(ctx, delivered, guard),
    ...(await Promise.all(refused.map((one) => refusedEffects(ctx, one, guard)))),
  ];
  return {
    statements: effects.flatMap(({ statements }) => statements),
    async after() {
      for (const { after } of effects) await after?.();
      const over = effects.flatMap(({ mayEnd }) => mayEnd ?? []);
      for (const id of new Set(over)) await completeIfFinished(ctx, id);
    },
  };
}
