import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { FAMILIES, VALUE_TEXTS } from "./families.ts";
import { gatheredFrom, keyOfSentence, withoutValues } from "./gathered.ts";
import { saidIn } from "./messages.ts";
import { SENTENCES, SERVER_KEYS } from "./server.ts";

/**
 * `npm run words`: whether every text of the dashboard, and every sentence of the server's families, is there in every language,
 * and whether all text goes through `t` or `Say`. Exits 1 where one is missing, is not used any more, or has other placeholders than its English. `-- --write` takes
 * out what is not used and puts in what is missing, empty.
 */
const FOLDER = "src/dashboard/words";
const LANGUAGES = ["de", "es"] as const;

const problems: string[] = [];
/** Where a text's translation lies: with its room, or with what rooms share. */
const homes = new Map<string, string>();
for (const path of globSync("src/dashboard/**/*.{ts,tsx}").toSorted()) {
  if (/\/(?:words|public)\/|vite\.config|tailwind\.ts$/.test(path)) continue;
  const { messages, untranslated } = saidIn(path, readFileSync(path, "utf8"));
  problems.push(...untranslated);
  const room = /\/rooms\/([^/]+)\//.exec(path)?.[1] ?? "shared";
  for (const { text } of messages) {
    homes.set(text, (homes.get(text) ?? room) === room ? room : "shared");
  }
}

const server = globSync("src/{modules,platform,server,app}/**/*.ts")
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");
for (const sentence of [...SENTENCES, ...VALUE_TEXTS]) {
  const start = sentence.slice(0, 16).split("#")[0] ?? "";
  if (!server.includes(start))
    problems.push(`words/server.ts: the server does not say “${sentence}”`);
}
for (const key of SERVER_KEYS) if (!homes.has(key)) homes.set(key, "server");
for (const part of VALUE_TEXTS) homes.set(`part:${part}`, "server");
const looked = new Set<string>();
for (const { files, room } of FAMILIES) {
  const paths = globSync(files).toSorted();
  if (paths.length === 0) problems.push(`words/families.ts: nothing is named “${files}”`);
  for (const path of paths) {
    if (looked.has(path)) continue;
    looked.add(path);
    for (const sentence of gatheredFrom(path, readFileSync(path, "utf8"))) {
      const key = keyOfSentence(sentence);
      if (SERVER_KEYS.has(key) || SERVER_KEYS.has(withoutValues(sentence))) continue;
      homes.set(key, (homes.get(key) ?? room) === room ? room : "shared");
    }
  }
}

const isWriting = process.argv.includes("--write");
/** `--write leads` writes the texts of one room alone. */
const only = process.argv[process.argv.indexOf("--write") + 1];
for (const language of LANGUAGES) {
  const known = new Map<string, { file: string; text: string }>();
  for (const path of globSync(`${FOLDER}/${language}/*.json`)) {
    const texts: Record<string, string> = JSON.parse(readFileSync(path, "utf8"));
    for (const [english, text] of Object.entries(texts)) {
      // A text that came to another room has its translation where it was.
      if (text !== "" || !known.has(english))
        known.set(english, { file: basename(path, ".json"), text });
    }
  }
  for (const [english, { file, text }] of known) {
    const home = homes.get(english);
    if (home === undefined) problems.push(`${language}/${file}.json: “${english}” is not used`);
    else if (home !== file)
      problems.push(`${language}/${file}.json: “${english}” belongs to ${home}.json`);
    if (text !== "" && placeholders(text) !== placeholders(english)) {
      problems.push(`${language}/${file}.json: “${text}” has other placeholders than “${english}”`);
    }
  }
  for (const [english, home] of homes) {
    if (!known.get(english)?.text)
      problems.push(`${language}/${home}.json: “${english}” is missing`);
  }
  if (!isWriting) continue;
  mkdirSync(`${FOLDER}/${language}`, { recursive: true });
  const files = new Map<string, Record<string, string>>();
  for (const [english, home] of [...homes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const file = files.get(home) ?? {};
    file[english] = known.get(english)?.text ?? "";
    files.set(home, file);
  }
  for (const [home, texts] of files) {
    if (only !== undefined && home !== only) continue;
    writeFileSync(`${FOLDER}/${language}/${home}.json`, `${JSON.stringify(texts, null, 2)}\n`);
  }
}

/** The names, plurals and tags of a message, whatever their order. */
function placeholders(message: string): string {
  const names = message.replace(/'\{'|'\}'/g, "").matchAll(/\{(\w+)\s*[,}]/g);
  const tags = message.matchAll(/<(\/?\d+\/?)>/g);
  const all = new Set([...names, ...tags].map(([, name = ""]) => name));
  return [...all].toSorted((a, b) => (a < b ? -1 : 1)).join(" ");
}

if (isWriting) console.log(`${homes.size} texts written for ${LANGUAGES.join(" and ")}.`);
else if (problems.length > 0) {
  console.log(problems.join("\n"));
  console.log(`${problems.length} problems. npm run words -- --write prepares the files.`);
  process.exitCode = 1;
} else console.log(`${homes.size} texts in English, ${LANGUAGES.join(" and ")}.`);
