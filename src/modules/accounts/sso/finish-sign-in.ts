import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { askFactor } from "#modules/accounts/factors/finish-login.ts";
import { entersHere, forbiddenHere } from "#modules/accounts/sign-in/enter-here.ts";
import { openSession } from "#modules/accounts/sign-in/sessions.ts";
import { knowSource } from "#modules/accounts/sign-in/sign-in-brake.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { sessionCookie } from "#platform/http/cookie.ts";
import type { Landing } from "./callback.ts";
import { type Arrived, findPerson } from "./find-person.ts";
import type { FlowRow } from "./flows-store.ts";
import type { Sso } from "./read-sso.ts";

/** What came back from the provider. */
export type Back = {
  readonly flow: FlowRow;
  readonly arrived: Arrived;
  readonly request: Request;
};

/**
 * Signs somebody in who came from the provider; where they have a second factor here, and the
 * provider's does not count, it is asked for. Throws as `findPerson`; `workspace_forbidden`
 * at a workspace's own host where they may not enter.
 */
export async function finishSignIn(
  ctx: PublicCtx,
  sso: Sso,
  { flow, arrived, request }: Back,
): Promise<Landing> {
  const user = await findPerson(ctx, sso, arrived);
  if (!(await entersHere(ctx, user.id))) throw forbiddenHere();
  const factor = arrived.isStrong ? null : await askFactor(ctx, user, request, "sso");
  if (factor) {
    await runBatch(ctx.install, [
      factor.statement,
      auditStatement(ctx, {
        action: "auth.factor_asked",
        userId: user.id,
        details: { method: "sso" },
      }),
    ]);
    const next = new URLSearchParams({ next: flow.next });
    // After the "#", so that no server logs it.
    return { page: `/sign-in?${next.toString()}#ticket=${factor.answer.ticket}`, setCookie: null };
  }
  const method = arrived.isStrong ? "sso+mfa" : "sso";
  const session = await openSession(ctx, user, method, [
    knowSource(ctx, user.id),
    auditStatement(ctx, { action: "auth.signed_in", userId: user.id, details: { method } }),
  ]);
  return { page: flow.next, setCookie: sessionCookie(ctx, session) };
}
