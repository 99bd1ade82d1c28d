import type { z } from "zod";
import type { CallerCtx, MemberCtx, PublicCtx } from "#core/ctx.ts";
import type { Action } from "#domain/access/permissions.ts";
import type { Answer } from "./answer.ts";

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

export type Input<P, Q, B> = {
  readonly params: Out<P>;
  readonly query: Out<Q>;
  readonly body: Out<B>;
  /** The request itself, for streams and odd content types. */
  readonly request: Request;
};

/**
 * One route: who may call it, what it takes, what it answers. The same record mounts the handler,
 * enforces the permission table, validates, and writes the API's documentation.
 */
export type Endpoint = Shapes & {
  readonly method: Method;
  readonly path: string;
  readonly scope: Scope;
  /** The row of the permission table; null only for public routes. */
  readonly action: Action | null;
  readonly summary: string;
  /** Body schema by status. 204 has none. */
  readonly answers: Readonly<Partial<Record<200 | 201 | 202 | 204, z.ZodType | null>>>;
  /** JSON unless the route reads `request` itself. */
  readonly consumes: "json" | "other";
  /** Bytes of a JSON body. */
  readonly maxBytes: number;
  /** The bucket that callers' addresses share (spec 8); null: none, or the caller's own limit. */
  readonly limit: "login" | "register" | null;
  readonly handle: (ctx: never, input: never) => Promise<Answer | Response>;
};

/** 256 KB unless a route says otherwise (reliability 6). */
export const DEFAULT_MAX_BODY_BYTES = 256 * 1024;

/** Declares a route; `handle` sees the context of its scope and validated input. */
export function endpoint<
  S extends Scope,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  declaration: {
    method: Method;
    path: string;
    scope: S;
    action: S extends "public" ? null : Action;
    summary: string;
    params?: P;
    query?: Q;
    body?: B;
    answers: Endpoint["answers"];
    consumes?: "json" | "other";
    maxBytes?: number;
    limit?: "login" | "register";
  },
  handle: (ctx: CtxOf<S>, input: Input<P, Q, B>) => Promise<Answer | Response>,
): Endpoint {
  return {
    ...declaration,
    consumes: declaration.consumes ?? "json",
    maxBytes: declaration.maxBytes ?? DEFAULT_MAX_BODY_BYTES,
    limit: declaration.limit ?? null,
    handle,
  };
}

/** Prefix of every tenant route. */
export const WORKSPACE_PATH = "/api/v1/workspaces/:wid";
