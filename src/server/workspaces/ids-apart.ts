import type { Client } from "@libsql/client";
import { BEGIN_IDS, IDS_UNBEGUN, idsBefore } from "#platform/db/ids-apart.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** Gives tables that are new in a workspace's database the beginning of their ids. */
export async function keepIdsApart(client: Client, id: WorkspaceId): Promise<void> {
  const { rows } = await client.execute(IDS_UNBEGUN);
  if (rows.length > 0) await client.execute({ sql: BEGIN_IDS, args: [idsBefore(id)] });
}
