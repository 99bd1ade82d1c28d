import { mentionedIn } from "#modules/campaigns/rules/template/mentioned.ts";
import { TEMPLATE_MAX_LENGTH } from "#modules/campaigns/rules/template/liquid.ts";
import { checkTemplate } from "#modules/campaigns/rules/template/template.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { Rival } from "./found.ts";
import { localNames } from "./words/block-tags.ts";
import { customKeys } from "./words/custom-keys.ts";
import { warningsIn } from "./words/copy-warnings.ts";
import { type Noted, scanCopy } from "./words/scan-copy.ts";
import type { Language } from "./words/variable.ts";
import { variableFinder } from "./words/variable-names.ts";

/** Something that a person has to look at. */
export type CopyProblem = {
  readonly where: "subject" | "body";
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly reason: string;
  readonly suggestion: string;
};

/** A step's words in our language. With problems, it can't be sent before somebody looked. */
export type Translation = {
  readonly subject: string;
  readonly body: string;
  /** Each once. */
  readonly changes: readonly { readonly theirs: string; readonly ours: string }[];
  readonly problems: readonly CopyProblem[];
  /** Worth a look, and no reason to wait. */
  readonly warnings: readonly CopyProblem[];
};

/** No server takes a longer subject, whatever its template becomes. */
const MAX_SUBJECT = 4_096;
/** More of them help nobody. */
const MAX_PROBLEMS = 100;

/**
 * Translates the subject and the HTML of a rival's step. `names` are its own variables by their exact
 * names, those that leads really have: see `customKeys` for what each is called here. What is unknown
 * stays as it was and is a problem, so that nothing is sent untranslated.
 */
export function translateCopy(
  rival: Rival,
  copy: { readonly subject: OutsideText; readonly body: OutsideText },
  names: readonly string[],
): Translation {
  const keys = customKeys(names);
  const find = variableFinder(rival, keys);
  const changes = new Map<string, string>();
  const problems: CopyProblem[] = [];
  const part = (where: CopyProblem["where"], source: string): string => {
    const [most, reason] =
      where === "body"
        ? [TEMPLATE_MAX_LENGTH, "A body may have 64 KB at most."]
        : [MAX_SUBJECT, "A subject may have 4 KB at most."];
    if (source.length > most) {
      problems.push({ where, line: 1, text: "", reason, suggestion: "Shorten it." });
      return source;
    }
    const isHtml = where === "body";
    const own = isHtml ? withLineBreaks(rival, source) : source;
    const lang: Language = { find, names: keys, locals: localNames(own), isHtml };
    const { text, noted } = scanCopy(own, lang);
    problems.push(...problemsOf(where, own, noted));
    for (const { theirs, ours, unknown } of noted) {
      if (unknown.length === 0) changes.set(theirs, ours);
    }
    const error = checkTemplate(text, isHtml ? "html" : "subject");
    if (error !== null) {
      const line = text.split("\n")[error.line - 1] ?? "";
      const from = Math.max(0, error.column - 1);
      problems.push({
        where,
        line: error.line,
        text: line.slice(from, from + 80),
        reason: `${error.message}.`,
        suggestion: "Correct it, or take it out.",
      });
    } else {
      const said = problems.filter((one) => one.where === where).map((one) => one.text);
      const left = leftIn(where, text, lang);
      problems.push(...left.filter((one) => !said.some((words) => words.includes(one.text))));
    }
    return text;
  };
  const subject = part("subject", copy.subject);
  const body = part("body", copy.body);
  return {
    subject,
    body,
    changes: [...changes].map(([theirs, ours]) => ({ theirs, ours })),
    problems: unique(problems).slice(0, MAX_PROBLEMS),
    warnings: warningsIn(rival, copy).slice(0, MAX_PROBLEMS),
  };
}

function problemsOf(
  where: CopyProblem["where"],
  source: string,
  noted: readonly Noted[],
): CopyProblem[] {
  const problems: CopyProblem[] = [];
  let line = 1;
  let at = 0;
  for (const { at: start, theirs, unknown } of [...noted].sort((a, b) => a.at - b.at)) {
    for (let n = source.indexOf("\n", at); n >= 0 && n < start; n = source.indexOf("\n", n + 1)) {
      line++;
      at = n + 1;
    }
    for (const { reason, suggestion } of unknown) {
      problems.push({ where, line, text: theirs, reason, suggestion });
    }
  }
  return problems;
}

/** What our templates would read as a variable, and no lead has: looked for again in the result. */
function leftIn(where: CopyProblem["where"], text: string, lang: Language): CopyProblem[] {
  const known = new Set([...lang.names.values(), ...lang.locals]);
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  const otherScripts = [...known].filter((key) => /[^\x00-\x7f]/.test(key));
  const { custom } = mentionedIn([text]);
  const isOurs = (name: string): boolean => {
    const found = lang.find(name);
    return known.has(name) || ("name" in found && found.name === `custom.${name}`);
  };
  return [...custom].flatMap((name) => {
    // Names in other scripts are cut where the list of names is made.
    if (isOurs(name) || otherScripts.some((key) => key.includes(name))) return [];
    const at = text.indexOf(name);
    const line = text.slice(0, Math.max(0, at)).split("\n").length;
    const reason = `No lead has a variable “${name.slice(0, 60)}”.`;
    return [{ where, line, text: name, reason, suggestion: "Take it out." }];
  });
}

function unique(problems: readonly CopyProblem[]): CopyProblem[] {
  const seen = new Map<string, CopyProblem>();
  for (const problem of problems) {
    const key = `${problem.where} ${problem.line} ${problem.text} ${problem.reason}`;
    if (!seen.has(key)) seen.set(key, problem);
  }
  return [...seen.values()];
}

/** Copy without any tag is text, and copy made by API can hold `\n` in letters: HTML needs breaks. */
function withLineBreaks(rival: Rival, body: string): string {
  const hasTags = /<[a-z/]/i.test(body);
  const own = rival === "instantly" ? body.replaceAll("\\r\\n", "\\n") : body;
  if (hasTags) return rival === "instantly" ? own.replaceAll("\\n", "<br>\n") : own;
  return own.replaceAll("\\n", "\n").replace(/\r?\n/g, "<br>\n");
}
