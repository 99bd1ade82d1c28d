import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { REPLY_CATEGORIES, type ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";

/** A mail with what it says. */
export type Case = {
  /** File and line. */
  readonly name: string;
  readonly language: string;
  readonly expected: ReplyCategory;
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

const HEADING = /^\[(\w+)\]$/;
const HEADER = /^@ ([\w-]+): (.*)$/;

/** The cases of a folder, a file for each language: `[category]`, headers behind `@ `, and the text. */
export function casesIn(folder: "shown" | "held"): Case[] {
  const path = join(import.meta.dirname, folder);
  return readdirSync(path)
    .filter((file) => file.endsWith(".txt"))
    .toSorted()
    .flatMap((file) => casesOf(`${folder}/${file}`, readFileSync(join(path, file), "utf8")));
}

function casesOf(file: string, text: string): Case[] {
  const cases: Case[] = [];
  const lines = text.split("\n");
  for (let i = 0; i < lines.length;) {
    const expected = HEADING.exec(lines[i] ?? "")?.[1];
    if (expected === undefined) throw new Error(`${file}:${i + 1} is no heading`);
    const category = REPLY_CATEGORIES.find((one) => one === expected);
    if (category === undefined) throw new Error(`${file}:${i + 1}: no category ${expected}`);
    const name = `${file}:${i + 1}`;
    const headers: Record<string, string> = {};
    i++;
    for (let header = HEADER.exec(lines[i] ?? ""); header; header = HEADER.exec(lines[i] ?? "")) {
      headers[(header[1] ?? "").toLowerCase()] = header[2] ?? "";
      i++;
    }
    const from = i;
    while (i < lines.length && !HEADING.test(lines[i] ?? "")) i++;
    const { subject = "Re: quick question", ...rest } = headers;
    cases.push({
      name,
      language: file.slice(file.indexOf("/") + 1, -4),
      expected: category,
      subject,
      headers: rest,
      text: lines.slice(from, i).join("\n").trim(),
    });
  }
  return cases;
}

/** Replies that only look like an opt-out, a line each: whatever they mean, mail to their writer goes on. */
export function alike(): { readonly name: string; readonly text: string }[] {
  const path = join(import.meta.dirname, "alike");
  return readdirSync(path)
    .toSorted()
    .flatMap((file) =>
      readFileSync(join(path, file), "utf8")
        .split("\n")
        .flatMap((text, i) => (text === "" ? [] : [{ name: `alike/${file}:${i + 1}`, text }])),
    );
}
