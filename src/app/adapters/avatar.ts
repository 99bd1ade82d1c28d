import { createHash } from "node:crypto";
import type { Avatars } from "#platform/ctx/ports.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { AvatarState } from "#platform/rules/mail/address-sources.ts";
import type { HttpGet } from "#platform/adapters/fetch-get.ts";
import { isOverAllowance, type Places } from "#platform/adapters/places.ts";

/** Long enough for a service that is well; the step can only add points. */
const TIMEOUT_MS = 3_000;
const FAILURES_TO_REST = 5;
const REST_MS = 10 * MINUTE_MS;

/** What is known of the service; lives as long as the process. */
export type AvatarHealth = { failures: number; restUntil: UnixMs | null };
export const avatarHealth = (): AvatarHealth => ({ failures: 0, restUntil: null });

/**
 * The avatar service: whether an account is behind an address, asked by the MD5 of its lower case.
 * After five errors in a row nobody asks for ten minutes. An empty `url` switches it off.
 */
export function avatarService(options: {
  url: string;
  get: HttpGet;
  places: Places;
  health: AvatarHealth;
  now: () => UnixMs;
  timeoutMs?: number;
}): Avatars {
  const { url, get, places, health, now, timeoutMs = TIMEOUT_MS } = options;
  const base = url.endsWith("/") ? url : `${url}/`;

  const rests = (): boolean => health.restUntil !== null && now() < health.restUntil;

  /** Null: the platform lets no request through, which is not the service's fault. */
  async function ask(address: string): Promise<AvatarState | null> {
    if (rests()) return "unknown";
    try {
      const { status } = await get(`${base}${md5(address)}?d=404&s=1`, {
        accept: "*/*",
        maxBytes: 1,
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (status === 200 || status === 404) {
        health.failures = 0;
        return status === 200 ? "found" : "not_found";
      }
    } catch (cause) {
      if (isOverAllowance(cause)) {
        places.close();
        return null;
      }
    }
    health.failures++;
    if (health.failures >= FAILURES_TO_REST) {
      health.failures = 0;
      health.restUntil = later(now(), REST_MS);
    }
    return "unknown";
  }

  return {
    isOn: url !== "",
    atOnce: places.atOnce,
    async look(address) {
      return rests() ? "unknown" : places.run(() => ask(address));
    },
  };
}

const md5 = (address: string): string =>
  createHash("md5").update(address.trim().toLowerCase()).digest("hex");
