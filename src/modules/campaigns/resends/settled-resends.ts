import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Effects, End, Guard } from "#modules/delivery/engine/kind.ts";
import {
  bothHold,
  settleRows,
  stillUnknown,
  unclearSinceNow,
} from "#modules/delivery/engine/moves.ts";
import { blockEffects } from "#modules/campaigns/protection/note-block.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { selectSendsToSettle } from "#modules/campaigns/sends/settle-store.ts";
import { bounceEffects } from "#modules/campaigns/sends/settled-refused.ts";
import type { SendEffects } from "#modules/campaigns/sends/settling.ts";
import { selectSendsOf } from "./resend-store.ts";

/** What the end of one more try says of its send. */
export async function settledResends(
  ctx: WorkspaceCtx,
  ends: readonly End[],
  guard: Guard,
): Promise<Effects> {
  const effects: SendEffects[] = [];
  for (const end of ends) effects.push(await effectsOf(ctx, end, guard));
  return {
    statements: effects.flatMap(({ statements }) => statements),
    async after() {
      for (const { after } of effects) await after?.();
      const over = effects.flatMap(({ mayEnd }) => mayEnd ?? []);
      for (const id of new Set(over)) await completeIfFinished(ctx, id);
    },
  };
}

async function effectsOf(ctx: WorkspaceCtx, end: End, guard: Guard): Promise<SendEffects> {
  const { db, workspaceId } = ctx;
  const { mail, result, outcome, to } = end;
  if (to === "unknown") {
    const now = ctx.now();
    return { statements: [unclearSinceNow(db, sendLedger, workspaceId, mail.id, now, guard)] };
  }
  if (to !== "failed") return { statements: [] };
  if (outcome.kind === "failed" && outcome.block) {
    const [send] = await selectSendsOf(db, workspaceId, [mail.id]);
    return send ? blockEffects(ctx, send, result, guard) : { statements: [] };
  }
  if (outcome.kind !== "bounced") return { statements: [] };
  const [send] = await selectSendsToSettle(db, workspaceId, [mail.id]);
  if (send?.state !== "unknown") return { statements: [] };
  const both = bothHold(guard, stillUnknown(sendLedger, workspaceId, mail.id));
  const bounced = await bounceEffects(ctx, { send, result }, both);
  const { code, response } = result;
  const move = { id: mail.id, to, code, response, evidence: "smtp" } as const;
  return {
    ...bounced,
    statements: [
      ...bounced.statements,
      settleRows(db, { ledger: sendLedger }, workspaceId, [move], ctx.now(), both),
    ],
  };
}
