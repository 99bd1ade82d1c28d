import { parseSync } from "vite";

/**
 * Words that a newcomer would have to guess at, and what to use instead. They are looked for in
 * names (split at capitals), in comments and in the texts of the dashboard.
 */
const AVOIDED: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\b(?:afresh|anew)\b/gi, instead: "again, or reload" },
  { pattern: /\bcrown(?:s|ed)?\b/gi, instead: "apply or choose" },
  { pattern: /\bconceal(?:s|ed)?\b/gi, instead: "hash or hide" },
  { pattern: /\b(?:heretofore|hitherto|thereof|whence)\b/gi, instead: "plain words" },
  { pattern: /\blanes?\b/gi, instead: "queue or worker" },
  { pattern: /\blast[\s*]+words\b/gi, instead: "results, or last error" },
  { pattern: /\blets?[\s*]+go[\s*]+of\b/gi, instead: "release" },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, instead: "fix" },
  { pattern: /\bnudg(?:e|es|ed|ing)\b/gi, instead: "wake-up" },
  { pattern: /\bpass(?:es|ed)?[\s*]+over\b/gi, instead: "skip" },
  { pattern: /\bput(?:s|ting)?[\s*]+off\b/gi, instead: "snooze, defer or delay" },
  { pattern: /\bslips?[\s*]+of[\s*]+the[\s*]+fingers\b/gi, instead: "typo" },
  { pattern: /\b(?:so[\s*]+be[\s*]+it|all[\s*]+the[\s*]+same)\b/gi, instead: "anyway" },
  { pattern: /\bspeaks?[\s*]+(?:of|for|against)\b/gi, instead: "is about" },
  { pattern: /\bstands?[\s*]+as\b/gi, instead: "is, or unchanged since" },
  { pattern: /\btold\b/gi, instead: "reported, shown, logged or sent" },
  { pattern: /\b(?:whoever|whosoever)\b/gi, instead: "anyone who, or the subject's name" },
];

/** Folders that still have some of these words, and how many at most. The numbers may only go down. */
const WAITING: Readonly<Record<string, number>> = {};

type Found = { readonly path: string; readonly text: string };

/** What to fix in these files (path and text): the words that are avoided, and limits that are not needed any more. */
export function avoidedWords(
  files: Iterable<readonly [path: string, text: string]>,
  waiting: Readonly<Record<string, number>> = WAITING,
): readonly string[] {
  const found = [...files].flatMap(([path, text]) => wordsIn(path, text));
  const folders = Object.entries(waiting).map(([folder, most]) => ({
    folder,
    most,
    own: found.filter(({ path }) => path.startsWith(folder)),
  }));
  return [
    ...found.filter(({ path }) => !folders.some(({ folder }) => path.startsWith(folder))),
    ...folders.flatMap(({ own, most }) => (own.length > most ? own : [])),
    ...folders
      .filter(({ own }) => own.length === 0)
      .map(({ folder }) => ({ text: `words.ts names ${folder}: gone` })),
  ].map(({ text }) => text);
}

function wordsIn(path: string, text: string): Found[] {
  const split = namedIn(`${path} ${text}`);
  if (!AVOIDED.some(({ pattern }) => split.search(pattern) >= 0)) return [];
  const { program, comments } = parseSync(path, text);
  const found = new Map<string, Found>();
  const look = (said: string, start: number, what: string): void => {
    for (const { pattern, instead } of AVOIDED) {
      for (const match of said.matchAll(pattern)) {
        const word = match[0].replace(/[\s*]+/g, " ");
        const line = text.slice(0, start + match.index).split("\n").length;
        const words = `${path}:${line} ${what} has "${word}": use ${instead}`;
        found.set(words, { path, text: words });
      }
    }
  };
  look(namedIn(path), 0, "the path");
  for (const { value, start } of comments) look(value, start, "a comment");
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type.endsWith("Identifier") && typeof value["name"] === "string") {
      look(namedIn(value["name"]), value.start, "a name");
    }
    if (path.startsWith("src/dashboard/")) look(textOf(value), value.start, "a text");
    Object.values(value).forEach(visit);
  };
  visit(program.body);
  return [...found.values()];
}

/** A name's words: `sendNow`, `send-now` and `SEND_NOW` are "send now". */
const namedIn = (name: string): string =>
  name.replace(/(?<=[a-z\d])(?=[A-Z])/g, " ").replace(/[-_/.$]/g, " ");

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

/** What a string, a piece of a template or a piece of JSX says; "" for any other node. */
function textOf(node: Node): string {
  const { type, value } = node;
  if ((type === "Literal" || type === "JSXText") && typeof value === "string") return value;
  if (type !== "TemplateElement" || typeof value !== "object" || value === null) return "";
  return "raw" in value ? String(value.raw) : "";
}
