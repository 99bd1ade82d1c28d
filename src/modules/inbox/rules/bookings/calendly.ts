import {
  type Conversation,
  get,
  idInReply,
  postJson,
  textInReply,
} from "#modules/events/rules/integrations/conversation.ts";

const CALENDLY = "https://api.calendly.com";

type Credentials = { readonly api_token: string };
type Config = { readonly base_url?: string; readonly scope?: string };

const bearer = ({ api_token: token }: Credentials) => ({ Authorization: `Bearer ${token}` });

/**
 * Subscribes our URL to the bookings of the token's owner, or of everybody in the organization; answers the account and
 * the subscription. By https://developer.calendly.com/docs/webhooks/overview: the scope `organization` takes no user,
 * and the token of an owner or admin.
 */
export function* calendlySubscribe(
  credentials: Credentials,
  config: Config,
  hook: { readonly url: string; readonly secret: string },
): Conversation<{ readonly label: string; readonly uri: string }> {
  const base = config.base_url ?? CALENDLY;
  const isForAll = config.scope === "organization";
  const me = yield get(`${base}/users/me`, bearer(credentials));
  const made = yield postJson(
    `${base}/webhook_subscriptions`,
    {
      url: hook.url,
      events: [
        "invitee.created",
        "invitee.canceled",
        "invitee_no_show.created",
        "invitee_no_show.deleted",
      ],
      organization: idInReply(me, "resource", "current_organization"),
      ...(!isForAll && { user: idInReply(me, "resource", "uri") }),
      scope: isForAll ? "organization" : "user",
      signing_key: hook.secret,
    },
    bearer(credentials),
  );
  const who = textInReply(me, "resource", "email") || textInReply(me, "resource", "name");
  return {
    label: isForAll ? `Organization of ${who}` : who,
    uri: idInReply(made, "resource", "uri"),
  };
}

/** Ends a subscription of ours. `uri` is what Calendly named it. */
export function* calendlyUnsubscribe(
  credentials: Credentials,
  config: Config,
  uri: string,
): Conversation<void> {
  const base = config.base_url ?? CALENDLY;
  const id = uri.split("/").at(-1) ?? "";
  yield {
    method: "DELETE",
    url: `${base}/webhook_subscriptions/${encodeURIComponent(id)}`,
    headers: { "User-Agent": "Outrider/1.0", ...bearer(credentials) },
    body: null,
  };
}
