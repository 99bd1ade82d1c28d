import { describe, expect, it } from "vitest";
import { checkTemplate, renderPart } from "#modules/campaigns/rules/template/template.ts";
import type { Rival } from "#modules/moving/rules/found.ts";
import { customKey } from "#modules/leads/rules/fields.ts";
import { translateCopy } from "#modules/moving/rules/translate.ts";
import { customKeys } from "#modules/moving/rules/words/custom-keys.ts";

const body = (rival: Rival, source: string, names: readonly string[] = []) =>
  translateCopy(rival, { subject: "", body: source }, names);
const subject = (rival: Rival, source: string, names: readonly string[] = []) =>
  translateCopy(rival, { subject: source, body: "" }, names);

/** Theirs, what it is here, and the variables that the leads have. */
type Row = readonly [rival: Rival, theirs: string, ours: string, names?: readonly string[]];

const FIRST = '{{ sender_name | split: " " | first }}';

const ROWS: readonly Row[] = [
  ["instantly", "{{firstName}}", "{{firstName}}"],
  ["lemlist", "{{FirstName}}", "{{ first_name }}"],
  ["lemlist", "{{FirstName}}", "{{ custom.firstname }}", ["FirstName"]],
  ["lemlist", "{{firstName|there}}", '{{ first_name | default: "there" }}'],
  ["lemlist", "{{ companyName | your end }}", '{{ company | default: "your end" }}'],
  ["instantly", '{{firstName|it\'s "you"}}', '{{ first_name | default: "it\'s ”you”" }}'],
  ["instantly", "{{firstName|}}", '{{ first_name | default: "" }}'],
  ["instantly", "{{firstName | upcase}}", "{{ first_name | upcase }}"],
  ["lemlist", "{{Company name}}", "{{ custom.company_name }}", ["Company name"]],
  ["lemlist", "{{Icebreaker 1|Hi}}", '{{ custom.icebreaker_1 | default: "Hi" }}', ["Icebreaker 1"]],
  ["lemlist", "{{Größe}}", "{{ custom.größe }}", ["Größe"]],
  ["instantly", "{{personalization}}", "{{ custom.personalization }}"],
  ["lemlist", "{{icebreaker}}", "{{ custom.icebreaker }}"],
  ["smartlead", "{{website}}", "{{ custom.website }}"],
  ["smartlead", "{{linkedin_profile}}", "{{ linkedin_url }}"],
  ["instantly", "{{sendingAccountFirstName}}", FIRST],
  ["instantly", "{{sender_first_name}}", FIRST],
  ["instantly", "{{sendingAccountName}}", "{{sendingAccountName}}"],
  ["lemlist", "{{senderName}}", "{{senderName}}"],
  ["lemlist", "{{senderFirstName}}", FIRST],
  ["smartlead", "%sender-name%", "{{ sender_name }}"],
  ["smartlead", "%sender-firstname%", FIRST],
  ["smartlead", "%sender-domain%", '{{ sender_email | split: "@" | last }}'],
  ["instantly", "{{accountSignature}}", "{{accountSignature}}"],
  ["smartlead", "%signature%", "{{ sender_signature }}"],
  ["lemlist", "{{signature}}", "{{ sender_signature }}"],
  ["instantly", "{SENDER_EMAIL_SIGNATURE}", "{{ sender_signature }}"],
  ["instantly", "{SENDER_FIRST_NAME}", FIRST],
  ["instantly", "{{RANDOM | Hi | Hey}}", "{Hi|Hey}"],
  ["instantly", "{{Random|Hi {{firstName}} | Hey&nbsp;|}}", "{Hi {{firstName}}|Hey|}"],
  ["instantly", "{{random|a|{{RANDOM|b | c}}}}", "{a|{b|c}}"],
  ["instantly", "{{RANDOM | Hi}}", "Hi"],
  ["smartlead", "{Hi|Hello {there|{{first_name}}}}", "{Hi|Hello {there|{{first_name}}}}"],
  ["smartlead", "{{{first_name}}|friend}", "{{{first_name}}|friend}"],
  [
    "lemlist",
    "{% spin %}{% variation %}a{% variation %} b {{firstName|x}}{% endspin %}",
    '{a|b {{ first_name | default: "x" }}}',
  ],
  ["lemlist", "{% spin %}{% variation %}a|b{% variation %}c}{% endspin %}", "{a&#124;b|c&#125;}"],
  [
    "lemlist",
    "{% spin %}{% variation %}a{% variation %}{% spin %}{% variation %}b{% variation %}c{% endspin %}{% endspin %}",
    "{a|{b|c}}",
  ],
  [
    "lemlist",
    '{% if jobTitle == "Director" %}x{% endif %}',
    '{% if job_title == "Director" %}x{% endif %}',
  ],
  [
    "instantly",
    '{% if Job Level == "C" and firstName %}x{% elsif companyName %}y{% endif %}',
    '{% if custom.job_level == "C" and first_name %}x{% elsif company %}y{% endif %}',
    ["Job Level"],
  ],
  [
    "lemlist",
    '{% if jobTitle not_contains "Director" %}x{% else %}y{% endif %}',
    '{% unless job_title contains "Director" %}x{% else %}y{% endunless %}',
  ],
  [
    "lemlist",
    '{% if firstName and jobTitle not_contains "a and b" %}x{% endif %}',
    '{% if first_name and not job_title contains "a and b" %}x{% endif %}',
  ],
  [
    "smartlead",
    "{{#if first_name}}Hi {{first_name}}{{else}}Hi{{/if}}",
    "{% if first_name %}Hi {{first_name}}{% else %}Hi{% endif %}",
  ],
  ["smartlead", "{{sl_day_of_week}}", "{{ weekday }}"],
  [
    "instantly",
    '<a href="{unsubscribe_link}">stop</a>',
    '<a href="{{ unsubscribe_url }}">stop</a>',
  ],
  ["smartlead", "Bye %unsubscribe-text%", "Bye "],
  ["instantly", "{FIRST_NAME}", "{{ first_name }}"],
  ["instantly", "{FIRST_NAME|there}", '{{ first_name | default: "there" }}'],
  ["instantly", "{firstName}", "{{ first_name }}"],
  ["instantly", "{YES|NO}", "{YES|NO}"],
  ["lemlist", "Hey / Hi / Hello {{firstName}}", "Hey / Hi / Hello {{firstName}}"],
  ["instantly", "{{&nbsp;firstName|<b>there</b>}}", '{{ first_name | default: "there" }}'],
  ["instantly", "<b>{{firstName|x</b>}}", '<b>{{ first_name | default: "x" }}</b>'],
  [
    "instantly",
    "{% if jobTitle == “Director” &amp;&nbsp;%}",
    '{% if job_title == "Director" &amp; %}',
  ],
  [
    "instantly",
    '<a href="https://x.de/{{firstName|a}}">',
    "<a href=\"https://x.de/{{ first_name | default: 'a' }}\">",
  ],
  ["instantly", "&#123;firstName&#125; at 50% of 20%", "&#123;firstName&#125; at 50% of 20%"],
  ["instantly", "https://x.de/%EB%AB%BC", "https://x.de/%EB%AB%BC"],
  [
    "smartlead",
    "<style>p{color:red|x}</style>{{first_name}}",
    "<style>p{color:red|x}</style>{{first_name}}",
  ],
  ["instantly", "Hi\\nthere", "Hi<br>\nthere"],
];

describe("the words of a rival's step", () => {
  it.each(ROWS.map((row) => ({ row })))("are translated: $row", ({ row }) => {
    const [rival, theirs, ours, names = []] = row;
    const got = body(rival, theirs, names);
    expect(got.body).toBe(ours);
    // One row is broken on purpose: a sign that no condition has.
    if (!theirs.includes("&amp;")) expect(got.problems).toEqual([]);
  });

  it.each([
    ["instantly", "Hi {{nobody}}", "Hi {{ nobody }}", "No lead has"],
    ["lemlist", "{{Icebreaker}}", "{{ Icebreaker }}", "capitals count"],
    ["smartlead", '{{sl_date "2 days from now" "dddd"}}', null, ""],
    ["smartlead", "{{sl_time_of_day}}", null, "no date or time"],
    ["smartlead", "%foo-bar%", "%foo-bar%", "percent"],
    ["instantly", "{COMPANY_CITY}", "{COMPANY_CITY}", "No lead has"],
    ["instantly", "Hi {{firstName", null, "not closed"],
    ["lemlist", "{% spin %}{% variation %}a", null, "not closed"],
    [
      "lemlist",
      "{% spin %}x{% variation %}a{% variation %}b{% endspin %}",
      null,
      "before the first",
    ],
    ["lemlist", '{% if firstName is "x" %}y{% endif %}', null, "is"],
    ["instantly", "{{firstName|there|friend}}", null, "fallback ends"],
    ["instantly", "{<b>{firstName}}</b>", null, "between its braces"],
    ["smartlead", "a %x-y% b %z-z%", "a %x-y% b %z-z%", "percent"],
    ["instantly", "firstName}} x", null, "closes nothing"],
    ["instantly", "firstName %} x", null, "closes nothing"],
    ["smartlead", "{{#each x}}y{{/each}}", null, ""],
    ["smartlead", "{% if senderFirstName == 'A' %}x{% endif %}", null, "can't test"],
  ] as const)("of %s that can't be translated are named: %s", (rival, theirs, ours, reason) => {
    const names = theirs === "{{Icebreaker}}" ? ["icebreaker 1", "iceBreaker"] : [];
    const got = body(rival, theirs, names);
    if (ours !== null) expect(got.body).toBe(ours);
    expect(got.problems).not.toEqual([]);
    expect(got.problems.map((one) => one.reason).join(" ")).toContain(reason);
    expect(got.problems[0]).toMatchObject({ where: "body", line: 1 });
  });

  it("have the line of each problem", () => {
    const got = translateCopy(
      "lemlist",
      { subject: "{{a}}", body: "<p>x</p>\n<p>{{firstName}}</p>\n<p>{{b}} {{c}}</p>" },
      [],
    );
    expect(got.problems.map(({ where, line, text }) => [where, line, text])).toEqual([
      ["subject", 1, "{{a}}"],
      ["body", 3, "{{b}}"],
      ["body", 3, "{{c}}"],
    ]);
  });

  it("name each change once, with both spellings", () => {
    const got = body("lemlist", "{{firstName|there}} {{firstName|there}} {{firstName}}");
    expect(got.changes).toEqual([
      { theirs: "{{firstName|there}}", ours: '{{ first_name | default: "there" }}' },
    ]);
  });

  it("in a subject lose entities and curly quotes in braces", () => {
    const got = subject(
      "instantly",
      "{% if jobTitle == &quot;Director&quot; %}A{% else %}{{firstName | “you”}}{% endif %}",
    );
    expect(got.subject).toBe(
      '{% if job_title == "Director" %}A{% else %}{{ first_name | default: "you" }}{% endif %}',
    );
    expect(got.problems).toEqual([]);
    expect(
      subject("lemlist", "{% spin %}{% variation %}a|b{% variation %}c{% endspin %}").subject,
    ).toBe('{a{{ "|" }}b|c}');
  });

  it("render for a lead with every field and for one with none", () => {
    const names = ["City", "city", "Company name"];
    const got = body(
      "lemlist",
      "{% if City %}{{City}}{% else %}{{city|nowhere}}{% endif %} {{Company name|they}} {{firstName|you}}",
      names,
    );
    expect(got.problems).toEqual([]);
    const full = { first_name: "Ada", custom: { city: "Rome", city_2: "rome", company_name: "X" } };
    expect(renderPart(got.body, "html", "s", full)).toEqual({ text: "Rome X Ada", missing: [] });
    const none = { first_name: "", custom: {} };
    expect(renderPart(got.body, "html", "s", none)).toEqual({
      text: "nowhere they you",
      missing: [],
    });
  });

  it("warn of links that lead to the old service, and of two signatures", () => {
    const got = body(
      "smartlead",
      '<p>x</p><div>--</div>%signature% <a href="https://x.de/?leadId=4">y</a> %unsubscribe-text%',
    );
    expect(got.problems).toEqual([]);
    expect(got.warnings.map(({ reason }) => reason).join(" ")).toMatch(
      /number at the old.*line to unsubscribe.*Two signatures/,
    );
  });

  it("above 64 KB are refused by name and stay", () => {
    const got = body("lemlist", "a".repeat(65_537));
    expect(got.problems[0]?.reason).toContain("64 KB");
  });

  it("leave nothing unseen, whatever is put together", () => {
    const bits = [
      "{{",
      "}}",
      "{%",
      "%}",
      "{",
      "}",
      "|",
      "firstName",
      " nobody ",
      "%sender-name%",
      "%x-y%",
      "{% spin %}",
      "{% variation %}",
      "{% endspin %}",
      "{{RANDOM|",
      "<b>",
      "</b>",
      '"',
      "'",
      "{% if firstName %}",
      "{% endif %}",
      "{{#if a}}",
      "{{/if}}",
      "&nbsp;",
      "{FIRST_NAME|",
      "a",
      "{% raw %}",
      "{% endraw %}",
      "<style>",
      "</style>",
      "not_contains",
    ];
    let state = 7;
    const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let n = 0; n < 5_000; n++) {
      const source = Array.from({ length: 1 + next(12) }, () => bits[next(bits.length)]).join("");
      const got = body("lemlist", source);
      const refused = checkTemplate(got.body, "html");
      if (got.problems.length > 0 || source.includes("{% raw %}")) continue;
      expect(refused, source).toBeNull();
      expect(got.body, source).not.toMatch(
        /nobody \}\}|%x-y%(?![^<]*<\/style)|endspin|variation|#if/,
      );
    }
  });
});

describe("the keys of a rival's own variables", () => {
  it("are numbered where two names come to one, in the order of the names", () => {
    expect([...customKeys(["City", "city", "CITY", "city_2", "???", "LinkedIn"])]).toEqual([
      ["City", "city"],
      ["city", "city_2"],
      ["CITY", "city_3"],
      ["city_2", "city_2_2"],
      ["???", "field"],
      ["LinkedIn", "linkedin_url"],
    ]);
  });

  it("are those that leads get for the same name", () => {
    const long = "a".repeat(93);
    const names = ["1st line", "1st-line", `${long} x`, `${long}_X`, "Größe", "a__b", "  "];
    const keys = [...customKeys(names).values()];
    expect(keys.slice(0, 2)).toEqual(["field_1st_line", "field_1st_line_2"]);
    expect(new Set(keys).size).toBe(names.length);
    for (const key of keys) expect(customKey(key)).toBe(key);
  });

  it("stay when names are added behind", () => {
    const before = customKeys(["a b", "A B"]);
    const after = customKeys(["a b", "A B", "a-b"]);
    for (const [name, key] of before) expect(after.get(name)).toBe(key);
  });
});
