import { createHash } from "node:crypto";
import { makeZip } from "client-zip";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { readClient } from "#modules/operations/clients/list-clients.ts";
import { type CallerCtx, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { type UnixMs, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { type ArchivedRow, type Place, selectInstallRows, selectRows } from "./archive-store.ts";
import { PARTS_OF_INSTALL } from "./install-parts-store.ts";
import { MOVE_PARTS } from "./move-parts-store.ts";
import { PARTS } from "./parts-store.ts";

/** Raised where a reader of the last version could misread an archive. */
const ARCHIVE_VERSION = 1;

/** Rows of one query: a million leads take 500, and a hosted invocation has a thousand. */
const ROWS_PER_QUERY = 2_000;

type PartOf = {
  readonly name: string;
  readonly rows: () => AsyncIterable<readonly ArchivedRow[]>;
};
/** What the manifest tells of a part. */
type Written = {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
};

/**
 * Everything of a client as one zip archive, read while it is sent: its size costs no memory. Written
 * to the audit log before it begins. Throws `not_found`.
 */
export async function exportClient(
  ctx: CallerCtx,
  id: WorkspaceId,
): Promise<{ readonly body: ReadableStream<Uint8Array>; readonly filename: string }> {
  const client = await readClient(ctx, id);
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "client.exported",
      workspaceId: id,
      target: { type: "workspace", id },
    }),
  ]);
  const now = ctx.now();
  return {
    body: makeZip(filesOf(inWorkspace(ctx, id), now)),
    filename: `${client.workspace.slug}-${iso(now).slice(0, 10)}.zip`,
  };
}

const utf8 = new TextEncoder();

/** The files in their order; the manifest is last, since it tells what the others came to. */
async function* filesOf(ctx: WorkspaceCtx, startedAt: UnixMs) {
  const written: Written[] = [];
  for (const part of partsOf(ctx)) {
    const name = `${part.name}.ndjson`;
    yield { name, lastModified: startedAt, input: linesOf(part, (done) => written.push(done)) };
  }
  const manifest = {
    format: "outrider-client",
    version: ARCHIVE_VERSION,
    workspace_id: ctx.workspaceId,
    started_at: iso(startedAt),
    finished_at: iso(ctx.now()),
    parts: written,
  };
  yield {
    name: "manifest.json",
    lastModified: startedAt,
    input: `${JSON.stringify(manifest, null, 2)}\n`,
  };
}

function partsOf(ctx: WorkspaceCtx): PartOf[] {
  const { db, install, workspaceId } = ctx;
  const parts = PARTS.map((part) =>
    paged(part.name, (after) => selectRows(db, workspaceId, part, after, ROWS_PER_QUERY)),
  );
  const ofMoves = MOVE_PARTS.map((part) =>
    paged(part.name, (after) =>
      selectInstallRows(install, part, workspaceId, after, ROWS_PER_QUERY),
    ),
  );
  const ofInstall = Object.entries(PARTS_OF_INSTALL).map(([name, select]): PartOf => ({
    name,
    async *rows() {
      yield await select(install, workspaceId);
    },
  }));
  return [...parts, ...ofInstall, ...ofMoves];
}

/** A part that is read page by page, each behind the one before. */
const paged = (
  name: string,
  select: (after: Place | null) => ReturnType<typeof selectRows>,
): PartOf => ({
  name,
  async *rows() {
    let after: Place | null = null;
    do {
      const page: Awaited<ReturnType<typeof select>> = await select(after);
      yield page.rows;
      after = page.next;
    } while (after !== null);
  },
});

async function* linesOf(
  { name, rows }: PartOf,
  done: (written: Written) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let [count, size] = [0, 0];
  for await (const page of rows()) {
    if (page.length === 0) continue;
    const bytes = utf8.encode(page.map((row) => `${JSON.stringify(shown(row))}\n`).join(""));
    hash.update(bytes);
    count += page.length;
    size += bytes.length;
    yield bytes;
  }
  done({ name, rows: count, bytes: size, sha256: hash.digest("hex") });
}

const TIME = /_(?:at|until|since)$/;

/** Times as ISO 8601, and nothing of what opens another service. */
function shown(row: ArchivedRow): ArchivedRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (TIME.test(name) && typeof value === "number") return [name, iso(unixMs(value))];
      if (name === "value" && typeof value === "object" && value !== null)
        return [name, withoutSecrets(value)];
      // The address of a chat's webhook is all that it takes to write there.
      if (name === "url" && row["provider"]) return [name, null];
      return [name, value];
    }),
  );
}

/** Of settings: keys and addresses that the database keeps sealed. */
function withoutSecrets(settings: unknown): unknown {
  const copy = structuredClone(settings) as Record<string, Record<string, unknown> | undefined>;
  delete copy["ai"]?.["api_key"];
  delete copy["notifications"]?.["slack"];
  return copy;
}
