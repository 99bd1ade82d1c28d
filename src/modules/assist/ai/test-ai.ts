import type { TestAiAnswer, TestAiBody } from "#modules/assist/contract/ai.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";
import { readSettings, type SettingsValues } from "#modules/accounts/settings/read-settings.ts";
import { openAiKey } from "#modules/accounts/settings/secrets.ts";
import { type AiConfig, aiConfig } from "./ai-config.ts";
import { askAi } from "./ask-ai.ts";

const PROMPT = {
  system: "You are asked whether you can be reached.",
  user: "Answer with the one word OK.",
} as const;

/**
 * Asks the AI one word, with the stored settings or with those of the body before they are stored.
 * A failure is a result. Throws `validation_failed` for a base_url that may not be called.
 */
export async function testAi(ctx: WorkspaceCtx, body: TestAiBody): Promise<TestAiAnswer> {
  if (body.base_url) {
    const refusal = refuseUrl(body.base_url, { allowPrivate: allowsPrivateNetworks(ctx.settings) });
    if (refusal) throw invalidField("base_url", refusal.code, refusal.message);
  }
  let model: string | null = null;
  const startedAt = ctx.now();
  try {
    const config = await configOf(ctx, body);
    ({ model } = config);
    await askAi(ctx, config, PROMPT);
    const latency = ctx.now() - startedAt;
    return { ok: true, model, latency_ms: latency, error_code: null, message: "The AI responds." };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return {
      ok: false,
      model,
      latency_ms: model === null ? null : ctx.now() - startedAt,
      error_code: thrown.code,
      message: thrown.message,
    };
  }
}

async function configOf(ctx: WorkspaceCtx, body: TestAiBody): Promise<AiConfig> {
  const settings = await readSettings(ctx);
  const choice = {
    provider: body.provider ?? settings.ai.provider,
    base_url: body.base_url === undefined ? settings.ai.base_url : body.base_url,
    model: body.model ?? settings.ai.model,
  };
  return aiConfig(ctx, choice, body.api_key ?? (await storedKey(ctx, settings, choice)));
}

/** A key goes only where its owner sent it. */
async function storedKey(
  ctx: WorkspaceCtx,
  settings: SettingsValues,
  choice: { provider: string | null; base_url: string | null },
): Promise<string | null> {
  const { provider, base_url: baseUrl } = settings.ai;
  if (choice.provider !== provider || choice.base_url !== baseUrl) return null;
  return openAiKey(ctx, settings).catch(() => null);
}
