import type { Deps } from "#platform/ctx/ctx.ts";
import type { Download, EgressFailure } from "#platform/ctx/ports.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { type AppError, invalidField } from "#platform/rules/errors.ts";
import { BrokenDownload } from "#platform/rules/net/egress-failure.ts";
import { readableText } from "#platform/rules/outside-text.ts";
import { fileTooLarge, MAX_FILE_BYTES } from "#modules/leads/rules/fields.ts";
import {
  fileMark,
  isPageType,
  isSignIn,
  isWebPage,
  refuseLink,
} from "#modules/leads/rules/import-links/file-url.ts";

const MAX_REDIRECTS = 5;

/** What a server said of the file that was read last. */
export type FileMarks = { readonly etag: string | null; readonly lastModified: string | null };

export type OpenedFile = FileMarks & {
  /** Read it to its end, or end it with `return`: the connection is open until then. */
  readonly bytes: AsyncGenerator<Uint8Array>;
};

/**
 * Begins to fetch a file through the guard of the install; every address that it leads to is judged
 * again. Null: it is the one that `known` describes. Throws `validation_failed` where there is no
 * file to be had, saying why; so does reading, and `payload_too_large` above 100 MB.
 */
export async function openFile(
  ctx: Pick<Deps, "egress" | "settings">,
  first: string,
  known: FileMarks | null,
  timeoutMs: number,
): Promise<OpenedFile | null> {
  let url = first;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (refuseLink(url, { allowPrivate: allowsPrivateNetworks(ctx.settings) }) !== null) {
      throw unreached("blocked");
    }
    const got = await ctx.egress.download({ url, headers: headersOf(known), timeoutMs });
    if (!got.ok) throw unreached(got.error);
    const { reply } = got;
    if (reply.status === 200) return readyFile(reply, timeoutMs);
    await reply.close();
    if (reply.status === 304 && known !== null) return null;
    const target = redirectOf(reply, url);
    if (target === null) throw refusedWith(reply.status);
    if (isSignIn(target)) throw needsLogin();
    url = target;
  }
  throw invalidField("url", "too_many_redirects", "The address redirects more than five times.");
}

const headersOf = (known: FileMarks | null): Record<string, string> => ({
  Accept: "text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, */*;q=0.5",
  "User-Agent": "Outrider",
  ...(known?.etag && { "If-None-Match": known.etag }),
  ...(known?.lastModified && { "If-Modified-Since": known.lastModified }),
});

function redirectOf({ status, header }: Download, from: string): string | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null;
  return URL.parse(header("location") ?? "", from)?.href ?? null;
}

async function readyFile(reply: Download, timeoutMs: number): Promise<OpenedFile> {
  const source = limited(reply, timeoutMs);
  try {
    if (Number(reply.header("content-length") ?? 0) > MAX_FILE_BYTES) throw fileTooLarge();
    const begin = await source.next();
    const first = begin.done ? new Uint8Array() : begin.value;
    const isPage =
      isPageType(reply.header("content-type") ?? "") ||
      isWebPage(readableText(first.subarray(0, 1_024)));
    if (isPage) throw needsLogin();
    const bytes = (async function* () {
      try {
        if (first.length > 0) yield first;
        yield* source;
      } finally {
        await reply.close();
      }
    })();
    return {
      bytes,
      etag: fileMark(reply.header("etag") ?? ""),
      lastModified: fileMark(reply.header("last-modified") ?? ""),
    };
  } catch (thrown) {
    await reply.close();
    throw thrown;
  }
}

async function* limited({ body }: Download, timeoutMs: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_FILE_BYTES) throw fileTooLarge();
      yield chunk;
    }
  } catch (thrown) {
    if (!(thrown instanceof BrokenDownload)) throw thrown;
    throw thrown.failure === "timeout" && size > 0 ? tooSlow(timeoutMs) : unreached(thrown.failure);
  }
}

const tooSlow = (timeoutMs: number): AppError =>
  invalidField(
    "url",
    "link_too_slow",
    `The file did not arrive within ${timeoutMs / 1_000} seconds.`,
  );

const needsLogin = (): AppError =>
  invalidField(
    "url",
    "link_needs_login",
    "The address answers a web page instead of a file, so it probably needs a log-in. Publish the sheet (in Google Sheets: File, Share, Publish to web, as CSV), or share it with anyone who has the link.",
  );

function refusedWith(status: number): AppError {
  if (status === 401 || status === 403) return needsLogin();
  if (status === 404 || status === 410) {
    return invalidField(
      "url",
      "link_not_found",
      `There is no file at this address (status ${status}). Copy the address again.`,
    );
  }
  if (status === 429 || status >= 500) {
    return invalidField(
      "url",
      "link_unavailable",
      `The server cannot give the file now (status ${status}). It is tried again later.`,
    );
  }
  return invalidField("url", "link_refused", `The server answered with status ${status}.`);
}

const REASONS: Readonly<Record<EgressFailure, string>> = {
  timeout: "The server did not answer in time.",
  refused: "The server refused the connection.",
  dns: "The host of the address does not exist.",
  tls: "The server has no valid certificate.",
  blocked: "The address leads to a network that Outrider may not reach.",
  reset: "The connection broke off.",
};

const unreached = (failure: EgressFailure): AppError =>
  invalidField(
    "url",
    failure === "blocked" ? "link_blocked" : "link_unreachable",
    REASONS[failure],
  );
