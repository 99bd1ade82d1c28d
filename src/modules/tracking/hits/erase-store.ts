import { sql, type SQL } from "drizzle-orm";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { hits } from "#modules/events/schema/events.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";

/** Blanks where a person clicked and from which address of the net. */
export const blankHits = ({ db, workspaceId }: WorkspaceCtx, those: SQL): Statement[] => [
  db.run(sql`
    UPDATE ${hits} SET url = CASE WHEN url IS NULL THEN NULL ELSE '' END, signals = json_remove(signals, '$.address')
    WHERE workspace_id = ${workspaceId}
      AND send_id IN (SELECT id FROM ${sends} WHERE ${those})`),
];
