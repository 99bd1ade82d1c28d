import type { Outside } from "#platform/rules/outside-text.ts";
import { inReply, type ServiceReply, type ServiceRequest } from "./conversation.ts";
import { recordsIn } from "./crm-lists.ts";
import { providerOf } from "./providers.ts";

/** Of what a service lists, what is read and reported. */
const MOST = 10;

type Asked = Pick<ServiceRequest, "method" | "url">;

/**
 * What to grant where a service refuses a request, or what to correct; null where it does not say. Names no more
 * of the service's words than the names of scopes.
 */
export function refusalWords(
  connection: string,
  asked: Asked,
  reply: Outside<ServiceReply>,
): string | null {
  const id: string = providerOf(connection)?.id ?? "";
  switch (id) {
    case "hubspot":
      return hubspotWords(asked, reply);
    case "pipedrive":
      return pipedriveWords(asked, reply);
    case "calendly":
      return reply.status === 403 ? calendlyWords(asked, reply) : null;
    default:
      return null;
  }
}

const isDeal = ({ method, url }: Asked): boolean =>
  method !== "GET" && /\/deals(?:\/[^/]*)?$/.test(new URL(url).pathname);

const WRONG_DEAL =
  "it did not accept the deal. Check pipeline, stage, owner and currency in the rule for deals.";

/** As in https://developers.hubspot.com/docs/api-reference/error-handling: category MISSING_SCOPES. */
function hubspotWords(asked: Asked, reply: ServiceReply): string | null {
  if (reply.status === 400) return isDeal(asked) ? WRONG_DEAL : null;
  if (inReply(reply, "category") !== "MISSING_SCOPES") return null;
  const errors = recordsIn(reply, "errors").slice(0, MOST);
  const named = [{ context: inReply(reply, "context") }, ...errors].flatMap(scopesIn);
  const isAny = errors.some(({ message }) => /one or more/i.test(String(message)));
  const scopes = named.length > 0 ? named : hubspotScopes(asked);
  return scopes.length === 0 ? null : grant(scopes, isAny, "in the private app at HubSpot");
}

function scopesIn({ context }: { readonly context?: unknown }): string[] {
  const body = JSON.stringify(context ?? null);
  const listed = ["requiredGranularScopes", "requiredScopes", "missingScopes"].flatMap((name) => {
    const list = inReply({ status: 403, body }, name);
    return Array.isArray(list) ? list.slice(0, MOST) : [];
  });
  return [...new Set(listed.map(String))].filter((scope) => /^[\w.:-]{1,80}$/.test(scope));
}

function hubspotScopes({ method, url }: Asked): string[] {
  const access = method === "GET" ? "read" : "write";
  const { pathname } = new URL(url);
  if (pathname.includes("/owners")) return ["crm.objects.owners.read"];
  if (pathname.includes("/properties/deals")) return [`crm.schemas.deals.${access}`];
  if (pathname.includes("/deals")) return [`crm.objects.deals.${access}`];
  return pathname.includes("/contacts") || pathname.includes("/notes")
    ? [`crm.objects.contacts.${access}`]
    : [];
}

/**
 * As in https://pipedrive.readme.io/docs/marketplace-oauth-and-api-proxy-status-codes: it names no scope, so the
 * request does, by .../marketplace-scopes-and-permissions-explanations.
 */
function pipedriveWords(asked: Asked, reply: ServiceReply): string | null {
  if (reply.status === 400) return isDeal(asked) ? WRONG_DEAL : null;
  if (reply.status !== 403) return null;
  const code = inReply(reply, "code");
  if (typeof code === "string" && code.startsWith("feature_capping")) {
    return "a limit of your Pipedrive plan is reached. Close deals or raise the limit.";
  }
  const { pathname } = new URL(asked.url);
  const isRead = asked.method === "GET";
  if (/scope/i.test(String(inReply(reply, "error")))) {
    return grant([pipedriveScope(pathname, isRead)], false, "to the app at Pipedrive");
  }
  return /dealFields/.test(pathname) && !isRead
    ? "the user of the token may not add fields. Enter the token of an administrator, or add a text field for deals named Outrider key."
    : null;
}

function pipedriveScope(pathname: string, isRead: boolean): string {
  if (/\/users/.test(pathname)) return pathname.endsWith("/me") ? "base" : "users:read";
  if (/\/persons\/search/.test(pathname)) return "contacts:read";
  if (/\/persons/.test(pathname)) return isRead ? "contacts:read" : "contacts:full";
  if (/\/dealFields/.test(pathname)) return isRead ? "deals:read" : "admin";
  return isRead ? "deals:read" : "deals:full";
}

/** By https://developer.calendly.com/docs/authentication/scopes and .../docs/webhooks/overview. */
function calendlyWords(asked: Asked, reply: ServiceReply): string {
  if (/upgrade/i.test(String(inReply(reply, "message")))) {
    return "your Calendly plan does not include it.";
  }
  if (new URL(asked.url).pathname === "/users/me")
    return grant(["users:read"], false, "to the token");
  return `${grant(["webhooks:write", "scheduled_events:read"], false, "to the token")} Bookings of a whole organization need the token of an owner or admin of it.`;
}

function grant(scopes: readonly string[], isAny: boolean, where: string): string {
  const names = scopes.join(", ");
  if (scopes.length === 1) return `the scope ${names} is missing. Grant it ${where}.`;
  return isAny
    ? `one of the scopes ${names} is missing. Grant one ${where}.`
    : `the scopes ${names} are missing. Grant them ${where}.`;
}
