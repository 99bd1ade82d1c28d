import { type Action, ACTIONS, mayDo, type Standing } from "#platform/access/permissions.ts";
import {
  type KeyRole,
  type Preset,
  presetOf,
  PRESETS,
  presetScopes,
  scopesFor,
} from "#platform/access/presets.ts";
import { AppError, type FieldError, invalidField } from "#platform/rules/errors.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { isoOrNull, parseIso } from "#platform/rules/time.ts";

/** As it is asked for. */
export type WantedLimits = {
  readonly scopes: readonly (Preset | Action)[] | null;
  readonly expires_at: string | null;
  readonly allow_cidrs: readonly string[];
};

/** As the row of a key has it. */
export type StoredLimits = {
  readonly scopes: readonly string[] | null;
  readonly allowCidrs: readonly string[] | null;
  readonly expiresAt: UnixMs | null;
};

/**
 * What limits a new key, as it is stored: presets become their actions, of which a key gets those that
 * its role and its creator may. Throws `validation_failed` for a scope that either lacks, and for a time that is over.
 */
export function storedLimits(
  body: WantedLimits,
  key: KeyRole,
  everywhere: boolean,
  creator: Standing,
  now: UnixMs,
): StoredLimits {
  const expiresAt = body.expires_at === null ? null : parseIso(body.expires_at);
  if (expiresAt !== null && expiresAt <= now) {
    throw invalidField("expires_at", "in_the_past", "Choose a time in the future.");
  }
  return {
    scopes: scopesOf(body.scopes, key, everywhere, creator),
    allowCidrs: body.allow_cidrs.length > 0 ? [...new Set(body.allow_cidrs)] : null,
    expiresAt,
  };
}

function scopesOf(
  given: WantedLimits["scopes"],
  key: KeyRole,
  everywhere: boolean,
  creator: Standing,
): readonly Action[] | null {
  // Who is limited gives no more than they have, now or later.
  if ((given === null || given.includes("full")) && creator.only === null) return null;
  const possible = new Set(scopesFor(key).filter((action) => mayDo(creator, action)));
  const chosen = new Set<Action>();
  const errors: FieldError[] = [];
  for (const [i, scope] of (given ?? ["full" as const]).entries()) {
    if (isPreset(scope)) {
      for (const action of presetScopes(scope, key, everywhere)) {
        if (possible.has(action)) chosen.add(action);
      }
    } else if (possible.has(scope)) chosen.add(scope);
    else {
      const message = `Neither this key nor you may have more than your roles allow: ${scope} is not part of it.`;
      errors.push({ path: `scopes.${i}`, code: "not_allowed", message });
    }
  }
  if (errors.length > 0) {
    throw new AppError("validation_failed", "Some scopes cannot be given to this key.", { errors });
  }
  return ACTIONS.filter((action) => chosen.has(action));
}

const isPreset = (scope: Preset | Action): scope is Preset =>
  PRESETS.some((preset) => preset === scope);

/** The same as answers show it. */
export const presentLimits = (
  row: StoredLimits,
  key: KeyRole,
  everywhere: boolean,
): {
  scopes: string[] | null;
  preset: Preset | null;
  expires_at: string | null;
  allow_cidrs: string[];
} => ({
  scopes: row.scopes && [...row.scopes],
  preset: presetOf(row.scopes, key, everywhere),
  expires_at: isoOrNull(row.expiresAt),
  allow_cidrs: [...(row.allowCidrs ?? [])],
});

export const isExpired = ({ expiresAt }: StoredLimits, now: UnixMs): boolean =>
  expiresAt !== null && expiresAt <= now;

/** The same as the audit log keeps it: nothing where nothing limits the key. */
export const auditedLimits = (row: StoredLimits): Record<string, unknown> => ({
  ...(row.scopes && { scopes: row.scopes }),
  ...(row.allowCidrs && { allow_cidrs: row.allowCidrs }),
  ...(row.expiresAt !== null && { expires_at: isoOrNull(row.expiresAt) }),
});
