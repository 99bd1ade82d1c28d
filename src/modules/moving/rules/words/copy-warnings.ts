import type { Rival } from "#modules/moving/rules/found.ts";
import type { CopyProblem } from "#modules/moving/rules/translate.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

type Sign = {
  readonly pattern: RegExp;
  readonly reason: string;
  readonly suggestion: string;
  readonly rivals?: readonly Rival[];
};

const SIGNS: readonly Sign[] = [
  {
    pattern: /[?&](?:amp;)?leadId=/i,
    reason: "A link carries the lead's number at the old service.",
    suggestion: "Use the address of the page itself.",
  },
  {
    pattern: /\blemcal\.com\//i,
    reason: "A booking page of lemlist's account.",
    suggestion: "Keep that account, or link to another booking page.",
  },
  {
    pattern: /\b[\w-]{1,63}\.lemlst\.org\//i,
    reason: "A tracking address of lemlist.",
    suggestion: "Use the address that the link leads to.",
  },
  {
    pattern: /%unsubscribe[-_]text%/i,
    reason: "The line to unsubscribe was taken out.",
    suggestion: "Switch on the footer of the workspace, which has the link.",
  },
  {
    pattern: /\{\{[^{}]{0,80}\b(?:personalization|icebreaker)\b/i,
    reason: "A personal line may be HTML; here a value is text.",
    suggestion: "Look at the preview of some leads.",
  },
  {
    pattern: /<img\b/i,
    reason: "A picture stays at its old address.",
    suggestion: "Put it on a server of your own before that account ends.",
    rivals: ["lemlist", "smartlead"],
  },
  {
    pattern: /href="[^"]{0,300}(?:lemlist\.com|smartlead\.ai|instantly\.ai)[^"]{0,300}"/i,
    reason: "A link leads to the old service.",
    suggestion: "Look whether it is an unsubscribe link: the footer of the workspace has one.",
  },
];

const SIGNATURE = /accountSignature|%signature%|\{\{\s{0,9}signature\s{0,9}\}\}|EMAIL_SIGNATURE/i;
const PASTED = /(?:^|[>\n])\s{0,20}(?:--|—)\s{0,20}(?:<|$|\n)/i;

/** What in a rival's copy is worth a look, and no reason to wait. */
export function warningsIn(
  rival: Rival,
  copy: { readonly subject: OutsideText; readonly body: OutsideText },
): CopyProblem[] {
  const warnings: CopyProblem[] = [];
  const look = (where: CopyProblem["where"], source: string): void => {
    for (const { pattern, reason, suggestion, rivals } of SIGNS) {
      if (rivals && !rivals.includes(rival)) continue;
      const match = pattern.exec(source);
      if (match === null) continue;
      warnings.push({
        where,
        line: source.slice(0, match.index).split("\n").length,
        text: source.slice(match.index, match.index + 80),
        reason,
        suggestion,
      });
    }
  };
  look("subject", copy.subject);
  look("body", copy.body);
  const signature = SIGNATURE.exec(copy.body);
  if (signature !== null && PASTED.test(copy.body)) {
    warnings.push({
      where: "body",
      line: copy.body.slice(0, signature.index).split("\n").length,
      text: signature[0],
      reason: "Two signatures: one is pasted, one comes from the mailbox.",
      suggestion: "Take one of them out.",
    });
  }
  return warnings;
}
