import type { Deps } from "#platform/ctx/ctx.ts";
import type { QueuedHit } from "#platform/ctx/job.ts";
import { trackingSecrets } from "#platform/ctx/settings.ts";
import { describe } from "#platform/ctx/log.ts";
import { isHoneypotPart, readLinkPart } from "#modules/links/rules/link.ts";
import { provenToken, readHitToken, type Tracked } from "#modules/links/rules/token.ts";
import { readTrackingPath, type TrackingPath } from "#modules/links/rules/urls.ts";
import type { HotAnswer, HotRequest } from "#platform/http/hot-route.ts";
import { lostPage, withoutBody, wrongMethod } from "#platform/http/page.ts";
import { hitSignals } from "./hit-signals.ts";

/** A valid PNG of one transparent pixel, 68 bytes. */
export const PIXEL: Uint8Array<ArrayBuffer> = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=",
    "base64",
  ),
);

const PIXEL_HEADERS = {
  "Content-Type": "image/png",
  "Content-Length": `${PIXEL.byteLength}`,
  "Cache-Control": "no-store, private, max-age=0",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};
const PIXEL_ANSWER: HotAnswer = { status: 200, headers: PIXEL_HEADERS, body: PIXEL };

/** What the answer to a hit needs; little enough to have at hand for each one. */
export type HitDeps = Pick<Deps, "settings" | "now" | "log" | "hits" | "departures">;

/**
 * Answers everything under `/t/`. A hit is recorded before its answer,
 * which waits for that 300 ms at most; unknown tokens and bad links record nothing. A HEAD is recorded
 * as well, since only scanners look at links that way. Reads no database, never throws. Hits of a
 * workspace that went to another installation are kept for that one.
 */
export async function answerHit(deps: HitDeps, request: HotRequest): Promise<HotAnswer> {
  const asked = readTrackingPath(request.path);
  if (!asked) return lostPage();
  if (request.method !== "GET" && request.method !== "HEAD") return wrongMethod("GET, HEAD");
  const hit = hitOf(trackingSecrets(deps.settings), asked);
  if (hit) {
    try {
      const isAway = deps.departures?.has(hit.workspaceId) === true;
      const recorder = isAway && deps.departures ? deps.departures : deps.hits;
      await recorder.record(queued(deps, request, hit));
    } catch (cause) {
      deps.log("hit.unrecorded", { cause: describe(cause), request: request.id }, "error");
    }
  }
  if (hit?.url) return redirect(hit.url);
  const answer = asked.kind === "pixel" ? PIXEL_ANSWER : await lostPage();
  return request.method === "HEAD" ? withoutBody(answer) : answer;
}

type Hit = Tracked & Pick<QueuedHit, "kind" | "url">;

/** Whose hit it is and where it leads, or null for what no message of ours holds. */
function hitOf(secrets: readonly string[], asked: TrackingPath): Hit | null {
  if (asked.kind === "pixel") {
    const tracked = readHitToken(secrets, asked.token);
    if (tracked === null) return null;
    return { workspaceId: tracked.workspaceId, sendId: tracked.sendId, kind: "open", url: null };
  }
  const { token, part } = asked;
  // The code of a link is made over its token too, and only for tokens of ours: it proves both.
  const url = readLinkPart(secrets, token, part);
  if (url === null && !isHoneypotPart(secrets, token, part)) return null;
  const { workspaceId, sendId } = provenToken(token);
  return { workspaceId, sendId, kind: "click", url };
}

const redirect = (target: string): HotAnswer => ({
  status: 302,
  headers: {
    Location: target,
    "Content-Length": "0",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
  },
  body: null,
});

function queued(deps: HitDeps, request: HotRequest, hit: Hit): QueuedHit {
  const at = deps.now();
  const signals = hitSignals(
    deps.settings.TRACKING_SECRET,
    at,
    request.clientAddress,
    request.network ?? null,
    (name) => request.header(name),
  );
  if (request.method === "HEAD") signals.head = true;
  const { workspaceId, sendId, kind, url } = hit;
  return { workspaceId, sendId, kind, url, at, signals };
}
