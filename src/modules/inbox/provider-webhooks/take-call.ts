import type { Deps, RequestInfo } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { NoticeProvider } from "#modules/events/rules/notices.ts";
import { insertCall, selectCall } from "./calls-store.ts";
import { rememberFitting, workspaceKeys } from "#modules/inbox/provider-keys/keys.ts";
import { countRefusal, isBraked } from "./refusals.ts";
import type { Call, Source, Verified } from "./source.ts";
import { SOURCES } from "./sources.ts";

type Admitted = Verified & { readonly scope: WorkspaceId | 0 };

type CallCtx = Deps & Pick<RequestInfo, "clientAddress">;

/**
 * Takes a provider's call: proves who made it, stores it as it came, and leaves the work to a job.
 * A repeat is answered like the first. Throws `provider_not_configured` where
 * nobody connected the provider, `signature_invalid` for a call made with none of the keys, for an
 * old one, and for a used token under another body; `rate_limited` for one that nobody signed from an
 * address that was refused too often in this minute.
 */
export async function takeCall(deps: CallCtx, provider: NoticeProvider, call: Call): Promise<void> {
  const source = SOURCES[provider];
  const admitted = await admit(deps, provider, source, call);
  for (const { id, scope, effect, isBodyUnsigned } of admitted) {
    const stored = { provider, scope, externalId: id, body: call.text };
    // Before the row: who comes again after a failure or a crash must not be taken for a repeat.
    if (effect && !(await selectCall(deps.install, stored))) await effect();
    const row = await insertCall(deps.install, stored, deps.now());
    if (!row) continue;
    if (isBodyUnsigned && row.body !== call.text) throw wrongSignature();
    if (row.isNew) await wake(deps, row.id);
  }
}

/** The install's key opens everything; without it, the workspaces whose keys fit. */
async function admit(
  deps: CallCtx,
  provider: NoticeProvider,
  source: Source,
  call: Call,
): Promise<readonly Admitted[]> {
  const install = source.installKeys(deps.settings);
  for (const key of install) {
    const verified = await source.verify(deps, call, key);
    if (verified) return [{ ...verified, scope: 0 }];
  }
  // Each key is read, opened and tried: for an address that fails much, only those that fitted lately.
  const own = await workspaceKeys(deps, provider, (await isBraked(deps)) ? "few" : "all");
  if (install.length + own.length === 0) {
    await countRefusal(deps);
    throw new AppError(
      "provider_not_configured",
      "This provider is not connected. Set its key, or connect it in a workspace.",
    );
  }
  const admitted: Admitted[] = [];
  for (const { workspaceId, key } of own) {
    const verified = await source.verify(deps, call, key);
    if (verified) admitted.push({ ...verified, scope: workspaceId });
  }
  if (admitted.length > 0) {
    rememberFitting(provider, admitted[0]?.scope ?? 0);
    return admitted;
  }
  await countRefusal(deps);
  throw wrongSignature();
}

const wrongSignature = (): AppError =>
  new AppError(
    "signature_invalid",
    "The signature is missing, expired, already used or from another key.",
  );

/** The tick finds the row as well. */
async function wake(deps: Deps, callId: number): Promise<void> {
  try {
    await deps.queue.send({ type: "provider.call.v1", callId });
  } catch (cause) {
    deps.log("provider_call.unwoken", { callId, cause: describe(cause) }, "warn");
  }
}
