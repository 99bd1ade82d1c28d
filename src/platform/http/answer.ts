import type { Caller, Deps, OwnHost } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** What a verb's route answers; the mount turns it into a Response. */
export type Answer = {
  readonly status: 200 | 201 | 202 | 204;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export const ok = (body: unknown, headers?: Record<string, string>): Answer => ({
  status: 200,
  body,
  ...(headers && { headers }),
});
export const created = (
  body: unknown,
  location: string,
  headers?: Record<string, string>,
): Answer => ({
  status: 201,
  body,
  headers: { ...headers, Location: location },
});
/** Work that goes on in the background. */
export const accepted = (body: unknown): Answer => ({ status: 202, body });
export const noContent = (headers?: Record<string, string>): Answer => ({
  status: 204,
  ...(headers && { headers }),
});

/** What travels with a request through Hono. */
export type AppEnv = {
  Bindings: object;
  Variables: {
    deps: Deps;
    requestId: string;
    clientAddress: string;
    ownHost: OwnHost | null;
    /** The policy that the route's own answer came with. */
    ownPolicy?: string | null;
    caller?: Caller;
    /** Who asked, permitted or not, for the log: `user:7`, `key:3`, `user:7 by user:1`. */
    by?: string;
    /** The code of the problem that was answered. */
    problem?: string;
    workspaceId?: WorkspaceId;
  };
};
