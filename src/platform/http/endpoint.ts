import type { z } from "zod";
import type { CallerCtx, MemberCtx, Person, PublicCtx } from "#platform/ctx/ctx.ts";
import type { Action } from "#platform/access/permissions.ts";
import type { ErrorCode } from "#platform/rules/errors.ts";
import type { Answer } from "./answer.ts";
import type { Deprecation } from "./deprecation.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Who a route is for: anybody, a signed-in caller, or a caller inside the workspace of `:wid`. */
export type Scope = "public" | "caller" | "workspace";

type CtxOf<S extends Scope> = S extends "workspace"
  ? MemberCtx
  : S extends "caller"
    ? CallerCtx
    : PublicCtx;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

type Shapes = {
  readonly params?: z.ZodType | undefined;
  readonly query?: z.ZodType | undefined;
  readonly body?: z.ZodType | undefined;
};

/** A file that came in a part of a body. */
export type GivenFile = { readonly name: string; readonly bytes: Buffer };

type Files = {
  readonly part: string;
  readonly about: string;
  /** Reads and checks such a body within the bounds of the route: its fields, as `body` has them, and its files. */
  readonly read: (
    request: Request,
  ) => Promise<{ readonly body: unknown; readonly files: readonly GivenFile[] }>;
};

/** What the documentation adds to the schemas. */
type DocsOnly = {
  /** What it does, who may, what it changes: what the summary has no room for. */
  readonly description?: string | undefined;
  /** Text parts of a multipart body, beside its part `file`; the route reads and checks them itself. */
  readonly form?: z.ZodType | undefined;
  /** Its JSON body may come as parts of multipart/form-data as well, with files in parts of this name. */
  readonly files?: Files | undefined;
  /** JSON body that the route reads and checks itself. */
  readonly reads?: z.ZodType | undefined;
  /** Content type of the whole body, where it is no JSON; the route reads it itself. */
  readonly takes?: string | undefined;
  /** Request headers that the route reads itself: what each is for. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Content type of a body that is no JSON. */
  readonly produces?: string | undefined;
  /** What its operation is called where its path alone would name it like another one. */
  readonly operationId?: string | undefined;
  /** It is going to be removed: its responses and its documentation say so. */
  readonly deprecated?: Deprecation | undefined;
  /** Problems that follow neither from scope nor from method nor from schemas. */
  readonly problems?: readonly ErrorCode[] | undefined;
};

/** A request and its answer where the examples of their schemas do not fit. */
type Example<B> = { readonly body?: B | undefined; readonly answer?: unknown };

/** 400, 404 and 503 only where their body is the route's own answer, not a problem. */
export type AnswerStatus = 200 | 201 | 202 | 204 | 303 | 400 | 404 | 503;

export type Input<P, Q, B> = {
  readonly params: Out<P>;
  readonly query: Out<Q>;
  readonly body: Out<B>;
  /** Of a route that takes some beside its fields. */
  readonly files: readonly GivenFile[];
  /** The request itself, for streams and odd content types. */
  readonly request: Request;
};

/**
 * One route: who may call it, what it takes, what it answers. The same record mounts the handler,
 * enforces the permission table, validates, and writes the API's documentation.
 */
export type Endpoint = Shapes &
  DocsOnly & {
    readonly method: Method;
    readonly path: string;
    readonly scope: Scope;
    /** The row of the permission table; null only for public routes. */
    readonly action: Action | null;
    readonly summary: string;
    readonly example?: Example<unknown> | undefined;
    /** Body schema by status; null for no body, and for bytes. */
    readonly answers: Readonly<Partial<Record<AnswerStatus, z.ZodType | null>>>;
    /** JSON unless the route reads `request` itself. */
    readonly consumes: "json" | "other";
    /** Bytes of a JSON body. */
    readonly maxBytes: number;
    /** Whether a person has to have proved who they are a moment ago; keys never do. */
    readonly reauthentication: Reauthentication | null;
    /** Whether a person may, whose role needs a second factor that they do not have yet. */
    readonly beforeFactor: boolean;
    /** The bucket that callers' addresses share; null: none, or the caller's own limit. */
    readonly limit: Bucket | null;
    readonly handle: (ctx: never, input: never) => Promise<Answer | Response>;
  };

/** Requests of one address that are counted together. */
export type Bucket = "login" | "register" | "report" | "sso";

/** 256 KB unless a route says otherwise. */
export const DEFAULT_MAX_BODY_BYTES = 256 * 1024;

/** What needs a fresh proof of who is asking. */
export type Reauthentication = {
  /** When, as the documentation says it. */
  readonly when: string;
  readonly applies: (person: Person, body: unknown) => boolean;
};
/** Of every request. */
const ALWAYS: Reauthentication = { when: "always", applies: () => true };

/** Declares a route; `handle` sees the context of its scope and validated input. */
export function endpoint<
  S extends Scope,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  declaration: DocsOnly & {
    method: Method;
    path: string;
    scope: S;
    action: S extends "public" ? null : Action;
    summary: string;
    example?: Example<B extends z.ZodType ? z.input<B> : never>;
    params?: P;
    query?: Q;
    body?: B;
    answers: Endpoint["answers"];
    consumes?: "json" | "other";
    maxBytes?: number;
    limit?: Bucket;
    reauthentication?: true | Reauthentication;
    beforeFactor?: true;
  },
  handle: (ctx: CtxOf<S>, input: Input<P, Q, B>) => Promise<Answer | Response>,
): Endpoint {
  return {
    ...declaration,
    consumes: declaration.consumes ?? "json",
    maxBytes: declaration.maxBytes ?? DEFAULT_MAX_BODY_BYTES,
    limit: declaration.limit ?? null,
    reauthentication:
      declaration.reauthentication === true ? ALWAYS : (declaration.reauthentication ?? null),
    beforeFactor: declaration.beforeFactor ?? false,
    handle,
  };
}

/** Prefix of every tenant route. */
export const WORKSPACE_PATH = "/api/v1/workspaces/:wid";

/** Every POST of a signed-in caller but sign-in, set-up, keys (shown once) and uploads. */
export const takesIdempotencyKey = (e: Endpoint): boolean =>
  e.method === "POST" &&
  e.consumes === "json" &&
  e.scope !== "public" &&
  !/\/(auth|setup|api-keys)(\/|$)/.test(e.path);

/** Parameters of paths that hold row ids: digits only, so that fixed segments win and anything else is 404. */
export const ID_PARAMETERS =
  /:(wid|id|stepId|approvalId|version|mailboxId|leadId|sendId|jobId|logId|noteId|ruleId|mid|n|uid)\b/g;
