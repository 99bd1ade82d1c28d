import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Marked, type Tokens } from "marked";
import type { MailAccess } from "./mail/sandbox.ts";

/** Commands of a guide, and the answer that it shows below them; undefined where it shows none. */
export type Example = { readonly commands: string; readonly answer: unknown };

const blocksOf = (file: string): Tokens.Code[] =>
  new Marked()
    .lexer(readFileSync(file, "utf8"))
    // A token of this type is a block of code.
    .filter((token): token is Tokens.Code => token.type === "code");

/** Every shell block of a guide that calls curl. */
export function examplesOf(file: string): Example[] {
  const blocks = blocksOf(file);
  return blocks.flatMap(({ lang, text }, i) => {
    if (lang !== "sh" || !/\bcurl /.test(text)) return [];
    const next = blocks[i + 1];
    return [{ commands: text, answer: next?.lang === "json" ? JSON.parse(next.text) : undefined }];
  });
}

/** The blocks of a guide in a language. */
export const codeOf = (file: string, lang: string): string[] =>
  blocksOf(file)
    .filter((block) => block.lang === lang)
    .map(({ text }) => text);

/**
 * Runs the examples one after the other in one shell, as a reader would, in `directory`. Rejects where a call
 * is refused that the guide does not show refused. Answers what each printed.
 */
export async function runExamples(
  examples: readonly Example[],
  directory: string,
  change: (commands: string) => string,
): Promise<string[]> {
  const script = examples.map(({ commands, answer }, i) => {
    const mayFail = Number(fieldOf(answer, "status")) >= 400;
    return [
      `curl() { command curl -sS${mayFail ? "" : " --fail-with-body"} "$@"; }`,
      `{\n${change(commands)}\n} > ${i}.out || { cat ${i}.out >&2; exit 1; }`,
    ].join("\n");
  });
  writeFileSync(join(directory, "examples.sh"), script.join("\n"));
  await promisify(execFile)("bash", ["-euo", "pipefail", "examples.sh"], { cwd: directory });
  return examples.map((_, i) => readFileSync(join(directory, `${i}.out`), "utf8"));
}

/** What the examples of the API's and the assistants' guides came to. */
export type GuideRun = {
  /** What each printed. */
  readonly outputs: readonly string[];
  /** Answers that are not as they are shown: the command, and the place. */
  readonly wrong: readonly string[];
};

/**
 * Runs the API's guide and the one of assistants against a product, with the mailbox of `access` in place of the
 * one that they show, and a campaign that sends on every day.
 */
export async function runApiGuide(
  url: string,
  access: MailAccess,
  directory: string,
): Promise<GuideRun> {
  const examples = ["src/docs/api.md", "src/docs/mcp.md"].flatMap(examplesOf);
  const outputs = await runExamples(examples, directory, (commands) =>
    commands
      .replaceAll("http://127.0.0.1:8787", url)
      .replaceAll(
        '"smtp.example.com", "smtp_port": 465',
        `"127.0.0.1", "smtp_security": "none", "smtp_port": ${access.smtp_port}`,
      )
      .replaceAll(
        '"imap.example.com", "imap_port": 993',
        `"127.0.0.1", "imap_security": "none", "imap_port": ${access.imap_port}`,
      )
      .replace(
        '[{"days": [1, 2, 3, 4, 5], "start": "09:00", "end": "17:00"}]',
        '[{"days": [1, 2, 3, 4, 5, 6, 7], "start": "00:00", "end": "24:00"}]',
      ),
  );
  const wrong = examples.flatMap(({ commands, answer }, i) => {
    if (answer === undefined) return [];
    const [line] = commands.split("\n");
    return untrue(answer, JSON.parse(outputs[i] ?? "")).map((place) => `${line}: ${place}`);
  });
  return { outputs, wrong };
}

/** Places at which a shown answer has what the real one has not: a field, or a value of another type. */
function untrue(shown: unknown, real: unknown, place = "$"): string[] {
  if (shown === null || real === null) return real === undefined ? [place] : [];
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [place];
    return shown.length === 0 ? [] : untrue(shown[0], real[0], `${place}[0]`);
  }
  if (typeof shown !== "object") return typeof shown === typeof real ? [] : [place];
  return Object.entries(shown).flatMap(([name, value]) =>
    untrue(value, fieldOf(real, name), `${place}.${name}`),
  );
}

const fieldOf = (record: unknown, name: string): unknown =>
  // Any object may be asked for a field.
  typeof record === "object" && record !== null
    ? (record as Record<string, unknown>)[name]
    : undefined;
