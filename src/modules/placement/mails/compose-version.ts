import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { escapeHtml } from "#platform/rules/html.ts";
import { asId, type SendId } from "#platform/rules/ids.ts";
import { SAMPLE_LEAD, withPlaceholders } from "#modules/campaigns/rules/sample.ts";
import { type FooterWords, unsubscribeFooter } from "#modules/campaigns/rules/template/footer.ts";
import { type Draft, writeCopy } from "#modules/campaigns/words/write-copy.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { linkPart, honeypotPart } from "#modules/links/rules/link.ts";
import { trackHtml } from "#modules/links/rules/rewrite-links.ts";
import { hitToken, unsubscribeToken } from "#modules/links/rules/token.ts";
import { clickUrl, pixelUrl, unsubscribeUrl } from "#modules/links/rules/urls.ts";
import type { Sender } from "#modules/mailboxes/connections/load-senders.ts";
import {
  ALL,
  bitOf,
  type Factor,
  type Factors,
  FACTORS,
  holdsFactor,
} from "#modules/placement/rules/search/factors.ts";
import type { TestedMail } from "#modules/placement/rules/tested-mail.ts";
import { neutralHtml, neutralText } from "#modules/placement/rules/versions/neutral.ts";
import { NEUTRAL_SUBJECT, SIGNATURE_MARK } from "#modules/placement/rules/versions/words.ts";
import { DEFAULT_SCHEDULE } from "#platform/rules/schedule.ts";

/** What of a workspace its mails depend on. */
export type OwnWords = { readonly words: FooterWords; readonly linkBase: string };
type Words = Pick<Sender, "email" | "fromName" | "replyTo" | "signatureHtml" | "signatureText">;

export type Version = {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string;
  readonly optOut: { readonly url: string; readonly token: string };
};
export type WrittenVersion =
  | ({ readonly ok: true } & Version)
  | { readonly ok: false; readonly detail: string };

/** Tokens of test emails name a mail that will never be: what opens or clicks them counts nowhere. */
const NO_SEND = asId<SendId>(2 ** 40);

/**
 * Writes a version of a mail with the code that campaigns use: tracked, with footer and signature,
 * and with what the version lacks replaced by something neutral. The same version of the same mail
 * always has the same words.
 */
export function composeVersion(
  ctx: Pick<WorkspaceCtx, "settings" | "workspaceId" | "now">,
  mail: TestedMail,
  version: Factors,
  sender: Words,
  { words, linkBase }: OwnWords,
): WrittenVersion {
  const { TRACKING_SECRET: secret } = ctx.settings;
  const token = unsubscribeToken(secret, ctx.workspaceId, NO_SEND);
  const url = unsubscribeUrl(linkBase, token);
  const written = write(ctx, mail, sender, { url, words });
  if (!written.ok) return written;
  const footer = mail.unsubscribeFooter
    ? unsubscribeFooter(url, words, mail.language ?? null)
    : { html: "", text: "" };
  const hasFooter = holdsFactor(version, "footer");
  const signature = signatureOf(sender, holdsFactor(version, "signature"));
  const plain = written.html === null || !holdsFactor(version, "html");
  const keep = [url];
  const html = plain
    ? null
    : neutralHtml(written.html ?? "", version, keep).replaceAll(
        SIGNATURE_MARK,
        () => signature.html,
      ) + (hasFooter ? footer.html : "");
  const text =
    neutralText(written.text, version, keep).replaceAll(SIGNATURE_MARK, () => signature.text) +
    (hasFooter ? footer.text : "");
  return {
    ok: true,
    subject: holdsFactor(version, "words") ? written.subject : NEUTRAL_SUBJECT,
    html: html && track(ctx, mail, version, { html, sender, linkBase, keep }),
    text,
    optOut: { url, token },
  };
}

/** Which factors a mail has: those without which it differs. */
export function factorsOf(
  ctx: Pick<WorkspaceCtx, "settings" | "workspaceId" | "now">,
  mail: TestedMail,
  sender: Words,
  own: OwnWords,
): Factors {
  const wordsOf = (version: Factors): string => {
    const made = composeVersion(ctx, mail, version, sender, own);
    return made.ok ? `${made.subject}\n${made.html}\n${made.text}` : "";
  };
  const whole = wordsOf(ALL);
  const isThere = (factor: Factor) => wordsOf(ALL & ~bitOf(factor)) !== whole;
  return FACTORS.filter(isThere).reduce((set, factor) => set | bitOf(factor), 0);
}

function write(
  ctx: Pick<WorkspaceCtx, "now">,
  mail: TestedMail,
  sender: Words,
  optOut: Parameters<typeof writeCopy>[4],
) {
  const { name, subject, bodyHtml, bodyText, step, plainText } = mail;
  const draftFor = (lead: Draft["lead"]): Draft => ({
    lead,
    campaign: {
      name,
      schedule: DEFAULT_SCHEDULE,
      plainText,
      firstEmailPlainText: false,
      unsubscribeFooter: false,
      language: null,
    },
    stepRow: { id: 0, version: -1, subject, bodyHtml, bodyText, variants: [] },
    step,
    variant: "control",
  });
  const marked = { ...sender, signatureHtml: SIGNATURE_MARK, signatureText: SIGNATURE_MARK };
  const thread = { subject, seed: "placement", sameThread: false, earlier: [] };
  const first = writeCopy(ctx, draftFor(SAMPLE_LEAD), marked, thread, optOut);
  const missing = !first.ok && first.reason === "missing_variable" ? first.missing : [];
  const made =
    missing.length === 0
      ? first
      : writeCopy(ctx, draftFor(withPlaceholders(SAMPLE_LEAD, missing)), marked, thread, optOut);
  if (made.ok) return { ok: true as const, ...made.copy };
  const detail =
    made.reason === "missing_variable" ? `No value for ${made.missing.join(", ")}.` : made.detail;
  return { ok: false as const, detail };
}

function signatureOf(sender: Words, isThere: boolean): { html: string; text: string } {
  if (!isThere) return { html: escapeHtml(sender.fromName), text: sender.fromName };
  const { signatureHtml, signatureText } = sender;
  return {
    html: signatureHtml === "" ? escapeHtml(signatureText) : signatureHtml,
    text: signatureText,
  };
}

/** Links and pixel as the campaign has them; without the tracking domain links are direct, and the pixel is the sender's own. */
function track(
  { settings, workspaceId }: Pick<WorkspaceCtx, "settings" | "workspaceId">,
  mail: TestedMail,
  version: Factors,
  made: {
    readonly html: string;
    readonly sender: Words;
    readonly linkBase: string;
    readonly keep: readonly string[];
  },
): string {
  const { TRACKING_SECRET: secret } = settings;
  const token = hitToken(secret, workspaceId, NO_SEND);
  const base = made.linkBase;
  const byDomain = holdsFactor(version, "tracking_domain");
  const tracks = mail.trackClicks && byDomain;
  const pixel = byDomain
    ? pixelUrl(base, token)
    : `https://${domainOf(made.sender.email)}/logo.png`;
  return trackHtml(made.html, {
    linkOf: tracks ? (target) => clickUrl(base, token, linkPart(secret, token, target)) : null,
    pixelUrl: mail.trackOpens && holdsFactor(version, "pixel") ? pixel : null,
    honeypotUrl: tracks ? clickUrl(base, token, honeypotPart(secret, token)) : null,
    keep: made.keep,
  });
}
