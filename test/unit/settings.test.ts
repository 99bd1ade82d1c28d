import { expect, it } from "vitest";
import { parseSettings, type SettingsError } from "#platform/ctx/settings.ts";

const SECRETS = {
  AUTH_SECRET: "a".repeat(40),
  TRACKING_SECRET: "t".repeat(40),
  COMPANION_SECRET: "c".repeat(40),
  VAULT_KEYS: `v:${"A".repeat(43)}`,
};
const linesOf = (raw: Record<string, string>): readonly string[] => {
  try {
    parseSettings({ ...SECRETS, ...raw });
    return [];
  } catch (error) {
    return (error as SettingsError).lines;
  }
};

it.each([
  [{ BASE_URL: "outrider.example.com" }, "BASE_URL: a URL that begins with https:// or http://"],
  [{ PORT: "80000" }, "PORT: a whole number from 1 to 65535"],
  [{ PORT: "8.5" }, "PORT: a whole number from 1 to 65535"],
  [{ HOST: "http://0.0.0.0" }, "HOST: an address or a host name"],
  [{ TICK_SECONDS: "often" }, "TICK_SECONDS: a number from 0.1 to 60"],
  [{ AUDIT_DAYS: "a year" }, "AUDIT_DAYS: 0, or 30 to 3650"],
  [{ SETUP_TOKEN: "short" }, "SETUP_TOKEN: at least 8 characters"],
  [{ SPAM_FILTERS: "127.0.0.1:783" }, "SPAM_FILTERS: a spamd://, http:// or https:// URL"],
])(
  "a setting that cannot be used says what it has to be, and no other one is named: %j",
  (raw, line) => {
    expect(linesOf(raw)).toEqual([line]);
  },
);
