import { randomBytes } from "node:crypto";
import { type CallerCtx, inWorkspace, type MemberCtx, type PublicCtx } from "#platform/ctx/ctx.ts";
import { originHere, originOfHost } from "#platform/ctx/own-host.ts";
import { assertMayDo } from "#platform/access/permissions.ts";
import { identifyCookie } from "#modules/accounts/sign-in/identify.ts";
import { assertHasFactor } from "#platform/http/reauthentication.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { Provider } from "#modules/connections/rules/kinds.ts";
import { finishAdminConsent } from "#modules/connections/organisations/finish-admin-consent.ts";
import { connectMailbox } from "./finish-consent.ts";
import { type FlowRow, handFlowOver, selectFlowHost, takeFlow } from "./flows-store.ts";
import { sessionHashOf, sha256 } from "./start-consent.ts";

/**
 * A provider has sent somebody back: takes the flow that they left by, once, and answers where to send
 * them: to its page in the dashboard, or first to the own host that they left from, where their session
 * is. A browser asks for a page, so it is sent to one that says what is wrong; others get the problem
 * itself. Throws `consent_unknown` for a state that is unknown, used, too old or another session's.
 */
export async function takeCallback(
  ctx: PublicCtx,
  provider: Provider,
  request: Request,
): Promise<string> {
  const { searchParams, search } = new URL(request.url);
  const stateHash = sha256(searchParams.get("state") ?? "");
  if (!ctx.ownHost) {
    const elsewhere = await handOver(ctx, provider, stateHash, search);
    if (elsewhere !== null) return elsewhere;
  }
  let flow: FlowRow | null = null;
  try {
    const person = await identifyCookie(ctx, request, null);
    if (!person) throw new AppError("unauthenticated", "Sign in, then connect the mailbox again.");
    assertHasFactor(person.caller);
    flow = await takeFlow(ctx.install, {
      ...(ctx.ownHost ? { ticketHash: sha256(searchParams.get("ticket") ?? "") } : { stateHash }),
      host: ctx.ownHost?.host ?? null,
      sessionHash: sessionHashOf(person.caller),
      provider,
      now: ctx.now(),
    });
    if (!flow) throw unknown();
    // The person arrived at BASE_URL, whatever address a proxy forwarded to.
    const answer = flow.answer === null ? search : await ctx.vault.open(flow.answer, ANSWER_PLACE);
    const callback = new URL(`${ctx.settings.BASE_URL}/api/v1/oauth/callback/${provider}${answer}`);
    const page =
      flow.purpose === "organisation"
        ? await finishOrganisation({ ...ctx, caller: person.caller }, callback)
        : await finish(ctx, flow, callback, request);
    return `${originHere(ctx)}${page}`;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !wantsPage(request)) throw thrown;
    return `${originHere(ctx)}${problemPage(flow, thrown)}`;
  }
}

/** Where a provider's answer is sealed until its own host asks for it. */
const ANSWER_PLACE = "oauth_flows:answer";

/**
 * Providers know one address of the install, but the session of who left from an own host is there.
 * The answer waits here under a ticket, which works once, in that session, at that host. Who comes too
 * late is sent there as well: they know no other. Null: the flow did not begin at an own host.
 */
async function handOver(
  ctx: PublicCtx,
  provider: Provider,
  stateHash: string,
  search: string,
): Promise<string | null> {
  const host = await selectFlowHost(ctx.install, stateHash, provider);
  if (host === null) return null;
  const origin = originOfHost(ctx.settings, host);
  const ticket = randomBytes(32).toString("base64url");
  const isKept = await handFlowOver(
    ctx.install,
    { stateHash, host, now: ctx.now() },
    { ticketHash: sha256(ticket), answer: await ctx.vault.seal(search, ANSWER_PLACE) },
  );
  return isKept
    ? `${origin}/api/v1/oauth/callback/${provider}?ticket=${ticket}`
    : `${origin}${problemPage(null, unknown())}`;
}

async function finish(
  ctx: PublicCtx,
  flow: FlowRow,
  callback: URL,
  request: Request,
): Promise<string> {
  const { workspaceId } = flow;
  if (workspaceId === null) throw unknown();
  const known = await identifyCookie(ctx, request, workspaceId);
  if (known?.entry !== "allowed") throw forbidden();
  assertMayDo(known.caller, "connections.edit");
  const member: MemberCtx = { ...inWorkspace(ctx, workspaceId), caller: known.caller };
  const id = await connectMailbox(member, { ...flow, workspaceId }, callback);
  return `/w/${workspaceId}/mailboxes/${id}`;
}

async function finishOrganisation(ctx: CallerCtx, callback: URL): Promise<string> {
  assertMayDo(ctx.caller, "organisations.edit");
  return `/admin/connections?organisation=${await finishAdminConsent(ctx, callback)}`;
}

const forbidden = (): AppError =>
  new AppError("forbidden", "Your role does not allow this. Ask an admin.");

const unknown = (): AppError =>
  new AppError(
    "consent_unknown",
    "This answer of the provider is unknown, was used already or is older than ten minutes. Connect the mailbox again.",
  );

const wantsPage = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("text/html");

/** The page of the mailbox, or of all mailboxes, which says what is wrong; no words of the provider in an address. */
function problemPage(flow: FlowRow | null, { code }: AppError): string {
  const problem = `connect_problem=${code}`;
  if (flow?.purpose === "organisation") return `/admin/connections?${problem}`;
  if (flow?.workspaceId == null) return `/?${problem}`;
  const mailbox = flow.mailboxId === null ? "" : `/${flow.mailboxId}`;
  return `/w/${flow.workspaceId}/mailboxes${mailbox}?${problem}`;
}
