import { describe, expect, it } from "vitest";
import { RECIPIENT_LANGUAGES } from "#modules/campaigns/rules/template/recipient-language.ts";
import { unsubscribeFooter } from "#modules/campaigns/rules/template/footer.ts";

const NONE = { unsubscribeText: null, company: null, postalAddress: null };
const URL_ = "https://t.example/unsubscribe/x?a=1&b=2";

describe("unsubscribeFooter", () => {
  it("says ours where the workspace says nothing", () => {
    expect(unsubscribeFooter(URL_, NONE, null)).toEqual({
      html: '<p style="color:#777;font-size:12px">If you would rather not hear from me again, <a href="https://t.example/unsubscribe/x?a=1&amp;b=2">unsubscribe</a>.</p>',
      text: `\n\nIf you would rather not hear from me again: ${URL_}\n`,
    });
  });

  it("has a link in every language, and none in another's words where the workspace has its own", () => {
    for (const language of RECIPIENT_LANGUAGES) {
      const { html, text } = unsubscribeFooter(URL_, NONE, language);
      expect([language, html]).toEqual([
        language,
        expect.stringMatching(/<a href="[^"]+">[^<]{4,}<\/a>/),
      ]);
      expect([language, text]).toEqual([
        language,
        expect.stringMatching(/^\n\n[^[\]]{10,}: https:/),
      ]);
    }
    expect(unsubscribeFooter(URL_, { ...NONE, unsubscribeText: "[Out]" }, "de").text).toContain(
      "Out: ",
    );
  });

  it("makes the words in brackets the link, and adds a link where there are none", () => {
    const html = (unsubscribeText: string) =>
      unsubscribeFooter("https://x.example/u", { ...NONE, unsubscribeText }, "de").html.replace(
        /^<p[^>]*>|<\/p>$/g,
        "",
      );
    const link = (label: string) => `<a href="https://x.example/u">${label}</a>`;
    expect(html("Click [here & now] to leave")).toBe(`Click ${link("here &amp; now")} to leave`);
    expect(html("Enough?")).toBe(`Enough? ${link("Unsubscribe")}`);
    expect(html("")).toBe(link("Unsubscribe"));
    expect(html("a\n<b>[x]")).toBe(`a<br>&lt;b&gt;${link("x")}`);
  });

  it("names company and postal address, each line on its own", () => {
    const { html, text } = unsubscribeFooter(
      "u",
      {
        unsubscribeText: "Stop [here]",
        company: "A & B",
        postalAddress: "Street 1\n\n  12345 Town ",
      },
      null,
    );
    expect(html).toContain("</a><br>A &amp; B<br>Street 1<br>12345 Town</p>");
    expect(text).toBe("\n\nStop here: u\nA & B\nStreet 1\n12345 Town\n");
  });
});
