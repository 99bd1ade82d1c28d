import { randomUUID } from "node:crypto";

/** One thing that a low role or a stranger sends, by the lowest role that may. */
export type HostileInput = {
  readonly name: string;
  readonly as: "nobody" | "client" | "employee";
  readonly method: "GET" | "POST" | "PUT";
  /** `:idle`, `:thread`, `:step` and `:lead` stand for what is there; below the workspace unless it begins with `/api`. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** HTML that an employee has put into the idle campaign's step before. */
  readonly step?: string;
};

const full = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

const HTML: Readonly<Record<string, string>> = {
  "lists in lists": full("<ul><li>x", 98_000),
  "a hundred lists, many items": "<ul><li>".repeat(100) + full("<li>x", 98_000),
  "blanks at ends of lines": `<pre>${full(`${" ".repeat(500)}x\n`, 98_000)}</pre>`,
  "elements in elements": full("<b>", 98_000),
  "elements that others close": full("<div>", 66_000) + full("</p>", 33_000),
  "links in links": full("<a href=http://a.de>y<b>", 98_000),
  comments: full("<!--", 98_000),
  drawings: full("<svg><p>", 98_000),
  blanks: `<p>x${full(" ", 98_000)}x</p>`,
};

const COPY: Readonly<Record<string, string>> = {
  "tags closed within a string": `${full("{%", 65_500)}" %}`,
  "outputs closed within a string": `${full("{{ ", 65_500)}" }}`,
  "groups in groups": full("{a|", 32_000) + full("}", 11_000),
  "raw never ended": full("{% raw %}", 65_500),
  "styles never ended": full("<style ", 65_500),
  "conditions in conditions": full("{% if a %}", 30_000) + full("{% endif %}", 33_000),
  operators: `{% if a ${full("and a ", 65_000)} %}{% endif %}`,
  filters: `{{ a ${full("| upcase ", 65_000)} }}`,
  braces: full("{", 65_500),
  "lists in lists": full("<ul><li>x", 65_500),
};

const loops = (body: string): string => `{% for i in (1..8000) %}${body}{% endfor %}`;
const word = `{% assign x = "${full("y", 30_000)}" %}`;
/** Templates that are well formed and write or compute much. */
const RENDERED: Readonly<Record<string, string>> = {
  "a long word in a loop": word + loops("{{ x }}"),
  "a loop in a loop": loops(loops("{{ i }}")),
  "conditions in a loop": loops(`{% if a ${"or a ".repeat(1_000)} %}{% endif %}`),
  "searches in a loop": word + loops("{% if x contains 'z' %}{% endif %}"),
  "a table": "{% tablerow i in (1..40000) cols:1 %}{% endtablerow %}",
  "words captured again and again": `${word}${"{% capture z %}{{ x }}{{ x }}{% endcapture %}".repeat(600)}`,
  "a word doubled": `${word}${"{% assign x = x | append: x %}".repeat(900)}`,
  "sixty kilobytes of outputs": full("{{ first_name }} ", 60_000),
};

const SPAM: Readonly<Record<string, string>> = {
  "signs of other tools": full("%SU", 3) + full("U", 65_000),
  "signs between letters": full("a-", 65_000),
  "look-alike signs": full("@1", 65_000),
  terms: full("free money ", 65_000),
  "lists in lists": full("<ul><li>x", 65_000),
  "brackets of other tools": full("*|A", 65_000),
  percents: full("{%", 65_000),
};

const of = (
  inputs: Readonly<Record<string, string>>,
  input: (text: string) => Omit<HostileInput, "name">,
  where: string,
): HostileInput[] =>
  Object.entries(inputs).map(([name, text]) => ({ name: `${where}: ${name}`, ...input(text) }));

const addresses = (one: (n: number) => string, count: number): string =>
  `email,first_name\n${Array.from({ length: count }, (_, n) => `${one(n)},x`).join("\n")}`;

/** Files of leads, as forms; what is in them is read to its end. */
const FILES: Readonly<Record<string, () => string>> = {
  "quotes never closed": () => `email\n"${full('""', 2_000_000)}`,
  dots: () => addresses((n) => `${full("a.", 200)}${n}@x.test`, 5_000),
  "tagged names": () => addresses((n) => `${full("a+", 250)}@${full("a-", 200)}${n}.test`, 5_000),
  "one long cell": () => `email,note\na@b.test,${full("x ", 2_000_000)}`,
  "names of columns": () => `email,${full("ab,", 300_000)}\na@b.test`,
  separators: () => `email\n${full(";,\t|", 1_000_000)}`,
};

export function hostileInputs(): HostileInput[] {
  const many = (text: string, count: number) => Array.from({ length: count }, () => text);
  const rows = [
    ...of(
      HTML,
      (body_html) => ({
        as: "client",
        method: "POST",
        path: "/threads/:thread/reply?wait=0",
        body: { body_html },
      }),
      "a reply",
    ),
    ...of(
      COPY,
      (body_html) => ({
        as: "employee",
        method: "PUT",
        path: "/campaigns/:idle/steps/:step",
        body: { body_html, body_text: body_html },
      }),
      "a step",
    ),
    ...of(
      SPAM,
      (body) => ({
        as: "employee",
        method: "POST",
        path: "/ai/spam-check",
        body: { subject: "x", body },
      }),
      "a spam check",
    ),
    {
      name: "a step with six arms",
      as: "employee",
      method: "PUT",
      path: "/campaigns/:idle/steps/:step",
      body: {
        body_html: COPY["groups in groups"],
        body_text: COPY["raw never ended"],
        variants: many("x", 5).map(() => ({
          subject: "x",
          body: COPY["groups in groups"],
          body_text: COPY["operators"],
        })),
      },
    },
    {
      name: "a subject",
      as: "employee",
      method: "PUT",
      path: "/campaigns/:idle/steps/:step",
      body: { subject: full("{{'", 65_000) },
    },
    {
      name: "a template of answers",
      as: "employee",
      method: "POST",
      path: "/reply-templates",
      body: { name: randomUUID(), body: full("{{ ", 20_000) },
    },
    {
      name: "a lead's fields",
      as: "client",
      method: "PUT",
      path: "/leads/:lead",
      body: {
        custom_fields: Object.fromEntries(
          Array.from({ length: 64 }, (_, i) => [`f${i}`, full("{{", 1_000)]),
        ),
      },
    },
    {
      name: "a lead's names of fields",
      as: "client",
      method: "PUT",
      path: "/leads/:lead",
      body: {
        custom_fields: Object.fromEntries(
          Array.from({ length: 64 }, (_, i) => [`${full("_", 90)}${i}`, "x"]),
        ),
      },
    },
    {
      name: "a search for leads",
      as: "client",
      method: "GET",
      path: `/leads?q=${full("a*%20", 900)}`,
    },
    {
      name: "a search for quotes",
      as: "client",
      method: "GET",
      path: `/leads?q=${encodeURIComponent(full('"', 200))}`,
    },
    { name: "a cursor", as: "client", method: "GET", path: `/leads?cursor=${full("A", 8_000)}` },
    {
      name: "a thread's tags",
      as: "client",
      method: "PUT",
      path: "/threads/:thread",
      body: { tags: many(full(" ", 60), 50) },
    },
    {
      name: "a thread's status",
      as: "client",
      method: "PUT",
      path: "/threads/:thread/status",
      body: { status: full("_-", 100_000) },
    },
    {
      name: "addresses to copy",
      as: "client",
      method: "POST",
      path: "/threads/:thread/reply?wait=0",
      body: { body_text: "x", cc: many(`${full("a.", 60_000)}@`, 4) },
    },
    {
      name: "an address to validate",
      as: "employee",
      method: "POST",
      path: "/leads/validate-email",
      body: { email: full("a.", 998) },
    },
    {
      name: "a quoted address to validate",
      as: "employee",
      method: "POST",
      path: "/leads/validate-email",
      body: { email: `"${full("\\ ", 990)}"@x.test` },
    },
    {
      name: "suppressions",
      as: "employee",
      method: "POST",
      path: "/suppressions/import",
      body: many(`${full("a.", 900)}@`, 200),
    },
    {
      name: "a suppression",
      as: "employee",
      method: "POST",
      path: "/suppressions",
      body: { value: full("@.", 300) },
    },
    {
      name: "a mail server's name",
      as: "employee",
      method: "POST",
      path: "/mailboxes/test",
      body: { smtp_host: full(":", 200_000), smtp_port: 25 },
    },
    {
      name: "a signature",
      as: "employee",
      method: "POST",
      path: "/mailboxes",
      body: { email: "a@b.test", signature_html: full("<ul><li>", 65_000) },
    },
    {
      name: "a webhook's address",
      as: "employee",
      method: "POST",
      path: "/webhooks",
      body: { url: `https://${full("a.", 100_000)}`, events: ["lead.replied"] },
    },
    {
      name: "a calendar's key",
      as: "employee",
      method: "POST",
      path: "/integrations/calendly/connect",
      body: { token: full(" x", 100_000) },
    },
    {
      name: "deep brackets",
      as: "client",
      method: "PUT",
      path: "/threads/:thread",
      body: JSON.parse(full("[", 4_000) + full("]", 4_000)) as unknown,
    },
    {
      name: "many fields",
      as: "client",
      method: "PUT",
      path: "/threads/:thread",
      body: Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`f${i}`, i])),
    },
    {
      name: "cookies",
      as: "nobody",
      method: "GET",
      path: "/api/v1/auth/me",
      headers: { cookie: full("a=b; ", 12_000) },
    },
    {
      name: "a key",
      as: "nobody",
      method: "GET",
      path: "/api/v1/auth/me",
      headers: { authorization: `Bearer ${full("or_", 12_000)}` },
    },
    {
      name: "addresses in front",
      as: "nobody",
      method: "GET",
      path: "/health",
      headers: { "x-forwarded-for": full("1.1.1.1, ", 12_000) },
    },
    {
      name: "a user agent",
      as: "nobody",
      method: "GET",
      path: `/t/${full("a", 80)}/pixel.png`,
      headers: { "user-agent": full("Mozilla/5.0 (", 12_000) },
    },
    {
      name: "a link's token",
      as: "nobody",
      method: "GET",
      path: `/t/x/link/${full("a-", 12_000)}`,
    },
    {
      name: "an unsubscribe token",
      as: "nobody",
      method: "GET",
      path: `/unsubscribe/${full("a.", 12_000)}`,
    },
    {
      name: "a sign-in",
      as: "nobody",
      method: "POST",
      path: "/api/v1/auth/login",
      body: { username: `${full("a.", 120_000)}@`, password: "x" },
    },
    {
      name: "a provider's event",
      as: "nobody",
      method: "POST",
      path: "/api/v1/webhooks/ses",
      body: {
        Type: "Notification",
        SigningCertURL: full("https://", 100_000),
        Message: full("{", 100_000),
      },
    },
    { name: "a report's address", as: "nobody", method: "GET", path: `/r/${full("a-", 4_000)}` },
  ] satisfies HostileInput[];
  const previews = of(
    RENDERED,
    (step) => ({ as: "client", method: "POST", path: "/campaigns/:idle/preview", body: {}, step }),
    "a preview",
  );
  const files = Object.entries(FILES).map(([name, text]): HostileInput => ({
    name: `a file: ${name}`,
    as: "employee",
    method: "POST",
    path: "/leads/upload",
    body: text(),
  }));
  return [...rows, ...previews, ...files];
}

/** Mails of strangers to a mailbox that the product reads. */
export function hostileMails(to: string): { name: string; raw: string }[] {
  const mail = (name: string, body: string, headers = "", type = "text/plain") => ({
    name,
    raw: `From: stranger@else.test\r\nTo: ${to}\r\nSubject: Hello\r\nMessage-ID: <${randomUUID()}@else.test>\r\n${headers}MIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${body}`,
  });
  const multipart = full("--b\r\nContent-Type: text/plain\r\n\r\nx\r\n", 250_000);
  return [
    mail("tabs in front of text", `<pre>x${full("\t", 60_000)}x</pre>`, "", "text/html"),
    mail("lists in lists", full("<ul><li>x", 250_000), "", "text/html"),
    mail("elements in elements", full("<b>", 250_000), "", "text/html"),
    mail(
      "elements that others close",
      full("<div>", 160_000) + full("</p>", 80_000),
      "",
      "text/html",
    ),
    mail("quotes", full("> ", 250_000)),
    mail("attributions", full("On Monday, a@b.test wrote:\r\n", 250_000)),
    mail("lines of dashes", full("--\r\n", 250_000)),
    mail("dates", full("until 12. 12. ", 250_000)),
    mail("addresses", full("a@b.c ", 250_000)),
    mail("parts", multipart, "", "multipart/mixed; boundary=b"),
    mail("a sender without end", "x", `Sender: ${full("a@", 150_000)}\r\n`),
    mail("references", "x", `References: ${full("<a@b> ", 60_000)}\r\n`),
    mail(
      "words of bounces",
      full("550 5.1.1 user unknown ", 250_000),
      "Auto-Submitted: auto-replied\r\n",
    ),
    mail(
      "a report",
      full("--r\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n\r\n", 200_000),
      "",
      "multipart/report; report-type=delivery-status; boundary=r",
    ),
    mail("encoded words", "x", `X-Long: ${full("=?utf-8?q?a?= ", 60_000)}\r\n`),
  ];
}
