import { describe, expect, it } from "vitest";
import { allowsPrivateNetworks, parseSettings } from "#platform/ctx/settings.ts";
import { freshSecrets } from "#server/secrets.ts";

const allows = (settings: Record<string, string>) =>
  allowsPrivateNetworks(parseSettings({ ...freshSecrets(), ...settings }));

describe("private networks", () => {
  it("may be named where the install is for this machine alone", () => {
    expect(allows({})).toBe(true);
    expect(allows({ HOST: "::1" })).toBe(true);
    expect(allows({ BASE_URL: "https://outrider.example.com" })).toBe(false);
    expect(allows({ HOST: "0.0.0.0" })).toBe(false);
  });

  it("may not be named behind a proxy, whatever BASE_URL says, unless the operator allows it", () => {
    expect(allows({ TRUSTED_PROXIES: "127.0.0.1" })).toBe(false);
    const allowed = { TRUSTED_PROXIES: "127.0.0.1", ALLOW_PRIVATE_NETWORKS: "true" };
    expect(allows(allowed)).toBe(true);
  });
});
