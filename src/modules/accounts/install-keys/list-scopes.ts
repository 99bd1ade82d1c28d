import { ACTIONS } from "#platform/access/permissions.ts";
import { KEY_ROLES, PRESETS, presetScopes, scopesFor } from "#platform/access/presets.ts";
import { PRESET_WORDS, SCOPE_WORDS } from "#platform/access/scope-words.ts";
import type { ScopeList } from "#modules/accounts/contract/key-limits.ts";

/** What keys can be limited to, with words for people. */
export function listScopes(): ScopeList {
  const keysOf = (action: string) =>
    KEY_ROLES.filter((key) => scopesFor(key).some((scope) => scope === action)).map((key) =>
      key.keyKind === "install" ? "install" : key.role,
    );
  return {
    presets: PRESETS.map((name) => {
      const given = new Set(KEY_ROLES.flatMap((key) => presetScopes(name, key, true)));
      const scopes = ACTIONS.filter((action) => given.has(action));
      return { name, description: PRESET_WORDS[name], scopes };
    }),
    scopes: ACTIONS.map((name) => ({
      name,
      description: SCOPE_WORDS[name],
      keys: keysOf(name),
    })).filter(({ keys }) => keys.length > 0),
  };
}
