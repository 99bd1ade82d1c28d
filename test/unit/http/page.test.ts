import { createHash } from "node:crypto";
import { html } from "hono/html";
import { describe, expect, it } from "vitest";
import { page } from "#platform/http/page.ts";

describe("a page for people outside", () => {
  it("wears the one style that its policy lets in", async () => {
    const { headers, body } = await page(200, "Gone", html`<p>x</p>`);
    const [, style] = /<style>([^]*)<\/style>/.exec(String(body)) ?? [];
    const hash = createHash("sha256")
      .update(style ?? "")
      .digest("base64");
    expect(headers["Content-Security-Policy"]).toContain(`style-src 'sha256-${hash}'`);
  });
});
