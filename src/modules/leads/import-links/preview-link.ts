import type {
  ImportLinkPreview,
  PreviewImportLinkBody,
} from "#modules/leads/contract/import-links.ts";
import { readFileRows } from "#modules/leads/files/read-rows.ts";
import { presentRead } from "#modules/leads/imports/present-import.ts";
import { HEAD_RECORDS } from "#modules/leads/rules/files/find-header.ts";
import { type FileRecord, openRows } from "#modules/leads/rules/files/open-rows.ts";
import { shownUrl } from "#modules/leads/rules/import-links/file-url.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { ImportLinkId } from "#platform/rules/ids.ts";
import { SECOND_MS } from "#platform/rules/time.ts";
import { meantUrl, openUrl } from "./link-url.ts";
import { findLink } from "./manage-links.ts";
import { openFile } from "./open-file.ts";

/** A person waits for it. */
const FETCH_WITHIN_MS = 30 * SECOND_MS;
const SHOWN_ROWS = 5;
const SHOWN_CHARS = 200;

/**
 * Reads the beginning of a file and hangs up; stores nothing. Throws `validation_failed` where there
 * is no file to be had, or no list in it, and `not_found` for a foreign link.
 */
export async function previewLink(
  ctx: WorkspaceCtx,
  body: PreviewImportLinkBody,
): Promise<ImportLinkPreview> {
  const url = await urlOf(ctx, body);
  const file = await openFile(ctx, url, null, FETCH_WITHIN_MS);
  if (file === null) throw new Error("nothing was asked for by its marks");
  try {
    const source = readFileRows(file.bytes, body.sheet === null ? {} : { sheet: body.sheet });
    const head: FileRecord[] = [];
    for await (const records of source.rows) {
      head.push(...records);
      if (head.length >= HEAD_RECORDS) break;
    }
    if (head.length === 0) throw invalidField("url", "empty_file", "The file is empty.");
    const opened = openRows(head, body.mapping);
    return {
      url: shownUrl(url),
      header_line: opened.headerLine,
      ...presentRead({ workbook: source.facts().workbook, opened }),
      rows: opened.sample
        .slice(0, SHOWN_ROWS)
        .map((row) =>
          opened.guesses.map((_, index) => (row[index] ?? "").slice(0, SHOWN_CHARS).toWellFormed()),
        ),
    };
  } finally {
    await file.bytes.return(undefined);
  }
}

async function urlOf(ctx: WorkspaceCtx, { url, link_id: id }: PreviewImportLinkBody) {
  if (url !== undefined) return meantUrl(ctx, url);
  if (id === undefined) throw new AppError("validation_failed", "Send url or link_id.");
  return openUrl(ctx, (await findLink(ctx, id as ImportLinkId)).url);
}
