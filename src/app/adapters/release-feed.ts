import { AppError } from "#platform/rules/errors.ts";
import { readUpTo } from "#platform/adapters/read-up-to.ts";

/** A manifest with its notes is far smaller. */
const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;

/** The releases feed as it stands. Throws `upstream_failed`, `upstream_unavailable` or `upstream_timeout`. */
export async function releaseFeed(url: string): Promise<string> {
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    bytes = await readUpTo(response.body, MAX_BYTES);
  } catch (cause) {
    if (cause instanceof Error && cause.name === "TimeoutError") {
      throw new AppError("upstream_timeout", "The release feed did not respond in time.", {
        cause,
      });
    }
    throw new AppError("upstream_unavailable", "The release feed is not reachable.", { cause });
  }
  if (response.ok) return new TextDecoder().decode(bytes);
  throw new AppError("upstream_failed", `The release feed responded with ${response.status}.`);
}
