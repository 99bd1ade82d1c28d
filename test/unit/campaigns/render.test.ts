import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { renderEmail } from "#modules/campaigns/rules/template/render.ts";
import { checkTemplate } from "#modules/campaigns/rules/template/template.ts";
import { templateVariables, weekdayName } from "#modules/campaigns/rules/template/variables.ts";
import { cpuMs, leastCpuMs } from "#test/support/cpu-time.ts";

type LeadPart = Partial<Parameters<typeof templateVariables>[0]>;

const variables = (lead: LeadPart = {}) =>
  templateVariables(
    {
      email: "ann@acme.test",
      firstName: "Ann",
      lastName: "Ode",
      company: "Acme & Sons",
      jobTitle: "",
      phone: "",
      linkedinUrl: "",
      custom: {},
      ...lead,
    },
    { name: "Spring" },
    {
      email: "me@ours.test",
      fromName: "Sam Sender",
      signatureHtml: "<b>Sam</b>",
      signatureText: "-- Sam",
    },
    { unsubscribeUrl: "https://u.test/x?a=1&b=2", weekday: "Monday" },
  );

function render(
  template: { subject?: string; html?: string; text?: string },
  lead: LeadPart = {},
  seed = "1:1",
) {
  const mail = renderEmail({
    template: {
      subject: template.subject ?? "s",
      bodyHtml: template.html ?? "",
      bodyText: template.text ?? "",
    },
    seed,
    variables: variables(lead),
  });
  // What it would look like with its gaps has a test of its own.
  return mail.ok || !("missing" in mail) ? mail : { ok: false as const, missing: mail.missing };
}
const htmlOf = (html: string, lead?: LeadPart) => {
  const mail = render({ html }, lead);
  return mail.ok ? mail.html : mail;
};
const textOf = (text: string, lead?: LeadPart) => {
  const mail = render({ text }, lead);
  return mail.ok ? mail.text : mail;
};

describe("rendering", () => {
  it("shows what is held with its gaps", () => {
    const held = renderEmail({
      template: { subject: "To {{ nope }}", bodyHtml: "<p>Hi {{ nope }}!</p>", bodyText: "" },
      seed: "1:1",
      variables: variables({}),
    });
    expect(held).toEqual({
      ok: false,
      missing: ["nope"],
      draft: { ok: true, subject: "To", html: "<p>Hi !</p>", text: "Hi !" },
    });
  });

  it("fills every variable, in the names that operators bring as well", () => {
    expect(
      textOf("{{ first_name }} {{firstName}} {{ last_name }} {{companyName}} {{ email }}"),
    ).toBe("Ann Ann Ode Acme & Sons ann@acme.test");
    expect(
      textOf(
        "{{ sender_name }}, {{ sender_email }}, {{ sender_signature }}, {{ weekday }}, {{ campaign_name }}",
      ),
    ).toBe("Sam Sender, me@ours.test, -- Sam, Monday, Spring");
    const custom = { city: "Köln", "Company Size": "12" };
    expect(textOf('{{ custom.city }} {{ city }} {{ custom["Company Size"] }}', { custom })).toBe(
      "Köln Köln 12",
    );
    expect(textOf("{{ first_name }}", { custom: { first_name: "Eve" } })).toBe("Ann");
    expect(weekdayName(1)).toBe("Monday");
    expect(weekdayName(7)).toBe("Sunday");
  });

  it("escapes values in HTML, and nowhere else; a signature is HTML of its own", () => {
    const lead = { firstName: `<i>"O'Neil"&`, company: "A" };
    expect(htmlOf("<p>{{ first_name }}</p>", lead)).toBe(
      "<p>&lt;i&gt;&quot;O&#39;Neil&quot;&amp;</p>",
    );
    expect(textOf("{{ first_name }}", lead)).toBe(`<i>"O'Neil"&`);
    expect(htmlOf("<p>{{ sender_signature }}</p>")).toBe("<p><b>Sam</b></p>");
    expect(htmlOf('<a href="{{ unsubscribe_url }}">x</a>')).toBe(
      '<a href="https://u.test/x?a=1&amp;b=2">x</a>',
    );
    expect(htmlOf("{{ first_name | raw }} {{ first_name | escape }}", lead)).toBe(
      "&lt;i&gt;&quot;O&#39;Neil&quot;&amp; &lt;i&gt;&#34;O&#39;Neil&#34;&amp;",
    );
    expect(htmlOf("{% capture x %}<u>{{ company }}</u>{% endcapture %}{{ x }}")).toBe(
      "<u>Acme &amp; Sons</u>",
    );
    expect(htmlOf("{{ custom.note | newline_to_br }}", { custom: { note: "<a>\nb" } })).toBe(
      "&lt;a&gt;<br />\nb",
    );
  });

  it("values are never spun and never run", () => {
    const lead = { firstName: "{a|b}", company: "{{ email }}", lastName: "{% raw %}" };
    expect(textOf("{{ first_name }} {{ company }} {{ last_name }}", lead)).toBe(
      "{a|b} {{ email }} {% raw %}",
    );
  });

  it("reads what an editor escaped inside Liquid", () => {
    expect(htmlOf("{{ job_title | default: &quot;friend&quot; }}")).toBe("friend");
    expect(htmlOf("{% if first_name.size &gt; 2 &nbsp;%}long{% endif %}")).toBe("long");
  });

  it.each([
    ["{{ job_title }}", ["job_title"]],
    ["{{ nope }}", ["nope"]],
    ["{{ custom.city }} {{ phone | upcase }}", ["custom.city", "phone"]],
    ["{{ first_name | append: job_title }}", ["job_title"]],
    ["{{ job_title | default: phone }}", ["job_title", "phone"]],
    ["{% assign x = job_title %}{{ x }}", ["job_title"]],
    ["{% echo job_title %}", ["job_title"]],
    ["{% if first_name %}{{ job_title }}{% endif %}", ["job_title"]],
    ["{{ first_name.constructor }}", ["first_name.constructor"]],
    ["{{ constructor }}", ["constructor"]],
    ["{{ __proto__ }}", ["__proto__"]],
    ["{{ custom.toString }}", ["custom.toString"]],
  ])("%s is held for what it lacks", (text, missing) => {
    expect(textOf(text)).toEqual({ ok: false, missing });
  });

  it.each([
    ["{{ job_title | default: 'friend' }}", "friend"],
    ["{{ job_title | default: '' }}!", "!"],
    ["{{ job_title | default: first_name }}", "Ann"],
    ["{% if job_title %}{{ job_title }}{% else %}there{% endif %}", "there"],
    ["{% unless job_title %}x{% endunless %}", "x"],
    ["{% if job_title == blank %}x{% endif %}", "x"],
    ['{% if job_title == "" %}x{% endif %}', "x"],
    ["{% assign x = job_title %}{% if x %}a{% else %}b{% endif %}", "b"],
    ["{% assign x = job_title | default: 'y' %}{{ x }}", "y"],
    ['{% assign x = "" %}[{{ x }}]', "[]"],
    ["{% case job_title %}{% when 'CTO' %}a{% else %}b{% endcase %}", "b"],
    ["{% for i in (1..3) %}{{ i }}{% endfor %}", "123"],
  ])("%s is not held: %s", (text, result) => {
    expect(textOf(text)).toBe(result);
  });

  it("names what is missing in every part once", () => {
    expect(
      render({ subject: "{{ phone }}", html: "{{ phone }} {{ job_title }}", text: "{{ nope }}" }),
    ).toEqual({
      ok: false,
      missing: ["phone", "job_title", "nope"],
    });
  });

  it("is the same on every retry, and differs between leads", () => {
    const template = {
      subject: "{Hi|Hello|Hey} {{ first_name }}",
      html: "<p>{a|b|c|d} {e|f|g|h}</p>",
    };
    const mails = Array.from({ length: 50 }, (_, i) =>
      JSON.stringify(render(template, {}, `${i}:1`)),
    );
    expect(mails).toEqual(mails.map((_, i) => JSON.stringify(render(template, {}, `${i}:1`))));
    expect(new Set(mails).size).toBeGreaterThan(15);
  });

  it("a part that changed under its cache key is rendered anew", () => {
    const once = (bodyText: string) =>
      renderEmail({
        template: { subject: "s", bodyHtml: "", bodyText },
        seed: "1",
        variables: variables(),
        cacheKey: "5:1:control",
      });
    expect(once("{a|a} {{ first_name }}")).toMatchObject({ text: "a Ann" });
    expect(once("{b|b} {{ last_name }}")).toMatchObject({ text: "b Ode" });
  });

  it("a subject is one line, whatever a value brings", () => {
    const mail = render(
      { subject: "Hi {{ first_name }}", text: "x" },
      { firstName: "A\r\nBcc: evil@x.test\u0000\u0085b" },
    );
    expect(mail).toMatchObject({ ok: true, subject: "Hi A Bcc: evil@x.test b" });
  });

  it("plain text has no HTML part; HTML alone is read as text", () => {
    expect(render({ text: "Hi" })).toMatchObject({ html: null, text: "Hi" });
    expect(
      render({
        html: '<p>Hi <b>{{ first_name }}</b></p><p><a href="https://x.test/?a=1&amp;b=2">Look</a></p>',
      }),
    ).toMatchObject({
      text: "Hi Ann\n\nLook (https://x.test/?a=1&b=2)",
    });
    expect(render({ html: "<p>a</p>", text: "own" })).toMatchObject({
      html: "<p>a</p>",
      text: "own",
    });
  });

  it("loops end on every host", () => {
    const nested = "{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}";
    expect(render({ text: nested })).toEqual({
      ok: false,
      templateError: expect.stringMatching(/body_text 1:\d+: /),
      isTooLarge: false,
    });
    expect(render({ text: "{% for i in (1..99999999) %}x{% endfor %}" })).toMatchObject({
      ok: false,
    });
    const words = `{% assign w = "${"a,".repeat(3_000)}" | split: "," %}`;
    const three =
      "{% for a in w %}{% for b in w %}{% for c in w %}{% endfor %}{% endfor %}{% endfor %}";
    const start = cpuMs();
    expect(render({ text: words + three })).toMatchObject({ ok: false });
    expect(cpuMs() - start).toBeLessThan(2_000);
  });

  it("a mail larger than 1 MB is none, however it is written", () => {
    const word = `{% assign x = "${"y".repeat(30_000)}" %}`;
    for (const text of [
      `${word}{% for i in (1..8000) %}{{ x }}{% endfor %}`,
      `${word}{% for i in (1..8000) %}{% echo x %}{% endfor %}`,
      `${word}{% for i in (1..8000) %}{% cycle x %}{% endfor %}`,
      `${word}{% capture z %}{% for i in (1..40) %}{{ x }}{% endfor %}{% endcapture %}`,
      `{% for i in (1..8000) %}${"y".repeat(30_000)}{% endfor %}`,
      `{% tablerow i in (1..19000) cols:1 %}${"y".repeat(30)}{% endtablerow %}`,
    ]) {
      expect(render({ text }), text.slice(-60)).toMatchObject({
        isTooLarge: true,
        templateError: expect.stringContaining("1 MB"),
      });
      expect(leastCpuMs(() => render({ text }))).toBeLessThan(200);
    }
    const ordinary = `${word}{% for i in (1..30) %}{{ x }}{% endfor %}`;
    expect(render({ text: ordinary })).toMatchObject({ ok: true });
  });

  it("an ordinary mail of 60 kB is taken", () => {
    const line = '<p>Dear {{ first_name | default: "friend" }}, {one|another} <b>word</b>.</p>\n';
    const html = line.repeat(60_000 / line.length);
    expect(checkTemplate(html, "html")).toBeNull();
    expect(render({ html })).toMatchObject({ ok: true });
  });

  it("the steps of long conditions and chains of filters are counted as well", () => {
    const loop = (body: string) => `{% for i in (1..15000) %}${body}{% endfor %}`;
    for (const text of [
      loop(`{% if b ${"or b ".repeat(1_000)}%}{% endif %}`),
      loop(`{{ i ${"| plus: 1 ".repeat(200)}}}`),
    ]) {
      expect(render({ text })).toMatchObject({ templateError: expect.stringContaining("loops") });
      expect(leastCpuMs(() => render({ text }))).toBeLessThan(200);
    }
  });

  it("lists and tags nest 100 deep and no deeper", () => {
    expect(checkTemplate("<ul><li>".repeat(100), "html")).toBeNull();
    expect(checkTemplate("<ul><li>".repeat(101), "html")?.message).toContain("100");
    const nested = (depth: number) => "{% if a %}".repeat(depth) + "{% endif %}".repeat(depth);
    expect(checkTemplate(nested(100), "text")).toBeNull();
    expect(checkTemplate(nested(102), "text")?.message).toContain("100");
    expect(checkTemplate(nested(3_000), "text")?.message).toContain("100");
  });

  it("any values: the HTML has no tag that the template did not write", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (firstName, company) => {
        const html = htmlOf(
          "<p>{{ first_name | default: 'x' }}</p>{{ company | default: 'y' | upcase }}",
          { firstName, company },
        );
        expect(JSON.stringify(html).match(/[<>]/g)).toHaveLength(4);
      }),
    );
  });
});

describe("checking a template", () => {
  it.each([
    ["Hi {{ first_name", 1, 4, /not closed/],
    ["a\nb {% if x %}", 2, 3, /not closed/],
    ["{% endif %}", 1, 1, /not found/],
    ["{{ a | nope }}", 1, 1, /undefined filter: nope/],
    ["{% include 'x' %}", 1, 1, /"include" not found/],
    ["{% render 'x' %}", 1, 1, /"render" not found/],
    ["{% layout 'x' %}", 1, 1, /"layout" not found/],
    ["{% block x %}{% endblock %}", 1, 1, /"block" not found/],
    ["{{ first name }}", 1, 10, /two values/],
    ["{% if a == %}x{% endif %}", 1, 9, /lacks a value/],
    ["{{ a | default: “x” }}", 1, 17, /straight quotes/],
    ["x\n{ok|{{ a | nope }}}", 2, 5, /nope/],
    ["{a|{b|{% nope %}}}", 1, 7, /nope/],
    ["{a|{% if x %}b}{% endif %}", 1, 4, /not closed/],
    ["{ {% if x %}|a} {{% endif %}|b}", 1, 3, /not closed/],
    ["Hi {{a|b}", 1, 4, /brace is not closed/],
  ])("%s is refused at %i:%i", (source, line, column, message) => {
    expect(checkTemplate(source, "html")).toEqual({
      line,
      column,
      message: expect.stringMatching(message),
    });
  });

  it.each([
    "",
    "Plain words, {braces} and 50 % off",
    "{Hi|Hello {{ first_name | default: 'there' }}}",
    "{% if company %}at {{ company }}{% elsif job_title == 'CTO' and phone %}x{% endif %}",
    "{{random|a, b|c: d|it's}}",
    "{% for x in custom.list limit: 2 %}{{ x }}{% endfor %}",
    "{{ 'now' | date: '%Y' }}",
    "{% comment %}don't {a|b{% endcomment %}",
    "<style>p { color: red }</style>",
  ])("%j is fine", (source) => {
    expect(checkTemplate(source, "html")).toBeNull();
  });

  it("takes 64 KB and no more, and checks them fast", () => {
    expect(checkTemplate("x".repeat(65_536), "text")).toBeNull();
    expect(checkTemplate("x".repeat(65_537), "text")?.message).toContain("64 KB");
    for (const piece of ["{a|{{ x }}}", "{{ x }}", "{% if a %}b{% endif %}", "{a|b|c} "]) {
      const start = cpuMs();
      checkTemplate(piece.repeat(65_536 / piece.length), "html");
      expect(cpuMs() - start, piece).toBeLessThan(2_000);
    }
  });

  it("what it passes never fails to render for any choice", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "|",
      "{{ first_name }}",
      "{% if company %}",
      "{% endif %}",
      "{a|b}",
      "x",
      "{{",
      "%}",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), fc.integer(), (pieces, seed) => {
        const text = `x${pieces.join("")}`;
        if (checkTemplate(text, "text") !== null) return;
        // The pieces may name a variable that nobody has: held, not broken.
        expect(render({ text }, {}, String(seed))).not.toHaveProperty("templateError");
      }),
      { numRuns: 2_000 },
    );
  });
});
