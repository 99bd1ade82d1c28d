import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { tokenRefusalOf } from "#platform/rules/mail/token-refusal.ts";
import { probeApi } from "#modules/connections/api/probe-api.ts";
import type { Road } from "#modules/connections/rules/kinds.ts";
import { readGrants } from "#modules/connections/tokens/grants.ts";
import type { MailboxRow } from "./store.ts";

/**
 * The road that a person chose. The provider is asked first whether it may be taken. Throws
 * `validation_failed` on `road`: `road_unavailable` where there is no API, `api_not_granted` where
 * sending by it is not granted; `upstream_unavailable` where the provider does not answer.
 */
export async function roadPatch(
  ctx: WorkspaceCtx,
  row: MailboxRow,
  { road }: { readonly road?: Road | undefined },
  isForgotten: boolean,
): Promise<{ readonly road?: Road }> {
  if (road === undefined || road === row.road) return {};
  if (road === "smtp") return { road };
  const { grantId } = row;
  const grant =
    grantId === null || isForgotten ? null : (await readGrants(ctx, [grantId])).get(grantId);
  if (!grant || grantId === null || grant.provider === "custom") {
    throw invalidField(
      "road",
      "road_unavailable",
      "Only mailboxes connected at Google or Microsoft can send by the provider's API.",
    );
  }
  const tested = await probeApi(ctx, grantId);
  if (tested.ok) return { road };
  const words = [tested.message, tested.hint].filter((part) => part !== null).join(" ");
  const isRefused = tested.error_code === "api_not_granted" || tested.error_code === "api_refused";
  if (isRefused || tokenRefusalOf(tested.error_code) === "reconnect_required") {
    throw invalidField("road", "api_not_granted", words);
  }
  throw new AppError("upstream_unavailable", words, { headers: { "Retry-After": "10" } });
}
