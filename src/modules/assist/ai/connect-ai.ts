import type { Connected, Connector, Entered } from "#modules/events/hooks.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { AI_PROVIDERS } from "#modules/accounts/contract/settings.ts";
import { invalidField } from "#platform/rules/errors.ts";
import type { IntegrationProvider } from "#modules/events/rules/integrations/providers.ts";
import { testAi } from "./test-ai.ts";
import { updateSettings } from "#modules/accounts/settings/update-settings.ts";

/** Makes an AI the workspace's, once it answers: the AI section of its settings. */
async function connectAi(
  ctx: MemberCtx,
  { id, title }: IntegrationProvider,
  { credentials, config }: Entered,
): Promise<Connected> {
  const provider = AI_PROVIDERS.find((known) => known === id);
  if (!provider) throw new Error(`${id} is no AI`);
  const ai = {
    provider,
    base_url: config["base_url"] ?? null,
    ...(config["model"] !== undefined && { model: config["model"] }),
    ...(credentials["api_key"] !== undefined && { api_key: credentials["api_key"] }),
  };
  const tested = await testAi(ctx, ai);
  if (!tested.ok) throw invalidField("credentials", tested.error_code ?? "refused", tested.message);
  await updateSettings(ctx, {
    ai: { ...ai, model: config["model"] ?? null, api_key: credentials["api_key"] ?? null },
  });
  return { accountLabel: config["model"] ?? title, inbound: null };
}

/** AIs, which write for the workspace. */
export const aiConnector: Connector = {
  kind: "ai",
  connect: connectAi,
  async disconnect(ctx) {
    await updateSettings(ctx, {
      ai: { provider: null, base_url: null, model: null, api_key: null },
    });
    return {};
  },
};
