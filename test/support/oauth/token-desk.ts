import { createHash, randomBytes } from "node:crypto";
import type { TokenAnswer, TokenRequest } from "#platform/wire/tokens.ts";
import type { TokenRefusal } from "#platform/rules/mail/token-refusal.ts";
import type { Judge } from "./faces.ts";

/** Gives out access tokens as the app does, and knows which of them are good. */
export type TokenDesk = {
  /** Answers as `POST /internal/companion/tokens`: the grant's token, or another where that ended or was refused. */
  readonly source: (request: TokenRequest) => Promise<TokenAnswer>;
  readonly judge: Judge;
  /** Every request, in order. */
  readonly asked: readonly TokenRequest[];
  /** Every token ever given. */
  readonly given: readonly string[];
  /** Servers refuse the token that the grant has now; the desk does not know. */
  spoil(grant: string): void;
  /** From now on there is no token for this grant. */
  refuse(grant: string, refusal: TokenRefusal): void;
  /** Ends that. */
  allow(grant: string): void;
  /** Gives the same token for ever, even one that was refused. */
  stick(grant: string): void;
};

type Held = { token: string; until: number };

/** `lifeMs` of each token, and its length in characters. A grant opens the mailbox of its own name. */
export function createTokenDesk({ lifeMs = 3_600_000, size = 2_000 } = {}): TokenDesk {
  const held = new Map<string, Held>();
  const owners = new Map<string, { grant: string; until: number }>();
  const spoiled = new Set<string>();
  const refusals = new Map<string, TokenRefusal>();
  const stuck = new Set<string>();
  const asked: TokenRequest[] = [];
  const given: string[] = [];

  function issue(grant: string): Held {
    const one = {
      token: `tok.${randomBytes(Math.ceil(size / 2)).toString("hex")}`.slice(0, size),
      until: Date.now() + lifeMs,
    };
    held.set(grant, one);
    owners.set(one.token, { grant, until: one.until });
    given.push(one.token);
    return one;
  }

  return {
    asked,
    given,
    async source(request) {
      asked.push(request);
      const { grant, refused } = request;
      const refusal = refusals.get(grant);
      if (refusal) return { refusal, message: "The provider said no." };
      const now = held.get(grant);
      if (!now) return issue(grant);
      const isRefused = refused === createHash("sha256").update(now.token).digest("hex");
      const isOld = now.until - Date.now() < lifeMs * 0.3;
      return (isRefused || isOld) && !stuck.has(grant) ? issue(grant) : now;
    },
    judge(user, token) {
      const owner = owners.get(token);
      return owner?.grant === user && owner.until > Date.now() && !spoiled.has(token);
    },
    spoil: (grant) => void spoiled.add((held.get(grant) ?? issue(grant)).token),
    refuse: (grant, refusal) => void refusals.set(grant, refusal),
    allow: (grant) => void refusals.delete(grant),
    stick: (grant) => void stuck.add(grant),
  };
}
