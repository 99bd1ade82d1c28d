import type { Connector } from "#modules/events/hooks.ts";
import { NOTICE_PROVIDERS, type NoticeProvider } from "#modules/events/rules/notices.ts";
import type { IntegrationProvider } from "#modules/events/rules/integrations/providers.ts";
import { checkMailKey } from "./check-key.ts";
import { forgetKeyStatement, keyStatements } from "./keys.ts";

/** Mail providers, which report bounces and complaints signed with the workspace's own key. */
export const noticeConnector: Connector = {
  kind: "mail_events",
  async connect(ctx, provider, { credentials }) {
    const [[field, key] = ["", ""]] = Object.entries(credentials);
    await checkMailKey(provider, field, key);
    const url = `${ctx.settings.BASE_URL}/api/v1/webhooks/${provider.id}`;
    return {
      accountLabel: provider.title,
      inbound: { url, secret: null },
      kept: { inInstall: await keyStatements(ctx, named(provider), key) },
    };
  },
  disconnect: async (ctx, provider) => ({
    inInstall: [forgetKeyStatement(ctx, named(provider))],
  }),
};

function named({ id }: IntegrationProvider): NoticeProvider {
  const found = NOTICE_PROVIDERS.find((known) => known === id);
  if (!found) throw new Error(`${id} posts no notices`);
  return found;
}
