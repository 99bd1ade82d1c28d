import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import {
  ASSET_HEADERS,
  HASHED_CACHE,
  HASHED_PATH,
  PAGE_CACHE,
} from "#platform/http/headers/asset-headers.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

/** One file of the build, ready to be sent. */
export type AssetFile = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same, compressed; null where that would not be smaller. */
  readonly zipped: Uint8Array<ArrayBuffer> | null;
  /** An eighth smaller still; null until it was asked for once and made, which takes a moment. */
  readonly brotli: () => Uint8Array<ArrayBuffer> | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
};

/** The whole build by path, in memory: a later build does not change what this process serves. */
export async function readDashboardFiles(
  directory: string,
  hsts: string | null,
): Promise<ReadonlyMap<string, AssetFile>> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith("_"));
  const loaded = await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(directory, file).split(sep).join("/")}`;
      return [path, await load(path, new Uint8Array(await readFile(file)), hsts)] as const;
    }),
  );
  return new Map(loaded);
}

/** Compresses as well as can be, beside everything else, when somebody first asks. */
function madeOnce(bytes: Uint8Array<ArrayBuffer>): () => Uint8Array<ArrayBuffer> | null {
  let made: Uint8Array<ArrayBuffer> | null = null;
  let isAsked = false;
  return () => {
    if (isAsked) return made;
    isAsked = true;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    // Without it, gzip goes on serving.
    brotliCompress(bytes, { params }, (fault, best) => {
      if (!fault) made = new Uint8Array(best);
    });
    return null;
  };
}

async function load(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  hsts: string | null,
): Promise<AssetFile> {
  const { "Strict-Transport-Security": _, ...headers } = ASSET_HEADERS;
  const zipped = new Uint8Array(await promisify(gzip)(bytes));
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return {
    bytes,
    zipped: zipped.length < bytes.length ? zipped : null,
    brotli: zipped.length < bytes.length ? madeOnce(bytes) : () => null,
    etag,
    headers: {
      ...headers,
      ...(hsts !== null && { "Strict-Transport-Security": hsts }),
      "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
      "Cache-Control": path.startsWith(HASHED_PATH) ? HASHED_CACHE : PAGE_CACHE,
      ETag: etag,
      Vary: "Accept-Encoding",
    },
  };
}
