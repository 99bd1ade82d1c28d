import type { FaultCode, Verdict } from "./verify.ts";

/** What each fault means. */
export const FAULT_WORDS: Readonly<Record<FaultCode, string>> = {
  line: "This is no line of the format: it was changed, or something was put in.",
  hash: "The hash does not fit: this row, or what stands before it, was changed, taken out or exchanged.",
  sequence: "The number is not the next one: a row was taken out, put in, repeated or exchanged.",
  day: "The day is not later than the one before.",
  head: "The head does not fit the rows of its day, or the head before it.",
  no_head: "The rows before have no head.",
  signature: "The signature is not the key's: the head was changed, or somebody else made it.",
  key: "Another key signed this than the one expected.",
  end: "The file does not end as it must: its end was cut off, or something follows it.",
  cause: "The same thing has two receipts.",
  twice: "The same step left twice for one lead.",
  again: "A second try has no first one before it.",
  after_opt_out: "This left after its recipient had opted out or was suppressed.",
  erased: "A person who was erased is named again.",
  outside: "A head of the other file is not signed by this installation.",
  cut: "A head that was sent before is not in this file: rows were cut off or replaced.",
};

const iso = (at: number): string => new Date(at).toISOString();
const FAULTS_SHOWN = 100;

/** What a verdict says to a person, line by line. */
export function verdictWords(verdict: Verdict): string[] {
  const { header, faults, counts } = verdict;
  const n = (name: string): number => counts[name] ?? 0;
  const mails = n("step") + n("again") + n("reply") + n("forced_reply") + n("test");
  const shown = faults
    .slice(0, FAULTS_SHOWN)
    .map(
      ({ line, code }) => `${line === 0 ? "File" : `Line ${line}`}: ${FAULT_WORDS[code]} (${code})`,
    );
  return [
    `Workspace ${header.workspace}. Receipts: ${n("rows")}, emails among them: ${mails}, signed heads: ${n("heads")}.`,
    ...shown,
    ...(faults.length > 0 ? [`Faults: ${faults.length}. This file proves nothing.`] : PROVEN),
    ...(n("held") > 0 ? [`Heads that were kept elsewhere and are in it: ${n("held")}.`] : []),
    ...limitsOf(verdict, n),
  ];
}

const PROVEN = [
  "Proven: no receipt was changed, added, taken out or exchanged since its head was signed.",
  "Proven: no step left twice for one lead; second tries and forced replies are named as such.",
  "Proven: no campaign email or reply left after its recipient had opted out or was suppressed.",
];

/** What the file cannot show, and why. */
function limitsOf(
  { header, restored, signaturesChecked, given }: Verdict,
  n: (name: string) => number,
): string[] {
  const { previous, to, beganAt } = header;
  const limits: readonly (readonly [holds: boolean, words: string])[] = [
    [!signaturesChecked, "Signatures were not checked: this program cannot check Ed25519."],
    [
      !given.key,
      "The key is the file's own: give the one that you kept, or anybody could have signed.",
    ],
    [
      !given.heads,
      "Without heads that were kept elsewhere, an end that was cut off does not show.",
    ],
    [
      previous !== "",
      "The file begins in the middle: opt-outs and emails before it are not known here.",
    ],
    [to !== null, `The file was asked for up to ${to}: what came later is not in it.`],
    [
      n("elsewhere") > 0,
      `Heads of days that this file does not cover, not checked: ${n("elsewhere")}.`,
    ],
    [
      beganAt !== null,
      `Not provable: what happened before ${iso(beganAt ?? 0)}, when receipts began.`,
    ],
    ...restored.map(({ at, to: back }): [boolean, string] => [
      true,
      `Not provable: what happened between ${iso(back)} and ${iso(at)}. The database was put back then, and receipts of that time are lost.`,
    ]),
    [n("forgotten") > 0, `Heads kept elsewhere that were lost by that: ${n("forgotten")}.`],
    [
      n("unlinked") > 0,
      `Not provable: whom some emails went to, since those people were erased. Emails: ${n("unlinked")}.`,
    ],
    [
      n("erased") > 0,
      `Not provable: whether erased people were written to after their erasure. People: ${n("erased")}.`,
    ],
    [
      n("unclear") > 0,
      `Not provable: whether and when emails left that no server has answered for. Emails: ${n("unclear")}.`,
    ],
    [
      n("crossing") > 0,
      `Emails accepted within ten minutes after an opt-out, which were on their way: ${n("crossing")}.`,
    ],
  ];
  return limits.filter(([holds]) => holds).map(([, words]) => words);
}
