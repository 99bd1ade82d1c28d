import { askFilters } from "#companion/filters/ask-filters.ts";
import { filterAdvice } from "#modules/campaigns/rules/spam/filter-advice.ts";
import type { FilterVerdict } from "#platform/wire/mail-filters.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { compose } from "#smtp/compose.ts";
import { STEPS } from "#test/demo/copy.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { startSpamFilters } from "#test/support/mail/spam-filters.ts";
import { has } from "#test/support/needs.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import type { Finding, Proven } from "../findings.ts";
import type { ProofOptions } from "../proofs.ts";

/** How a campaign may be set. */
type Shape = {
  readonly links: number;
  readonly opens: boolean;
  readonly clicks: boolean;
  readonly footer: boolean;
  readonly plain: boolean;
};
type Made = { readonly shape: Shape; readonly mail: OutgoingMail };

/** Of writers, or of a network that is not there: nothing that the product's shape decides. */
const NOT_SHAPE = new Set([
  // The mails of the proof have no DKIM; with it the rule is silent.
  "LIST_PARTIAL_SHORT_MSG",
]);
/** What the pixel costs, which is told where opens are switched on. */
const OF_PIXEL = /^(HTML_IMAGE_ONLY_\d+|URI_COUNT_ODD)$/;

/**
 * Every shape that a campaign can give a mail, and the demo's own mails, before Debian's filters as they
 * come. The quick form looks at the bytes alone, without the filters.
 */
export async function prove({ quick, say }: ProofOptions): Promise<Proven> {
  const made = [...(await shapes(quick ? 2 : 4)), ...(await demoMails())];
  const bytes = made.map(({ mail }) => compose(mail).toString());
  const named = bytes.filter((raw) => /nodemailer|_NmP|X-Mailer|User-Agent/i.test(raw));
  const odd = made.filter(({ shape, mail }) => isOdd(shape, mail));
  const findings: Finding[] = [
    { what: "mails that name the library", found: named.length, must: { be: 0 } },
    {
      what: "tracked mails with an odd number of own addresses",
      found: odd.length,
      must: { be: 0 },
    },
  ];
  const isWhole = !quick && has("spamassassin") && has("rspamd");
  if (isWhole) findings.push(...(await ask(made, say)));
  else say("the filters themselves were not asked");
  return { findings, of: `${made.length} mails${isWhole ? ", two filters" : ""}` };
}

async function ask(made: readonly Made[], say: ProofOptions["say"]): Promise<Finding[]> {
  const running = await startSpamFilters();
  const faults = new Map<string, number>();
  let silent = 0;
  let unadvised = 0;
  const scores: number[] = [];
  try {
    for (const { shape, mail } of made) {
      // The filters look at the date, and the proof's clock stands elsewhere.
      const now = { ...mail, date: Date.now() };
      const verdicts = await askFilters({ filters: [...running.filters], mail: now });
      silent += verdicts.filter(({ problem }) => problem !== null).length;
      scores.push(...verdicts.map(({ score, threshold }) => (score ?? 0) / (threshold ?? 1)));
      for (const rule of verdicts.flatMap(({ rules }) => costly(rules))) {
        if (filterAdvice(rule) === null) unadvised++;
        if (NOT_SHAPE.has(rule) || (OF_PIXEL.test(rule) && shape.opens && !shape.plain)) continue;
        faults.set(rule, (faults.get(rule) ?? 0) + 1);
      }
    }
  } finally {
    await running.stop();
  }
  for (const [rule, times] of faults) say(`${rule}: ${times} mails`);
  say(`the worst mail has ${Math.round(100 * Math.max(...scores))} % of what makes it spam`);
  return [
    { what: "verdicts that did not come", found: silent, must: { be: 0 } },
    {
      what: "rules of shape that cost points, but the pixel's",
      found: faults.size,
      must: { be: 0 },
    },
    { what: "costly rules without advice", found: unadvised, must: { be: 0 } },
    {
      what: "mails taken for spam",
      found: scores.filter((part) => part >= 1).length,
      must: { be: 0 },
    },
  ];
}

const costly = (rules: FilterVerdict["rules"]): string[] =>
  rules.filter(({ points }) => points > 0).map(({ name }) => name);

/** Addresses that the HTML has and the text has not: tracked links, hidden ones and the pixel. */
function isOdd({ links, clicks, plain }: Shape, { html }: OutgoingMail): boolean {
  if (plain || !clicks || links === 0) return false;
  return ((html ?? "").match(/(?:href|src)="https?:\/\/[^"]*\/t\//g) ?? []).length % 2 === 1;
}

const SENTENCES =
  "<p>I saw that you are hiring two engineers in Leipzig. We help teams of your size to find people who stay.</p>";

async function shapes(mostLinks: number): Promise<Made[]> {
  const made: Made[] = [];
  for (let links = 0; links <= mostLinks; links++) {
    for (let bits = 0; bits < 16; bits++) {
      const [opens, clicks, footer, plain] = [1, 2, 4, 8].map((bit) => (bits & bit) !== 0);
      const shape = { links, opens: !!opens, clicks: !!clicks, footer: !!footer, plain: !!plain };
      const anchors = Array.from(
        { length: links },
        (_, i) => `<p>Here is <a href="https://halden.example.com/how${i}">how it works</a>.</p>`,
      );
      const body = `<p>Hi {{ first_name }},</p>${SENTENCES}${anchors.join("")}<p>Would a short call next week suit you?</p><p>Mara</p>`;
      const [mail] = await sent(shape, [{ subject: "Two engineers in Leipzig", bodyHtml: body }]);
      if (mail) made.push({ shape, mail });
    }
  }
  return made;
}

async function demoMails(): Promise<Made[]> {
  const shape = { links: 3, opens: true, clicks: true, footer: true, plain: false };
  const steps = STEPS.map(({ subject, body_html: bodyHtml }) => ({
    subject: subject === "" ? "Once more" : subject,
    bodyHtml,
  }));
  const mails = await Promise.all(steps.map((step) => sent(shape, [step])));
  return mails.flat().map((mail, i) => ({ shape: { ...shape, links: i === 0 ? 3 : 1 }, mail }));
}

/** What the product hands over for such a campaign. */
async function sent(
  { opens, clicks, footer, plain }: Shape,
  steps: readonly { subject: string; bodyHtml: string }[],
): Promise<OutgoingMail[]> {
  const play = await companionPlay({ settings: { BASE_URL: "https://links.halden.example.com" } });
  await seedOutreach(play.t, play.wid, {
    mailboxes: [{ email: "mara@halden.example.com", fromName: "Mara Lind" }],
    leads: ["ann@acme.example.net"],
    campaign: {
      trackOpens: opens,
      trackClicks: clicks,
      unsubscribeFooter: footer,
      language: null,
      plainText: plain,
    },
    steps,
  });
  return play.run();
}
