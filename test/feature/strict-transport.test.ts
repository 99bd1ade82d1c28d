import { expect, it } from "vitest";
import { harness } from "#test/support/harness.ts";

it.each([
  ["https", "host", "max-age=15552000"],
  ["https", "subdomains", "max-age=15552000; includeSubDomains"],
  ["https", "off", null],
  ["http", "host", null],
  ["http", "subdomains", null],
])(
  "an install at %s with HSTS=%s tells browsers to come by https: %s",
  async (scheme, HSTS, told) => {
    const t = await harness({ settings: { BASE_URL: `${scheme}://out.example.com`, HSTS } });
    for (const path of ["/health", "/api/v1/auth/me", "/nowhere"]) {
      const { headers } = await t.get(path);
      expect([path, headers.get("strict-transport-security")]).toEqual([path, told]);
    }
  },
);
