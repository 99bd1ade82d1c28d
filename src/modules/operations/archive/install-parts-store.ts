import { sql } from "drizzle-orm";
import { workspaceBrands, workspaceHosts } from "#modules/accounts/schema/brands.ts";
import { trackingDomains } from "#modules/links/schema/tracking-domains.ts";
import type { InstallDb } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { ArchivedRow } from "./archive-store.ts";

type Select = (db: InstallDb, id: WorkspaceId) => Promise<ArchivedRow[]>;

/** What the install's own tables have of a workspace, by their names: a row of each at most. */
export const PARTS_OF_INSTALL: Readonly<Record<string, Select>> = {
  // Without the token that proves it here.
  tracking_domains: (db, id) =>
    db.all(sql`
      SELECT workspace_id, host, status, verified_at FROM ${trackingDomains} WHERE workspace_id = ${id}`),
  workspace_brands: (db, id) =>
    db.all(sql`
      SELECT workspace_id, name, accent, sender_name, sender_email, logo, created_at, updated_at
      FROM ${workspaceBrands} WHERE workspace_id = ${id}`),
  workspace_hosts: (db, id) =>
    db.all(sql`
      SELECT workspace_id, host, status, verified_at FROM ${workspaceHosts} WHERE workspace_id = ${id}`),
};
