/** The links of the first mail: what a reader sees, and where it leads. Query and fragment must survive. */
export const LINKS = {
  guide: {
    label: "the guide",
    url: "https://agency.example/guide?utm_source=outreach&utm_campaign=autumn%202026#prices",
  },
  cases: { label: "three cases", url: "https://agency.example/cases/?sort=new&sort=best" },
  call: { label: "fifteen minutes", url: "https://calendar.example/ann/15min?from=mail#/pick" },
} as const;
export type LinkName = keyof typeof LINKS;

const anchor = ({ label, url }: (typeof LINKS)[LinkName]): string =>
  `<a href="${url.replaceAll("&", "&amp;")}">${label}</a>`;

/** Two steps, the second in the thread of the first. */
export const STEPS = [
  {
    subject: '{Quick question|A question|One question}, {{ first_name | default: "hello" }}',
    body_html: `<p>{Hi|Hello|Good day} {{ first_name | default: "there" }},</p>
<p>{% if company %}{{ company }} came up{% else %}your name came up{% endif %} when I {looked for|asked about}
people{% if custom.city %} in {{ custom.city }}{% endif %} who write {many|a lot of} offers by hand.</p>
<p>I put together ${anchor(LINKS.guide)} and ${anchor(LINKS.cases)}; or take ${anchor(LINKS.call)} with me.</p>
<p>{Best|Kind regards},<br>{{ sender_name }}</p>`,
  },
  {
    subject: "",
    body_html: `<p>{{ first_name | default: "Hello again" }}, {did you see my note|any thoughts on this}?
Here is ${anchor(LINKS.call)} once more.</p>
<p>{{ sender_name }}</p>`,
  },
] as const;

/** Three people of an agency who write. */
export const SENDERS = [
  { email: "ann@agency.test", name: "Ann Ågren", password: "ann-pässword-1" },
  { email: "ben@agency.test", name: 'Ben "BB" Böhm', password: "ben-password-2" },
  { email: "cleo@agency.test", name: "Cleo Çelik", password: "cleo-password-3" },
] as const;
