import type { Db, InstallDb } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { Role, Standing } from "#platform/access/permissions.ts";
import type { ReaderLanguage, SignInMethod } from "#platform/rules/choices.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import type { Hooks } from "./hooks.ts";
import type { Limiter } from "./limiter.ts";
import { describe, type Log } from "./log.ts";
import type {
  Arrivals,
  Avatars,
  Departures,
  Disk,
  Dns,
  Documents,
  Egress,
  HitRecorder,
  HostedAi,
  Installer,
  MailService,
  Queue,
  SendJournal,
  Tables,
} from "./ports.ts";
import type { Settings } from "./settings.ts";
import { type UsageBuffer, usedBy } from "./usage.ts";
import type { Vault } from "./vault.ts";

/**
 * Where workspaces lie. A database holds its workspaces' rows and a copy of their rows of
 * `workspaces`; accounts, sessions and whatever else is the install's are in the first one alone.
 */
export type Shards = {
  /** The database of a workspace: one of its own, or one that it shares. */
  of(workspaceId: WorkspaceId): Db;
  /** The install's. */
  readonly first: Db;
  /** All of them, the first one first. */
  all(): readonly Db[] | Promise<readonly Db[]>;
  /** Which of all holds the rows of a workspace, also while that moves. Absent: `of` tells. */
  holding?(workspaceId: WorkspaceId): Db;
  /** Before the first row of a workspace that was made at that time. Absent: nothing has to be made for it. */
  add?(workspaceId: WorkspaceId, createdAt: UnixMs): void | Promise<void>;
  /** Deletes the database of a workspace that is gone. Absent: its rows are deleted one by one, and that is all. */
  remove?(workspaceId: WorkspaceId): Promise<void>;
  /**
   * Each database but the first has a tick of its own: the install's asks none of them, and knows what
   * they reported to it. `own`: the workspace whose tick this is. Absent: one tick looks at all.
   */
  readonly apartTicks?: { readonly own: WorkspaceId | null };
  /** Those that a tick has to look at now, but the first one. Absent: all of them. */
  due?(now: UnixMs): readonly Db[];
  /** Lets a tick work in one of those. Rejects, before it begins, where that database cannot be opened. */
  turn?(db: Db, work: () => Promise<void>): Promise<void>;
  /** A number that is another one after each write to a database. Absent: nobody counts. */
  writes?(db: Db): number | null;
};

/** Everything a verb may reach. Built once per process, or per invocation in the Worker. */
export type Deps = {
  /** For the tables of the install. It stays what it is, whatever workspace a verb works in. */
  readonly install: InstallDb;
  /** For the tables of workspaces: the database of the one that a verb works in. */
  readonly db: Db;
  /** Absent: one database holds everything. */
  readonly shards?: Shards;
  readonly now: () => UnixMs;
  /** Lets time pass. */
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
  readonly settings: Settings;
  readonly limiter: Limiter;
  readonly queue: Queue;
  /** What later modules answer earlier ones. */
  readonly hooks: Hooks;
  readonly hits: HitRecorder;
  /** Takes what work used, on the way to the rows of the month. */
  readonly usage: UsageBuffer;
  readonly mail: MailService;
  /** Null: the companion keeps it on its own disk. */
  readonly journal: SendJournal | null;
  readonly egress: Egress;
  readonly hostedAi: HostedAi | null;
  readonly dns: Dns;
  readonly avatars: Avatars;
  readonly tables: Tables;
  readonly documents: Documents;
  readonly vault: Vault;
  readonly installer: Installer;
  /** Absent: the database lies with somebody else. */
  readonly disk?: Disk;
  /** Absent: this host takes no workspace in. */
  readonly arrivals?: Arrivals;
  /** Absent: none can leave this host. */
  readonly departures?: Departures;
};

/** Deps narrowed to one workspace. The only way to tenant rows: stores take id and database from here. */
export type WorkspaceCtx = Deps & { readonly workspaceId: WorkspaceId };

/** Narrows to a workspace, and to the database in which it lies. */
export const inWorkspace = <D extends Pick<Deps, "db" | "shards">>(
  deps: D,
  workspaceId: WorkspaceId,
): D & { readonly workspaceId: WorkspaceId } => {
  usedBy(workspaceId);
  return { ...deps, db: databaseOf(deps, workspaceId), workspaceId };
};

const databaseOf = ({ db, shards }: Pick<Deps, "db" | "shards">, workspaceId: WorkspaceId): Db =>
  shards?.of(workspaceId) ?? db;

/** Every database of the install, the first one first. */
export const databasesOf = async ({
  db,
  shards,
}: Pick<Deps, "db" | "shards">): Promise<readonly Db[]> => shards?.all() ?? [db];

/** The databases that a tick has to look at beside the first one. */
export const dueDatabases = async (
  deps: Pick<Deps, "db" | "shards" | "now">,
): Promise<readonly Db[]> => {
  if (deps.shards?.apartTicks) return [];
  return deps.shards?.due?.(deps.now()) ?? (await databasesOf(deps)).slice(1);
};

/** Whether this is the database of workspaces alone, and not the install's first one. */
export const isApart = ({ db, shards }: Pick<Deps, "db" | "shards">): boolean =>
  shards !== undefined && shards.first !== db;

/**
 * What each database answers. A workspace's own one that cannot be asked is logged and left out: it
 * holds up no other.
 */
export async function askEach<T>(
  deps: Pick<Deps, "db" | "shards" | "log">,
  ask: (db: Db) => Promise<T>,
): Promise<readonly T[]> {
  const answers = await Promise.all(
    (await databasesOf(deps)).map(async (db) => {
      try {
        return [await ask(db)];
      } catch (cause) {
        if (!isApart({ ...deps, db })) throw cause;
        deps.log("workspace.unavailable", { cause: describe(cause) }, "error");
        return [];
      }
    }),
  );
  return answers.flatMap((answer) => answer);
}

/** Which of the databases of the install holds the rows of a workspace. */
export const holdingOf = (deps: Pick<Deps, "db" | "shards">, workspaceId: WorkspaceId): Db =>
  deps.shards?.holding?.(workspaceId) ?? databaseOf(deps, workspaceId);

/** Whether a workspace lies in another database than the install's tables. */
export const liesApart = (deps: Pick<Deps, "db" | "shards">, workspaceId: WorkspaceId): boolean =>
  deps.shards !== undefined && holdingOf(deps, workspaceId) !== deps.shards.first;

/** Rows of any number of workspaces, by the database in which they lie. */
export function byDatabase<T extends { readonly workspaceId: WorkspaceId }>(
  { db, shards }: Pick<Deps, "db" | "shards">,
  rows: readonly T[],
): ReadonlyMap<Db, readonly T[]> {
  if (!shards) return new Map([[db, rows]]);
  return Map.groupBy(rows, ({ workspaceId }) => shards.of(workspaceId));
}

/** Who is asking, as the database sees them at this moment: a person, or an API key. */
export type Caller = Person | KeyHolder;

export type Person = {
  readonly byKey: false;
  readonly userId: UserId;
  readonly role: Role;
  readonly only: Standing["only"];
  readonly name: string;
  readonly email: string;
  readonly username: string;
  readonly language: ReaderLanguage | null;
  readonly createdAt: UnixMs;
  readonly sessionId: string;
  /** What the session was opened with. */
  readonly method: SignInMethod;
  /** When the person last proved who they are: the sign-in, or a later confirmation. */
  readonly provedAt: UnixMs;
  /** The role needs a second factor, and the person has none: they may only set one. */
  readonly needsFactor: boolean;
  /** The admin behind an impersonated session. */
  readonly impersonator: { readonly id: UserId; readonly name: string } | null;
};

type Key = {
  readonly byKey: true;
  readonly keyId: number;
  readonly name: string;
  /** Its scopes. */
  readonly only: Standing["only"];
};

/** A key of one workspace. */
export type WorkspaceKey = Key & {
  readonly keyKind: "workspace";
  readonly role: "employee" | "client";
  /** The only workspace that the key opens. */
  readonly workspaceId: WorkspaceId;
};

/** A key of the install: an admin to the permission table, as far as that lets keys. */
export type InstallKey = Key & {
  readonly keyKind: "install";
  readonly role: "admin";
  /** Whether it opens all workspaces; else those that it names. */
  readonly everywhere: boolean;
};

export type KeyHolder = WorkspaceKey | InstallKey;

/** How events and logs name a caller: `user:7`, `key:3`, `install_key:3`. */
export function callerName(caller: Caller): string {
  if (!caller.byKey) return `user:${caller.userId}`;
  return `${caller.keyKind === "install" ? "install_key" : "key"}:${caller.keyId}`;
}

/** The person behind a caller, for `created_by` columns; null for a key. */
export const userIdOf = (caller: Caller): UserId | null => (caller.byKey ? null : caller.userId);

/** The caller as a person. Routes for people only are closed to keys by the permission table. */
export function personOf(caller: Caller): Person {
  if (caller.byKey)
    throw new AppError("forbidden", "This requires a signed-in person, not an API key.");
  return caller;
}

/** A workspace's own host for its dashboard and report, which serves that workspace alone. */
export type OwnHost = { readonly workspaceId: WorkspaceId; readonly host: string };

export type RequestInfo = {
  readonly requestId: string;
  readonly clientAddress: string;
  /** The own host that a request came to; null: the install's address. */
  readonly ownHost: OwnHost | null;
  /** What the browser calls itself; "" where nobody said. */
  readonly userAgent: string;
  /** The token in its cookie, not verified; null: none. */
  readonly sessionToken: string | null;
};
/** For routes without a caller. */
export type PublicCtx = Deps & RequestInfo;
/** For signed-in routes outside a workspace. */
export type CallerCtx = PublicCtx & { readonly caller: Caller };
/** For routes under /workspaces/:wid, after access to it was checked. */
export type MemberCtx = CallerCtx & { readonly workspaceId: WorkspaceId };

/**
 * Deps whose log lines, queue messages and calls of the companion carry the id of the request, or
 * of the tick, that they belong to, so that one search of the log finds everything it set off.
 */
export function traced<D extends Deps>(deps: D, trace: string): D {
  return {
    ...deps,
    log: (event, fields, level) => deps.log(event, { ...fields, request: trace }, level),
    queue: { send: (job, options) => deps.queue.send(job, { ...options, trace }) },
    mail: deps.mail.traced?.(trace) ?? deps.mail,
  };
}
