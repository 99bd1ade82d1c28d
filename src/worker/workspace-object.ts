import { DurableObject } from "cloudflare:workers";
// Made by `npm run build`.
import migrations from "#dist/migrations.sql";
import { tickOfWorkspace } from "#app/jobs/tick.ts";
import { isQuiet } from "#modules/operations/health/is-quiet.ts";
import { systemNow } from "#platform/adapters/clock.ts";
import { describe } from "#platform/ctx/log.ts";
import { filesOfBundle } from "#platform/db/bundled-migrations.ts";
import type { AnyDb } from "#platform/db/db.ts";
import { BEGIN_IDS, idsBefore, IDS_UNBEGUN } from "#platform/db/ids-apart.ts";
import { type Asked, overObject, type Answered } from "#platform/db/over-object.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { workerDeps } from "./deps.ts";
import type { Env } from "./env.ts";
import { nextTick, soonTick } from "./workspaces/next-tick.ts";
import { migrateStorage, runStatements } from "./workspaces/storage.ts";

/** The files of `drizzle/`, in their order. */
const MIGRATIONS = filesOfBundle(migrations);

/**
 * The database of one workspace, in storage of its own, and its clock: an alarm runs the sweeps of a
 * database in here. Statements come by `batch`, no matter who asks.
 */
export class WorkspaceObject extends DurableObject<Env> {
  readonly #storage: DurableObjectStorage;
  readonly #db: AnyDb;
  #isOpen = false;
  /** When the alarm rings; null: it is not set. */
  #armedAt: number | null = null;
  #tickedAt = -Infinity;

  constructor(ctx: DurableObjectState<{}>, env: Env) {
    super(ctx, env);
    this.#storage = ctx.storage;
    this.#db = overObject((asked) => runStatements(this.#storage, asked));
    void ctx.blockConcurrencyWhile(async () => {
      this.#armedAt = await ctx.storage.getAlarm();
    });
  }

  /**
   * Before the first row of a workspace; does nothing where it has begun. Throws where another one
   * lies here, as after the install's database was put back to a time before its number was given.
   */
  begin(id: WorkspaceId, createdAt: UnixMs): void {
    const { kv } = this.#storage;
    const known = kv.get<number>("created_at");
    if (kv.get("gone") === true || (known !== undefined && known !== createdAt))
      throw new Error(`the object of workspace ${id} has held another one`);
    if (known !== undefined) return;
    kv.put("workspace", id);
    kv.put("created_at", createdAt);
    this.#open(id);
  }

  /** Runs statements in one transaction. Null: the workspace was purged. Throws where none was begun. */
  batch(asked: readonly Asked[]): readonly Answered[] | null {
    const { kv } = this.#storage;
    if (kv.get("gone") === true) return null;
    const id = kv.get<WorkspaceId>("workspace");
    if (id === undefined)
      throw new Error("the workspace has no database here: was DATABASES changed over its rows?");
    this.#open(id);
    const answered = runStatements(this.#storage, asked);
    if (answered.some(({ rowsWritten }) => rowsWritten > 0)) this.#noteWrite();
    return answered;
  }

  /** Sets the alarm where it is not set. */
  async wake(): Promise<void> {
    if (this.#armedAt === null && this.#workspace() !== null) await this.#arm(systemNow());
  }

  /** Deletes everything, once the workspace is gone for good. */
  async remove(): Promise<void> {
    await this.#storage.deleteAlarm();
    await this.#storage.deleteAll();
    this.#armedAt = null;
    this.#isOpen = false;
    this.#storage.kv.put("gone", true);
  }

  /** A tick. It never fails, and the next one is set before it begins: an alarm that fails is given up. */
  override async alarm(): Promise<void> {
    this.#armedAt = null;
    const id = this.#workspace();
    if (id === null) return;
    const now = systemNow();
    this.#tickedAt = now;
    await this.#arm(now + MINUTE_MS);
    try {
      await this.#tick(id, now);
    } catch (cause) {
      console.error(JSON.stringify({ event: "workspace.tick_failed", cause: describe(cause) }));
    }
  }

  async #tick(id: WorkspaceId, now: number): Promise<void> {
    this.#open(id);
    const own = { id, db: this.#db };
    const deps = workerDeps(this.env, (work) => this.ctx.waitUntil(work), own);
    await tickOfWorkspace(deps, id);
    if (!(await isQuiet({ db: this.#db, workspaceId: id }))) return;
    const next = nextTick(now, this.#writtenAt());
    // Something written meanwhile has asked for an earlier one.
    if (this.#armedAt === now + MINUTE_MS && next > this.#armedAt) await this.#arm(next);
  }

  /** The workspace that lies here; null: none. */
  #workspace(): WorkspaceId | null {
    const { kv } = this.#storage;
    return kv.get("gone") === true ? null : (kv.get<WorkspaceId>("workspace") ?? null);
  }

  /** Applies what is new of the migrations, once for each life of the object. */
  #open(id: WorkspaceId): void {
    if (this.#isOpen) return;
    const { sql } = this.#storage;
    migrateStorage(this.#storage, MIGRATIONS);
    if (sql.exec(IDS_UNBEGUN).toArray().length > 0) sql.exec(BEGIN_IDS, idsBefore(id));
    this.#isOpen = true;
  }

  readonly #writtenAt = (): number => this.#storage.kv.get<number>("written_at") ?? 0;

  /** By somebody else than the tick: one is wanted soon. A row for each minute in which something is written. */
  #noteWrite(): void {
    const now = systemNow();
    if (now - this.#writtenAt() >= MINUTE_MS) this.#storage.kv.put("written_at", now);
    const soon = soonTick(now, this.#tickedAt);
    if (this.#armedAt === null || this.#armedAt > soon) void this.#arm(soon);
  }

  async #arm(at: number): Promise<void> {
    this.#armedAt = at;
    await this.#storage.setAlarm(at);
  }
}
