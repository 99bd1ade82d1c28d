import { type CallerCtx, inWorkspace, type MemberCtx, type PublicCtx } from "#platform/ctx/ctx.ts";
import { assertMayDo } from "#platform/access/permissions.ts";
import { identify } from "#modules/accounts/sign-in/identify.ts";
import { readAuthCookie } from "#platform/http/cookie.ts";
import { assertHasFactor } from "#platform/http/reauthentication.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { Provider } from "#modules/connections/rules/kinds.ts";
import { finishAdminConsent } from "#modules/connections/organisations/finish-admin-consent.ts";
import { connectMailbox } from "./finish-consent.ts";
import { type FlowRow, takeFlow } from "./flows-store.ts";
import { sessionHashOf, sha256 } from "./start-consent.ts";

/**
 * A provider has sent somebody back: takes the flow that they left by, once, and answers where in
 * the dashboard to send them. A browser asks for a page, so it is sent to one that
 * says what is wrong; others get the problem itself. Throws `consent_unknown` for a state that is
 * unknown, used, too old or another session's.
 */
export async function takeCallback(
  ctx: PublicCtx,
  provider: Provider,
  request: Request,
): Promise<string> {
  // The person arrived at BASE_URL, whatever address a proxy forwarded to.
  const { search } = new URL(request.url);
  const callback = new URL(`${ctx.settings.BASE_URL}/api/v1/oauth/callback/${provider}${search}`);
  const cookie = readAuthCookie(request.headers.get("cookie"));
  let flow: FlowRow | null = null;
  try {
    const person = await identify(
      ctx,
      { cookie, bearer: null, clientAddress: ctx.clientAddress },
      null,
    );
    if (!person) throw new AppError("unauthenticated", "Sign in, then connect the mailbox again.");
    assertHasFactor(person.caller);
    flow = await takeFlow(ctx.install, {
      stateHash: sha256(callback.searchParams.get("state") ?? ""),
      sessionHash: sessionHashOf(person.caller),
      provider,
      now: ctx.now(),
    });
    if (!flow) throw unknown();
    return flow.purpose === "organisation"
      ? await finishOrganisation({ ...ctx, caller: person.caller }, callback)
      : await finish(ctx, flow, callback, cookie);
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !wantsPage(request)) throw thrown;
    return problemPage(flow, thrown);
  }
}

async function finish(
  ctx: PublicCtx,
  flow: FlowRow,
  callback: URL,
  cookie: string | null,
): Promise<string> {
  const { workspaceId } = flow;
  if (workspaceId === null) throw unknown();
  const known = await identify(
    ctx,
    { cookie, bearer: null, clientAddress: ctx.clientAddress },
    workspaceId,
  );
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
