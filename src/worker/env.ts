import type { Job } from "#platform/ctx/job.ts";
import type { CompanionContainer } from "./companion-container.ts";
import type { JournalObject } from "./journal-object.ts";
import type { WorkspaceObject } from "./workspace-object.ts";
import { parseSettings, type Settings, SettingsError } from "#platform/ctx/settings.ts";

/** What wrangler.toml binds; every other entry is a setting, as var or secret. */
export type Env = {
  readonly DB: D1Database;
  readonly CRITICAL: Queue<Job>;
  readonly DEFAULT: Queue<Job>;
  readonly LOW: Queue<Job>;
  /** The files of the dashboard and of /docs. */
  readonly ASSETS?: Fetcher;
  /** Workers AI, where the operator bound it. */
  readonly AI?: Ai;
  /** The companion, where it runs as a container. */
  readonly COMPANION?: DurableObjectNamespace<CompanionContainer>;
  /** The companion's journal. */
  readonly JOURNAL?: DurableObjectNamespace<JournalObject>;
  /** The databases of workspaces, where each has its own. */
  readonly WORKSPACES?: DurableObjectNamespace<WorkspaceObject>;
  /** What was deployed; its tag is the commit. */
  readonly VERSION?: WorkerVersionMetadata;
} & Readonly<Record<string, unknown>>;

/** Where requests for the container are addressed; the name is not looked up. */
const CONTAINER_URL = "http://companion.internal";

const parsed = new WeakMap<Env, Settings>();

/**
 * The settings, parsed once per isolate. Throws `SettingsError`. There is no HOST when hosted:
 * whether tenants may reach private networks follows from BASE_URL alone.
 */
export function settingsOf(env: Env): Settings {
  const known = parsed.get(env);
  if (known) return known;
  const base = env["BASE_URL"];
  if (typeof base !== "string" || !URL.canParse(base)) {
    throw new SettingsError(["BASE_URL is missing: set the public address of this Worker."]);
  }
  const settings = parseSettings({
    ...env,
    HOST: new URL(base).hostname,
    ...(env.COMPANION === undefined ? {} : { COMPANION_URL: CONTAINER_URL }),
  });
  const fault = faultOfDatabases(env, settings);
  if (fault !== null) throw new SettingsError([fault]);
  parsed.set(env, settings);
  return settings;
}

/** What is wrong with DATABASES here; null for nothing. */
function faultOfDatabases(env: Env, { DATABASES, DATABASE_URL }: Settings): string | null {
  if (DATABASES === "one") return null;
  if (env.WORKSPACES === undefined)
    return "DATABASES=per_workspace needs the binding WORKSPACES of wrangler.toml.";
  if (DATABASE_URL === undefined) return null;
  return "DATABASES=per_workspace keeps the install in D1: leave DATABASE_URL out.";
}
