import { createHash } from "node:crypto";
import type { Context, Hono, MiddlewareHandler } from "hono";
import {
  type Caller,
  callerName,
  type Deps,
  inWorkspace,
  type OwnHost,
} from "#platform/ctx/ctx.ts";
import { usedOnlyBy } from "#platform/ctx/usage.ts";
import { originHere } from "#platform/ctx/own-host.ts";
import type { LimitRule, Taken } from "#platform/ctx/limiter.ts";
import { assertMayDo } from "#platform/access/permissions.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { Answer, AppEnv } from "./answer.ts";
import { jsonBody } from "./body.ts";
import { readAuthCookie } from "./cookie.ts";
import { assertSameSite } from "./csrf.ts";
import { noteDeprecation } from "./deprecation.ts";
import {
  type Bucket,
  type Endpoint,
  type GivenFile,
  ID_PARAMETERS,
  takesIdempotencyKey,
} from "./endpoint.ts";
import { isOnOwnHosts, refuseOnOwnHosts } from "./own-hosts.ts";
import { assertWithin, limitAddress, rateHeaders } from "./rate-limit.ts";
import { assertFactor, assertProved } from "./reauthentication.ts";
import { validate } from "./validate.ts";

/** What a request says about who sent it. */
export type Credentials = {
  readonly cookie: string | null;
  readonly bearer: string | null;
  /** Where the request comes from, as the host knows it. */
  readonly clientAddress: string;
  /** The own host that the request came to: what is good elsewhere may be nothing there. */
  readonly ownHost: OwnHost | null;
};

/** A caller, its standing in the workspace that was asked for, and its limit with this request counted. */
export type Identified = {
  readonly caller: Caller;
  /** Null where no workspace was asked for. */
  readonly entry: "allowed" | "forbidden" | "unknown" | null;
  /** Why valid credentials are refused here and now: a key that expired, stopped or is used elsewhere. */
  readonly refusal: AppError | null;
  readonly rule: LimitRule;
  readonly taken: Taken;
};

/** Reads who is asking; null without valid credentials. */
export type Identify = (
  deps: Deps,
  credentials: Credentials,
  workspaceId: WorkspaceId | null,
) => Promise<Identified | null>;

/** What mounting needs of the features above. */
export type Gates = {
  readonly identify: Identify;
  /** Counts a request against a rule. */
  readonly take: (deps: Deps, key: string, rule: LimitRule) => Promise<Taken>;
  /** Answers a repeated Idempotency-Key with its first answer. */
  readonly once: (
    deps: Deps,
    request: { caller: Caller; method: string; path: string; key: string; body: string },
    /** Writes through the databases that it is given. */
    act: (over: Pick<Deps, "db" | "install">) => Promise<Answer>,
  ) => Promise<Answer>;
};

/** Mounts declared endpoints in order; the checks of each come in one order. */
export function mount(app: Hono<AppEnv>, endpoints: readonly Endpoint[], gates: Gates): void {
  for (const e of endpoints) {
    const chain: MiddlewareHandler<AppEnv>[] = [];
    if (!isOnOwnHosts(e)) chain.push(refuseOnOwnHosts);
    const telling = noteDeprecation(e);
    if (telling) chain.push(telling);
    if (e.limit !== null) chain.push(limitByAddress(e.limit, gates.take));
    if (e.scope !== "public") chain.push(admit(e, gates.identify));
    if (e.method !== "GET" && e.consumes === "json")
      chain.push(unlessForm(e, jsonBody(e.maxBytes)));
    if (e.params) chain.push(validate("param", e.params));
    if (e.query) chain.push(validate("query", e.query));
    if (e.body) chain.push(unlessForm(e, validate("json", e.body)));
    app.on(e.method, [digitIds(e.path)], ...chain, (c: Context<AppEnv>) => run(e, c, gates));
  }
}

/** Whether the fields come as parts beside files. */
const isForm = (e: Endpoint, request: Request): boolean =>
  e.files !== undefined &&
  /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "");

/** Of routes that take files: their own reader takes a body with parts. */
const unlessForm = (e: Endpoint, step: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> =>
  e.files === undefined
    ? step
    : async (c, next) => {
        if (isForm(e, c.req.raw)) return next();
        return step(c, next);
      };

const digitIds = (path: string): string => path.replace(ID_PARAMETERS, ":$1{[0-9]{1,15}}");

function admit(e: Endpoint, identify: Identify): MiddlewareHandler<AppEnv> {
  return async function admitCaller(c, next) {
    const deps = c.get("deps");
    const ownHost = c.get("ownHost");
    const credentials = credentialsOf(c.req.raw, c.get("clientAddress"), ownHost);
    const wid = e.scope === "workspace" ? (Number(c.req.param("wid")) as WorkspaceId) : null;
    const known = await identify(deps, credentials, wid);
    if (!known) throw new AppError("unauthenticated", "Sign in, or send a valid API key.");
    c.set("by", nameInLog(known.caller));
    noteOwner(e, known, wid);
    for (const [name, value] of Object.entries(rateHeaders(known.rule, known.taken))) {
      c.header(name, value);
    }
    assertWithin(known.rule, known.taken);
    if (known.refusal) throw known.refusal;
    if (credentials.bearer === null && e.method !== "GET") {
      assertSameSite(c.req.raw, originHere({ settings: deps.settings, ownHost }));
    }
    assertFactor(e, known.caller);
    if (known.entry === "forbidden") {
      throw new AppError("workspace_forbidden", "Ask an admin to assign you to this workspace.");
    }
    if (known.entry === "unknown") throw new AppError("not_found", "Workspace not found.");
    if (e.action === null) throw new AppError("forbidden", "This route has no permission.");
    assertMayDo(known.caller, e.action);
    c.set("caller", known.caller);
    if (wid !== null) c.set("workspaceId", wid);
    await next();
  };
}

/** Whose use the request is: its workspace's, else that of the key; what people do outside is the install's. */
function noteOwner(e: Endpoint, { caller, entry }: Identified, wid: WorkspaceId | null): void {
  // A tool enters the workspace that it is called for.
  if (e.action === "mcp.use") return;
  if (wid !== null) return usedOnlyBy(entry === "allowed" ? wid : null);
  usedOnlyBy(caller.byKey && caller.keyKind === "workspace" ? caller.workspaceId : null);
}

/** Who is asking, for the log, by id alone; an admin who acts as somebody is named as well. */
function nameInLog(caller: Caller): string {
  const admin = caller.byKey ? null : caller.impersonator;
  return admin === null ? callerName(caller) : `${callerName(caller)} by user:${admin.id}`;
}

/** Of one address, where the operator sets nothing. */
const PER_MINUTE: Partial<Readonly<Record<Bucket, number>>> = {
  /** Nobody reads ten reports a minute, each in three parts. */
  report: 30,
  /** A whole office comes from one address, and nothing is guessed here; each way out is a row. */
  sso: 60,
};

/** Attempts of one address in a minute, successful ones as well. */
function limitByAddress(bucket: Bucket, take: Gates["take"]): MiddlewareHandler<AppEnv> {
  return async function countAddress(c, next) {
    const deps = c.get("deps");
    const limit = PER_MINUTE[bucket] ?? deps.settings.LOGIN_LIMIT_PER_MINUTE;
    const rule = { name: bucket, limit, windowSeconds: 60 };
    const taken = await take(deps, `${bucket}:${limitAddress(c.get("clientAddress"))}`, rule);
    for (const [name, value] of Object.entries(rateHeaders(rule, taken))) c.header(name, value);
    assertWithin(rule, taken);
    await next();
  };
}

function credentialsOf(
  request: Request,
  clientAddress: string,
  ownHost: OwnHost | null,
): Credentials {
  const [scheme, token] = (request.headers.get("authorization") ?? "").split(" ");
  return {
    cookie: readAuthCookie(request.headers.get("cookie")),
    bearer: scheme?.toLowerCase() === "bearer" && token ? token : null,
    clientAddress,
    ownHost,
  };
}

/** What tells one body with files from another: its boundary is new each time, fields and files are not. */
const digestOf = (body: unknown, files: readonly GivenFile[]): string =>
  JSON.stringify([
    body,
    files.map(({ name, bytes }) => [name, createHash("sha256").update(bytes).digest("hex")]),
  ]);

/** Signing in and up is the install's own, whichever workspaces it looks into. */
const isOfSignIn = ({ scope, path }: Endpoint): boolean =>
  scope === "public" && /^\/api\/v1\/(?:auth|setup)\//.test(path);

async function run(e: Endpoint, c: Context<AppEnv>, gates: Gates): Promise<Response> {
  if (isOfSignIn(e)) usedOnlyBy(null);
  const deps = c.get("deps");
  const workspaceId = c.get("workspaceId");
  const ctx = {
    ...(workspaceId === undefined ? deps : inWorkspace(deps, workspaceId)),
    requestId: c.get("requestId"),
    clientAddress: c.get("clientAddress"),
    ownHost: c.get("ownHost"),
    userAgent: c.req.header("user-agent") ?? "",
    sessionToken: readAuthCookie(c.req.header("cookie") ?? null),
    caller: c.get("caller"),
  };
  const form = e.files && isForm(e, c.req.raw) ? await e.files.read(c.req.raw) : null;
  const valid = (part: string): unknown => c.req.valid(part as never);
  const input = {
    params: e.params && valid("param"),
    query: e.query && valid("query"),
    body: form ? form.body : e.body && valid("json"),
    files: form?.files ?? [],
    request: c.req.raw,
  };
  if (ctx.caller) assertProved(e, ctx.caller, input.body, deps.now());
  // The declaration typed `handle` for exactly this scope and these schemas; see `endpoint`.
  const handle = e.handle as (ctx: unknown, input: unknown) => Promise<Answer | Response>;
  const key = c.req.header("idempotency-key");
  const answer =
    key !== undefined && ctx.caller && takesIdempotencyKey(e)
      ? await gates.once(
          ctx,
          {
            caller: ctx.caller,
            method: e.method,
            path: c.req.path,
            key,
            body: form ? digestOf(form.body, form.files) : await c.req.text(),
          },
          // JSON routes answer records, never a Response of their own.
          (over) => handle({ ...ctx, ...over }, input) as Promise<Answer>,
        )
      : await handle(ctx, input);
  if (answer instanceof Response) return answer;
  const headers = { "Cache-Control": "no-store", ...answer.headers };
  return answer.status === 204
    ? c.body(null, 204, headers)
    : c.json(answer.body as object, answer.status, headers);
}
