import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SettingsSchema } from "#platform/ctx/settings.ts";
import { loadSecrets } from "#server/secrets.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";

const directory = temporaryDirectory();
afterAll(() => directory.remove());
let files = 0;
const fresh = (): string => join(directory.path, `secrets-${files++}.env`);

describe("the install's secrets", () => {
  it("are made once, for the owner alone, and stay", () => {
    const file = fresh();
    const made = loadSecrets(file, {}, false);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(loadSecrets(file, {}, true)).toEqual(made);
    for (const [name, value] of Object.entries(made)) {
      const schema = SettingsSchema.shape[name as "AUTH_SECRET"];
      expect(schema.safeParse(value).success, name).toBe(true);
    }
    expect(new Set(Object.values(made)).size).toBe(4);
  });

  it("are not written where the environment has them, and completed where one is missing", () => {
    const file = fresh();
    const given = { AUTH_SECRET: "a".repeat(40) };
    expect(Object.keys(loadSecrets(file, given, false))).not.toContain("AUTH_SECRET");
    const first = readFileSync(file, "utf8");
    expect(first).not.toContain("AUTH_SECRET");
    const later = loadSecrets(file, {}, false);
    expect(later["AUTH_SECRET"]).toHaveLength(43);
    expect(readFileSync(file, "utf8")).toContain(`VAULT_KEYS=${later["VAULT_KEYS"]}`);
  });

  it("are never invented beside data that older ones sealed", () => {
    const file = fresh();
    expect(() => loadSecrets(file, {}, true)).toThrow(/VAULT_KEYS.*cannot be found/);
    writeFileSync(file, "AUTH_SECRET=x\n");
    expect(() => loadSecrets(file, {}, true)).toThrow(/^VAULT_KEYS, TRACKING_SECRET/);
    expect(readFileSync(file, "utf8")).toBe("AUTH_SECRET=x\n");
  });
});
