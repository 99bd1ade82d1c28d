import { describe, expect, it } from "vitest";
import { CLIENT_PRESET_TEXTS, SWITCH_TEXTS } from "#dashboard/rooms/admin/clients/access-words.ts";
import { PRESET_TEXTS, SCOPE_TEXTS } from "#dashboard/rooms/keys/scope-words.ts";
import { RECOVERY } from "#dashboard/rooms/webhooks/words.ts";
import { WEBHOOK_RECOVERY } from "#modules/events/rules/retry.ts";
import { PRESET_WORDS, SCOPE_WORDS } from "#platform/access/scope-words.ts";
import {
  CLIENT_BASE_WORDS,
  CLIENT_PRESET_WORDS,
  SWITCH_WORDS,
} from "#platform/access/switch-words.ts";
import de from "#dashboard/words/de/admin.json" with { type: "json" };

type Named = Readonly<Record<string, { readonly name: string; readonly contains: string }>>;

/** The dashboard ends sentences; the API leaves that to who quotes them. */
const ended = (words: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([name, text]) => [name, `${text}.`]));
const containsEnded = (words: Named): Named =>
  Object.fromEntries(
    Object.entries(words).map(([name, one]) => [name, { ...one, contains: `${one.contains}.` }]),
  );

describe("the dashboard and the server say the same in English", () => {
  it("of scopes and the presets of keys", () => {
    expect(SCOPE_TEXTS).toEqual(SCOPE_WORDS);
    expect(PRESET_TEXTS).toEqual(ended(PRESET_WORDS));
  });

  it("of what clients may", () => {
    expect(SWITCH_TEXTS).toEqual(containsEnded(SWITCH_WORDS));
    expect(CLIENT_PRESET_TEXTS).toEqual(containsEnded(CLIENT_PRESET_WORDS));
    expect(Object.keys(de).filter((text) => text.startsWith(CLIENT_BASE_WORDS))).toHaveLength(1);
  });

  it("of how a webhook that is off comes back", () => {
    expect(RECOVERY).toBe(WEBHOOK_RECOVERY);
  });
});
