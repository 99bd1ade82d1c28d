import type { z } from "zod";
import type { SmtpTestResult } from "#platform/wire/companion.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { GrantId } from "#platform/rules/ids.ts";
import { ApiRefused, ApiTokenRefused, ApiUnanswered } from "./mail-api.ts";
import { openMailApi } from "./open-mail-api.ts";

type Tested = z.output<typeof SmtpTestResult>;

/** What to do about it, for the person who connected the mailbox. */
const GRANT_IT =
  "Connect the mailbox again with permission to send by the API; an admin of the organisation may have to consent.";

/** Whether a mailbox can send by its provider's API, in the words of a connection test. Sends nothing. */
export async function probeApi(ctx: WorkspaceCtx, grantId: GrantId): Promise<Tested> {
  const start = ctx.now();
  const result = (rest: Omit<Tested, "latency_ms">): Tested => ({
    ...rest,
    latency_ms: Math.max(0, ctx.now() - start),
  });
  const failed = (
    step: Tested["step"],
    errorCode: string,
    message: string,
    hint: string | null,
  ): Tested => result({ ok: false, step, error_code: errorCode, message, hint });
  try {
    const api = await openMailApi(ctx, grantId);
    if (!api) return failed("auth", "api_not_granted", "The mailbox has no connection.", GRANT_IT);
    await api.probe();
    return result({ ok: true, step: "ok", error_code: null, message: null, hint: null });
  } catch (thrown) {
    if (thrown instanceof ApiTokenRefused) {
      return thrown.refusal === "not_granted"
        ? failed("auth", "api_not_granted", thrown.message, GRANT_IT)
        : failed("auth", thrown.refusal, thrown.message, null);
    }
    if (thrown instanceof ApiRefused) {
      const { status, words, pauseMs } = thrown.refusal;
      const isPermission = status === 401 || status === 403;
      return failed(
        "auth",
        pauseMs === null ? (isPermission ? "api_not_granted" : "api_refused") : "throttled",
        `The provider's API answered ${status}. ${words}`.trim(),
        pauseMs === null && isPermission ? GRANT_IT : null,
      );
    }
    if (!(thrown instanceof ApiUnanswered)) throw thrown;
    const isTimeout = thrown.failure === "timeout";
    return failed(
      "dial",
      isTimeout ? "timeout" : "connection_refused",
      `The provider's API did not answer (${thrown.failure}).`,
      null,
    );
  }
}
