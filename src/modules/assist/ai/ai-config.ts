import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { readSettings, type SettingsValues } from "#modules/accounts/settings/read-settings.ts";
import { openAiKey } from "#modules/accounts/settings/secrets.ts";

/** Where a provider answers in the form of OpenAI's chat completions; the others name it themselves. */
const BASE_URLS = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
} as const;

/** Workers AI is asked by the platform's binding unless an address says otherwise. */
const WORKERS_AI_MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";

export type AiConfig = {
  /** Null: the platform's own models. */
  readonly baseUrl: string | null;
  readonly model: string;
  readonly apiKey: string | null;
};

export type AiChoice = Pick<SettingsValues["ai"], "provider" | "base_url" | "model">;

/**
 * The AI of the workspace, its key opened, and how its mails should sound. Throws
 * `ai_not_configured` with what is missing.
 */
export async function readAiConfig(
  ctx: WorkspaceCtx,
): Promise<AiConfig & { readonly voice: string | null }> {
  const settings = await readSettings(ctx);
  const config = aiConfig(ctx, settings.ai, await openAiKey(ctx, settings).catch(unopened));
  return { ...config, voice: settings.ai.voice_profile };
}

function unopened(): never {
  throw notConfigured("The saved AI key can no longer be decrypted. Enter it again.");
}

/** A choice of provider, checked and with the provider's defaults. Throws `ai_not_configured`. */
export function aiConfig(ctx: WorkspaceCtx, ai: AiChoice, apiKey: string | null): AiConfig {
  const { provider, base_url: given, model } = ai;
  if (provider === null) {
    throw notConfigured("Choose an AI provider in the workspace's settings first.");
  }
  if (provider === "workers_ai" && given === null) {
    if (ctx.hostedAi) return { baseUrl: null, model: model ?? WORKERS_AI_MODEL, apiKey: null };
    throw notConfigured(
      "Workers AI needs its binding, which exists only on Cloudflare. Add it, or set base_url.",
    );
  }
  const known = provider === "openai" || provider === "anthropic" ? BASE_URLS[provider] : null;
  const baseUrl = given ?? known;
  if (baseUrl === null) throw notConfigured("Set the base_url of the AI in the settings.");
  if (model === null) throw notConfigured("Set the model of the AI in the settings.");
  if (apiKey === null && given === null)
    throw notConfigured("Set the api_key of the AI in the settings.");
  return { baseUrl, model, apiKey };
}

const notConfigured = (message: string): AppError => new AppError("ai_not_configured", message);
