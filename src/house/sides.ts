import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { resolveImport } from "./imports.ts";

/*
 * Which table belongs to whom. A workspace may lie in a database of its own (`Deps.shards`), the
 * install's tables never do: src/docs/decisions/0018-two-sides-of-the-schema.md says why each is
 * where it is. Statements of either side run through their own type of database (`InstallDb`, `Db`).
 */

/** In the install's first database alone: reached through `deps.install`. */
export const OF_INSTALL: readonly string[] = [
  "api_keys",
  "auth_tickets",
  "dead_letters",
  "dns_routes",
  "domain_checks",
  "email_changes",
  "install_key_workspaces",
  "install_keys",
  "erasures",
  "first_contacts",
  "install_seeds",
  "install_settings",
  "install_suppressions",
  "integrations",
  "invitation_workspaces",
  "invitations",
  "mail_organisation_addresses",
  "mail_organisations",
  "move_boxes",
  "move_campaigns",
  "move_clients",
  "move_found",
  "move_mails",
  "moves",
  "oauth_clients",
  "oauth_flows",
  "passkeys",
  "password_resets",
  "provider_calls",
  "provider_keys",
  "push_messages",
  "push_subscriptions",
  "rate_windows",
  "recovery_codes",
  "sessions",
  "sign_in_failures",
  "sign_in_sources",
  "sso_flows",
  "sso_identities",
  "system_updates",
  "templates",
  "totp_factors",
  "tracking_domains",
  "usage_months",
  "users",
  "warmup_exchange_nonces",
  "warmup_exchanges",
  "warmup_pool",
  "workspace_brands",
  "workspace_figures",
  "figure_totals",
  "figure_ranks",
  "workspace_hosts",
  "workspace_members",
];

/** In the database of the workspace: reached through `ctx.db`. */
export const OF_WORKSPACE: readonly string[] = [
  "bookings",
  "campaign_approvals",
  "campaign_drafts",
  "campaign_leads",
  "campaign_mailboxes",
  "campaign_rules",
  "campaign_versions",
  "campaigns",
  "contests",
  "crm_deals",
  "daily_usage",
  "events",
  "hit_batches",
  "hits",
  "imap_cursors",
  "import_errors",
  "import_links",
  "job_files",
  "jobs",
  "lead_tags",
  "leads",
  "list_leads",
  "listings",
  "lists",
  "mail_drafts",
  "mail_grants",
  "mailbox_import_rows",
  "mailbox_imports",
  "mailboxes",
  "message_index",
  "messages",
  "notifications",
  "outbox",
  "paces",
  "forecasts",
  "report_rows",
  "reports",
  "reputation_runs",
  "receipt_chains",
  "receipt_heads",
  "receipt_marks",
  "receipt_people",
  "receipts",
  "reply_drafts",
  "reply_files",
  "placement_mails",
  "placement_searches",
  "placement_seeds",
  "placement_tests",
  "postmaster_figures",
  "push_causes",
  "reply_opt_outs",
  "reply_templates",
  "resends",
  "retention",
  "rule_runs",
  "samples",
  "sandbox_mails",
  "segments",
  "sends",
  "stats",
  "steps",
  "suppression_copies",
  "suppressions",
  "tags",
  "tasks",
  "thread_notes",
  "thread_presence",
  "threads",
  "tls_rows",
  "validation_results",
  "validation_retries",
  "validation_rows",
  "warmup_days",
  "warmup_mails",
  "warmups",
  "webhook_attempts",
  "webhook_deliveries",
  "webhooks",
  "workspace_settings",
];

/** In both, and how they are kept the same. */
export const OF_BOTH: Readonly<Record<string, string>> = {
  workspaces: "the install's row is the truth; the copy beside the rows it counts follows it",
  idempotency_keys: "a key lies beside what its request writes",
  audit_log: "a line stands in the batch of its deed, and is collected in the install's log",
};

export type Sided = { readonly path: string; readonly text: string };
type Side = "install" | "workspace";

const TABLE = /^export const (\w+) = sqliteTable\(\s*"(\w+)"/gm;
const NAMED = /^import (type )?\{([^}]*)\} from "([^"]+)"/gm;

/** A context that claims to be inside a workspace and has kept its database. */
const BY_HAND = /\{\s*\.\.\.(?:ctx|deps|inside),\s*workspaceId\b/;

const sideOf = (table: string): Side | null =>
  OF_INSTALL.includes(table) ? "install" : OF_WORKSPACE.includes(table) ? "workspace" : null;

/** Every source below `root`/src that may name a table or a database. */
export const readSides = (root: string): readonly Sided[] =>
  globSync("{app,modules,platform,server,worker}/**/*.ts", { cwd: join(root, "src") })
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, "src", path), "utf8") }));

/** Tables that stand in no list or in two, names in a list that are no table, and sources that mix the sides. */
export function sideViolations(files: readonly Sided[]): readonly string[] {
  const tables = new Map(
    files.flatMap(({ path, text }) =>
      [...text.matchAll(TABLE)].map(([, name = "", table = ""]) => [`${path} ${name}`, table]),
    ),
  );
  const listed = [...OF_INSTALL, ...OF_WORKSPACE, ...Object.keys(OF_BOTH)];
  const real = [...tables.values()];
  return [
    ...real
      .filter((table) => listed.filter((name) => name === table).length !== 1)
      .map((table) => `src/house/sides.ts must name ${table} once: the install's or a workspace's`),
    ...listed
      .filter((name) => !real.includes(name))
      .map((name) => `src/house/sides.ts names ${name}: there is no such table`),
    ...files.flatMap((file) => mixed(file, tables)),
    ...files
      .filter(({ text }) => BY_HAND.test(text))
      .map(({ path }) => `src/${path} enters a workspace by hand: inWorkspace finds its database`),
  ];
}

function mixed({ path, text }: Sided, tables: ReadonlyMap<string, string>): string[] {
  const named = [...text.matchAll(NAMED)].flatMap(([, type, names = "", from = ""]) =>
    names
      .split(",")
      .map(
        (name) =>
          name
            .trim()
            .replace(/^type /, "")
            .split(" as ")[0] ?? "",
      )
      .filter((name) => name !== "")
      .map((name) => ({ name, isType: type !== undefined, to: resolveImport(path, from) })),
  );
  const sides = new Set<Side>();
  for (const { name, to, isType } of named) {
    const side = sideOf(tables.get(`${to} ${name}`) ?? "");
    if (side && !isType) sides.add(side);
  }
  const takes = (type: string): boolean =>
    named.some(({ name, to }) => name === type && to === "platform/db/db.ts");
  if (sides.size === 2) return [`src/${path} names tables of the install and of workspaces`];
  if (sides.size > 0 && takes("AnyDb")) {
    return [`src/${path} reaches tables of one side by any database`];
  }
  if (sides.has("install") && takes("Db")) {
    return [`src/${path} reaches tables of the install by the database of a workspace`];
  }
  if (sides.has("workspace") && takes("InstallDb")) {
    return [`src/${path} reaches tables of workspaces by the install's database`];
  }
  return [];
}
