import type { Db } from "#db/db.ts";
import type { Role } from "#domain/access/roles.ts";
import type { UnixMs, UserId, WorkspaceId } from "#domain/ids.ts";
import type { Log } from "./log.ts";
import type { Egress, HitRecorder, MailService, Queue } from "./ports.ts";
import type { Settings } from "./settings.ts";
import type { Vault } from "./vault.ts";

/** Everything a verb may reach. Built once per process, or per invocation in the Worker. */
export type Deps = {
  readonly db: Db;
  readonly now: () => UnixMs;
  readonly log: Log;
  readonly settings: Settings;
  readonly queue: Queue;
  readonly hits: HitRecorder;
  readonly mail: MailService;
  readonly egress: Egress;
  readonly vault: Vault;
};

/** Deps narrowed to one workspace. The only way to tenant rows: stores take the id from here. */
export type WorkspaceCtx = Deps & { readonly workspaceId: WorkspaceId };

export const inWorkspace = (deps: Deps, workspaceId: WorkspaceId): WorkspaceCtx => ({
  ...deps,
  workspaceId,
});

/** Who is asking, as the database sees them at this moment. */
export type Caller = {
  readonly userId: UserId;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly username: string;
  readonly createdAt: UnixMs;
  readonly sessionId: string;
  /** The admin behind an impersonated session. */
  readonly impersonator: { readonly id: UserId; readonly name: string } | null;
};

export type RequestInfo = { readonly requestId: string; readonly clientAddress: string };
/** For routes without a caller. */
export type PublicCtx = Deps & RequestInfo;
/** For signed-in routes outside a workspace. */
export type CallerCtx = PublicCtx & { readonly caller: Caller };
/** For routes under /workspaces/:wid, after access to it was checked. */
export type MemberCtx = CallerCtx & { readonly workspaceId: WorkspaceId };
