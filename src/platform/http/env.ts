import type { Caller, Deps } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** What travels with a request through Hono. */
export type AppEnv = {
  Bindings: object;
  Variables: {
    deps: Deps;
    requestId: string;
    clientAddress: string;
    caller?: Caller;
    workspaceId?: WorkspaceId;
  };
};
