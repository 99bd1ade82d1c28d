import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trackHtml } from "#modules/links/rules/rewrite-links.ts";
import { cpuMs } from "#test/support/cpu-time.ts";

const led = (html: string, keep: readonly string[] = []): string =>
  trackHtml(html, { linkOf: (target) => `led(${target})`, pixelUrl: null, keep });
const PIXEL = "https://t.example/t/x/pixel.png?a=1&b=2";
const IMAGE =
  '<img src="https://t.example/t/x/pixel.png?a=1&amp;b=2" width="1" height="1" alt="" style="border:0">';
const withPixel = (html: string): string => trackHtml(html, { linkOf: null, pixelUrl: PIXEL });

describe("tracked links", () => {
  it.each([
    ['<a href="https://a.example/">x</a>', '<a href="led(https://a.example/)">x</a>'],
    ["<A class=b HREF='http://a.example'>x</A>", '<A class=b HREF="led(http://a.example)">x</A>'],
    ["<a href=https://a.example/?x&y=2 id=z>", '<a href="led(https://a.example/?x&amp;y=2)" id=z>'],
    ['<a\n\thref = "https://a.example/">', '<a\n\thref = "led(https://a.example/)">'],
    ['<a href="https://a.example/?a=1&amp;b=2">', '<a href="led(https://a.example/?a=1&amp;b=2)">'],
    ['<a href="&#104;ttps&#x3a;//a.example/">', '<a href="led(https://a.example/)">'],
    [
      '<a href="https://a.example/?a=1&copy=2">',
      '<a href="led(https://a.example/?a=1&amp;copy=2)">',
    ],
    [
      '<a href="https://a.example/" href="https://b.example/">',
      '<a href="led(https://a.example/)" href="https://b.example/">',
    ],
    ['<a data-x=">" href="https://a.example/">', '<a data-x=">" href="led(https://a.example/)">'],
    ['<a href="https://a.example/"/>', '<a href="led(https://a.example/)"/>'],
    [
      '<!--[if mso]><a href="https://a.example/">x</a><![endif]-->',
      '<!--[if mso]><a href="led(https://a.example/)">x</a><![endif]-->',
    ],
  ])("%s", (before, after) => {
    expect(led(before)).toBe(after);
  });

  it.each([
    '<a href="mailto:ann@example.com">',
    '<a href="tel:+43123">',
    '<a href="#top">',
    '<a href="">',
    "<a href>",
    '<a name="x">',
    '<a href="/path">',
    '<a href="//a.example/">',
    '<a href="javascript:alert(1)">',
    '<a data-href="https://a.example/">',
    '<abbr href="https://a.example/">',
    '<area href="https://a.example/">',
    '<link href="https://a.example/">',
    '<img src="https://a.example/">',
    "https://a.example/ in the text",
    '<!-- <a href="https://a.example/"> -->',
    '<style>a[href="https://a.example/"]{}</style>',
    "<script>'<a href=\"https://a.example/\">'</script>",
    '<textarea><a href="https://a.example/"></textarea>',
    '<p title="<a href=https://a.example/>">',
    '<a href="https://a.example/',
    "<a href='https://a.example/",
    "<a href=https://a.example/",
    "<",
    "</a href=https://a.example/>",
  ])("leaves %s", (html) => {
    expect(led(html)).toBe(html);
  });

  it("leave the addresses to keep", () => {
    const html =
      '<a href="https://u.example/unsubscribe/x?a&amp;b">out</a><a href="https://a.example/">in</a>';
    expect(led(html, ["https://u.example/unsubscribe/x?a&b"])).toBe(
      html.replace("https://a.example/", "led(https://a.example/)"),
    );
  });

  it("give every link of any document to linkOf once, and change nothing but the values", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<a",
        " href=",
        '"',
        "'",
        ">",
        "</a>",
        "<!--",
        "-->",
        "<style>",
        "</style>",
        "&amp;",
        "=",
        "<a href='https://a.example/'>",
        '<a href="https://b.example/?c=1&amp;d">',
        "<body>",
        "</body>",
        "<!--[if mso]>",
        "<![endif]-->",
        "\0",
        "<p>",
        "</p>",
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join("");
        const seen: string[] = [];
        const out = trackHtml(html, {
          linkOf: (target) => `https://t.example/${seen.push(target) - 1}.`,
          pixelUrl: null,
        });
        for (const target of seen) expect(target).toMatch(/^https?:\/\//);
        // Every tracked value once, in order, with double quotes; the rest is what it was.
        const parts = out.split(/"https:\/\/t\.example\/\d+\."/);
        expect(parts.length).toBe(seen.length + 1);
        let at = 0;
        for (const part of parts) {
          const found = html.indexOf(part, at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + part.length;
        }
      }),
      { numRuns: 500 },
    );
  });

  it("take time in proportion to the input, however odd it is", () => {
    const time = (html: string): number => {
      const start = cpuMs();
      led(html);
      return cpuMs() - start;
    };
    for (const unit of [
      "<a href=",
      "<a ",
      "<!--",
      "<!--[if x]>",
      '<a href="',
      "&#",
      "<a href=https://a.example/>",
      "<",
      "'\"<a href='",
    ]) {
      time(unit.repeat(2_000));
      const small = Math.max(1, time(unit.repeat(10_000)));
      expect(time(unit.repeat(100_000)), unit).toBeLessThan(small * 60 + 200);
    }
  });
});

describe("the pixel", () => {
  it.each([
    ["<p>x</p>", `<p>x</p>${IMAGE}`],
    ["", IMAGE],
    ["<html><body><p>x</p></body></html>", `<html><body><p>x</p>${IMAGE}</body></html>`],
    ["<BODY>x</BODY >\n", `<BODY>x${IMAGE}</BODY >\n`],
    ["<html><p>x</html>", `<html><p>x${IMAGE}</html>`],
    ["<body>a</body><body>b</body>", `<body>a</body><body>b${IMAGE}</body>`],
    ["<body>x<!-- </body> --></body>", `<body>x<!-- </body> -->${IMAGE}</body>`],
  ])("of %s stands at the end of the body", (before, after) => {
    expect(withPixel(before)).toBe(after);
  });

  it("and the hidden link come only when asked for", () => {
    expect(trackHtml("<p>x</p>", { linkOf: null, pixelUrl: null })).toBe("<p>x</p>");
    const trap = {
      linkOf: (url: string) => url,
      pixelUrl: null,
      honeypotUrl: "https://t.example/h",
      keep: ["https://t.example/unsubscribe/x"],
    };
    const link = '<a href="https://t.example/">x</a>';
    expect(trackHtml(link, trap)).toBe(
      `${link}<a href="https://t.example/h" style="display:none" tabindex="-1" aria-hidden="true"></a>`,
    );
    // Filters mind an odd number of addresses that the text part does not have.
    const count = (html: string, pixelUrl: string | null) =>
      trackHtml(html, { ...trap, pixelUrl }).split("display:none").length - 1;
    expect([count(link, null), count(link, "https://t.example/p")]).toEqual([1, 2]);
    expect([count(link + link, null), count(link + link, "https://t.example/p")]).toEqual([2, 1]);
    // Without a link of its own a mail has nothing to guard.
    const plain = '<p>x <a href="https://t.example/unsubscribe/x">unsubscribe</a></p>';
    expect(trackHtml(plain, trap)).toBe(plain);
  });
});
