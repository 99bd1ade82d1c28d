import type { Harness } from "./harness.ts";

export type UploadParts = readonly (readonly [name: string, value: string | Uint8Array])[];

/** A multipart body with its parts in this order; the part `file` becomes a file. */
export function uploadForm(parts: UploadParts, filename = "leads.csv"): FormData {
  const data = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === "string" && name !== "file") data.append(name, value);
    else data.append(name, new Blob([value as string]), filename);
  }
  return data;
}

/** Uploads a CSV; more parts may stand before and behind it. */
export const upload = (
  t: Harness,
  wid: number,
  file: string | Uint8Array | UploadParts,
  filename?: string,
) =>
  t.post(
    `/api/v1/workspaces/${wid}/leads/upload`,
    uploadForm(
      typeof file === "string" || file instanceof Uint8Array ? [["file", file]] : file,
      filename,
    ),
  );

/** The rows of a query, straight from the database. */
export async function rowsOf(t: Harness, sql: string): Promise<Record<string, unknown>[]> {
  return (await t.client.execute(sql)).rows.map((row) => ({ ...row }));
}

/** Kept counters that differ from their rows: none, whatever happened. */
export const counterDrift = (t: Harness) =>
  rowsOf(
    t,
    `SELECT 'workspace ' || id AS what, lead_count AS kept FROM workspaces w
       WHERE lead_count <> (SELECT count(*) FROM leads WHERE workspace_id = w.id)
     UNION ALL SELECT 'list ' || id, lead_count FROM lists l
       WHERE lead_count <> (SELECT count(*) FROM list_leads WHERE list_id = l.id)
     UNION ALL SELECT 'campaign ' || c.id, s.leads FROM campaigns c JOIN stats s ON s.campaign_id = c.id
         AND s.workspace_id = c.workspace_id AND s.dimension = 'total'
       WHERE s.leads <> (SELECT count(*) FROM campaign_leads WHERE campaign_id = c.id)
     UNION ALL SELECT 'stats ' || workspace_id, leads FROM stats s WHERE campaign_id = 0 AND dimension = 'total'
         AND leads <> (SELECT count(*) FROM campaign_leads WHERE workspace_id = s.workspace_id)`,
  );
