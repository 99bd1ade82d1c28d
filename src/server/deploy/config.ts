/** What `wrangler.toml` leaves open. */
export type Deployment = {
  readonly name: string;
  readonly databaseId: string;
  readonly baseUrl: string;
  /** `container`, the address of a companion that runs elsewhere, or null: mail is sent by the Worker itself. */
  readonly companion: string | null;
  /** Settings that are no secrets, by name. */
  readonly vars: Readonly<Record<string, string>>;
};

const OPEN_DATABASE = "00000000-0000-0000-0000-000000000000";

/** Names of the install's queues. */
export const queuesOf = (name: string): readonly string[] =>
  ["critical", "default", "low", "dead"].map((line) => `${name}-${line}`);

/** `wrangler.toml` completed for one account. Throws where the file is not the one that this expects. */
export function completeConfig(toml: string, deployment: Deployment): string {
  const { name, databaseId, baseUrl, companion, vars } = deployment;
  if (!toml.includes(OPEN_DATABASE)) throw new Error("wrangler.toml names a database already");
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
  return companion === "container" ? named + CONTAINER : named;
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

[[migrations]]
tag = "companion-1"
new_sqlite_classes = ["CompanionContainer"]
`;
