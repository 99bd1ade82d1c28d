import { describe, expect, it } from "vitest";
import type { Egress } from "#platform/ctx/ports.ts";
import { metadataOf } from "#platform/oauth/metadata.ts";
import { unixMs } from "#platform/rules/ids.ts";

let serial = 0;

/** What is read at a provider of its own whose discovery document names this issuer. */
function readAt(named: (issuer: string) => string) {
  const issuer = `https://login-${++serial}.example.com/organizations/v2.0`;
  const document = {
    issuer: named(issuer),
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
  };
  const reply = {
    status: 200,
    body: JSON.stringify(document),
    retryAfter: null,
    contentType: "application/json",
  };
  const send: Egress["send"] = async () => ({ ok: true, reply });
  const egress: Egress = {
    send,
    get: (of) => send({ ...of, method: "GET", body: null }),
    post: (of) => send({ ...of, method: "POST" }),
    postBytes: async () => ({ ok: false, error: "blocked" }),
    download: async () => ({ ok: false, error: "blocked" }),
  };
  return metadataOf({ egress, now: () => unixMs(0) }, issuer);
}

describe("a provider's discovery document", () => {
  it("counts where it names the issuer that was set up, letter by letter", async () => {
    expect((await readAt((issuer) => issuer)).issuer).toMatch(/^https:\/\/login-/);
    await expect(readAt((issuer) => `${issuer}/`)).rejects.toThrow("issuer");
    await expect(readAt(() => "https://evil.test")).rejects.toThrow("issuer");
    await expect(readAt((issuer) => issuer.toUpperCase())).rejects.toThrow("issuer");
  });

  it("may leave the tenant open, but not name another provider", async () => {
    const own = (issuer: string) => issuer.replace("organizations", "{tenantid}");
    expect((await readAt(own)).issuer).toContain("/{tenantid}/");
    await expect(readAt(() => "https://evil.test/{tenantid}/v2.0")).rejects.toThrow("issuer");
  });
});
