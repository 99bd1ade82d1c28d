import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { calendlySubscribe, calendlyUnsubscribe } from "#modules/inbox/rules/bookings/calendly.ts";
import type { IntegrationProvider } from "#modules/events/rules/integrations/providers.ts";
import { talkTo } from "#modules/events/webhook-deliveries/talk-to.ts";
import { newSecret, openCalendar, sealCalendar, tokenHash } from "./calendar-secret.ts";
import type { Connected, Connector, Entered } from "#modules/events/hooks.ts";
import { converse } from "#modules/events/integrations/converse.ts";
import { connectionTo } from "#modules/events/integrations/list-integrations.ts";

const GOODBYE_MS = 5_000;

/**
 * Mints the URL that a calendar calls for each booking; the one before stops working. With a token
 * of Calendly the subscription is made, and signed, by itself.
 */
async function connectCalendar(
  ctx: MemberCtx,
  provider: IntegrationProvider,
  { credentials, config }: Entered,
  connection: string,
): Promise<Connected> {
  await leaveCalendar(ctx, connection);
  const token = newSecret();
  const url = `${ctx.settings.BASE_URL}/api/v1/hooks/${provider.id}/${token}`;
  const apiToken = credentials["api_token"] ?? null;
  // Nobody could enter a secret of ours at Calendly by hand.
  const signing = provider.id === "calendly" && apiToken === null ? null : newSecret();
  const made =
    apiToken === null || signing === null
      ? null
      : await converse(
          ctx,
          provider,
          calendlySubscribe({ api_token: apiToken }, config, { url, secret: signing }),
        );
  const sealed = { signing, api_token: apiToken, base_url: config["base_url"] ?? null };
  return {
    accountLabel: made?.label ?? provider.title,
    row: {
      tokenHash: tokenHash(token),
      secret: await sealCalendar(ctx, sealed),
      remoteUri: made?.uri ?? null,
    },
    inbound: made ? null : { url, secret: signing },
    ...(made &&
      apiToken !== null && {
        takeBack: () => unsubscribe(ctx, apiToken, config, made.uri),
      }),
  };
}

/**
 * Ends the subscription that we made, if any. If that fails, the calendar learns it from its calls
 * to a URL that no longer exists.
 */
async function leaveCalendar(ctx: MemberCtx, connection: string): Promise<void> {
  const before = await connectionTo(ctx, connection);
  if (!before?.secret || before.remoteUri === null) return;
  try {
    const { api_token: token, base_url: base } = await openCalendar(ctx, before.secret);
    const config = base === null ? {} : { base_url: base };
    if (token !== null) await unsubscribe(ctx, token, config, before.remoteUri);
  } catch {
    ctx.log("calendar.kept_subscription", { workspaceId: ctx.workspaceId }, "warn");
  }
}

async function unsubscribe(
  ctx: MemberCtx,
  token: string,
  config: Entered["config"],
  uri: string,
): Promise<void> {
  const { workspaceId } = ctx;
  try {
    const goodbye = calendlyUnsubscribe({ api_token: token }, config, uri);
    const talk = await talkTo(ctx, goodbye, GOODBYE_MS);
    if (!talk.isDone) ctx.log("calendar.kept_subscription", { workspaceId }, "warn");
  } catch {
    ctx.log("calendar.kept_subscription", { workspaceId }, "warn");
  }
}

/** Calendars, which report meetings. */
export const calendarConnector: Connector = {
  kind: "bookings",
  connect: connectCalendar,
  async disconnect(ctx, _, connection) {
    await leaveCalendar(ctx, connection);
    return {};
  },
};
