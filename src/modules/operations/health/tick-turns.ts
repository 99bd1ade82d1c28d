import type { Deps } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { endTurn, renewTurn, takeTurn } from "./tick-turn-store.ts";

/**
 * The turns in which several processes over one install tick: one row holds whose it is and until when.
 * `take` answers whether it is the caller's now: the token is its own word for it. `renew` and `end` change
 * nothing where it is not; after `end` the next one is due at `dueAt`.
 *
 * Source: decision 53.
 */
export const tickTurns = ({ install }: Pick<Deps, "install">) => ({
  take: (token: string, now: UnixMs, until: UnixMs) => takeTurn(install, { token, now, until }),
  renew: (token: string, until: UnixMs) => renewTurn(install, token, until),
  end: (token: string, dueAt: UnixMs) => endTurn(install, token, dueAt),
});
