/** What `wrangler.toml` leaves open. */
export type Deployment = {
  readonly name: string;
  readonly databaseId: string;
  readonly baseUrl: string;
  /** `container`, the address of a companion that runs elsewhere, or null: mail is sent by the Worker itself. */
  readonly companion: string | null;
  /** Of its Durable Objects' classes, the newest change that the deployed Worker has; null for none. */
  readonly migrationTag: string | null;
  /** Settings that are no secrets, by name. */
  readonly vars: Readonly<Record<string, string>>;
};

const OPEN_DATABASE = "00000000-0000-0000-0000-000000000000";

/** Names of the install's queues. */
export const queuesOf = (name: string): readonly string[] =>
  ["critical", "default", "low", "dead"].map((line) => `${name}-${line}`);

/** `wrangler.toml` completed for one account. Throws where the file is not the one that this expects. */
export function completeConfig(toml: string, deployment: Deployment): string {
  const { name, databaseId, baseUrl, companion, migrationTag, vars } = deployment;
  if (!toml.includes(OPEN_DATABASE)) throw new Error("wrangler.toml names a database already");
  if (!toml.includes(MIGRATIONS)) throw new Error("wrangler.toml has other migrations");
  const all = {
    BASE_URL: baseUrl,
    ...vars,
    ...(companion !== null && companion !== "container" ? { COMPANION_URL: companion } : {}),
  };
  const lines = Object.entries(all).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  const named = toml
    .replace(OPEN_DATABASE, databaseId)
    .replace(/^name = .*$/m, `name = ${JSON.stringify(name)}`)
    .replaceAll(/(queue = )"outrider-/g, `$1"${name}-`)
    .replace(/^database_name = .*$/m, `database_name = ${JSON.stringify(name)}`)
    .replace(/^\[vars\]\n(?:\w+ = .*\n)*/m, () => `[vars]\n${lines.join("\n")}\n`);
  const isContainer = companion === "container";
  const migrated = named.replace(MIGRATIONS, migrationsOf(isContainer, migrationTag));
  return isContainer ? migrated + CONTAINER : migrated;
}

const migration = (tag: string, className: string): string =>
  `[[migrations]]\ntag = "${tag}"\nnew_sqlite_classes = ["${className}"]\n`;

const JOURNAL = migration("journal-1", "JournalObject");
/** As wrangler.toml has them. */
const MIGRATIONS = [JOURNAL, migration("workspaces-1", "WorkspaceObject")].join("\n");

/**
 * How the classes of Durable Objects came, one after the other. A class whose objects have
 * containers must come together with its container, so it is not there before one is asked for; and
 * what a Worker has had once stays in its list.
 */
function migrationsOf(isContainer: boolean, tag: string | null): string {
  // Deployed with a container before the journal had a class of its own.
  if (tag?.startsWith("companion-")) {
    return [
      migration("companion-1", "CompanionContainer"),
      migration("companion-2", "JournalObject"),
      migration("companion-3", "WorkspaceObject"),
    ].join("\n");
  }
  // Deployed with a container before workspaces had a class of their own.
  if (tag === "journal-2" || tag === "journal-3") {
    return [
      JOURNAL,
      migration("journal-2", "CompanionContainer"),
      migration("journal-3", "WorkspaceObject"),
    ].join("\n");
  }
  if (!isContainer && tag !== "workspaces-2") return MIGRATIONS;
  return [MIGRATIONS, migration("workspaces-2", "CompanionContainer")].join("\n");
}

/** One companion: it is the one that paces every mailbox. */
const CONTAINER = `
[[containers]]
class_name = "CompanionContainer"
image = "./src/companion/Dockerfile"
image_build_context = "."
max_instances = 1
instance_type = "basic"

[[durable_objects.bindings]]
name = "COMPANION"
class_name = "CompanionContainer"
`;
