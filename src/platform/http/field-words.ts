import type { z } from "zod";

/** What stands where a field is that the request left out; its code is `required`. */
export const MISSING = "This field is missing.";

/** A sentence for what a schema refuses without words of its own; undefined leaves it to zod. */
export function fieldWords(issue: z.core.$ZodRawIssue): string | undefined {
  const { code } = issue;
  if (code === "invalid_type") return issue.input === undefined ? MISSING : KINDS[issue.expected];
  if (code === "too_small") return `At least ${amount(issue.minimum, issue.origin)}.`;
  if (code === "too_big") return `At most ${amount(issue.maximum, issue.origin)}.`;
  if (code !== "invalid_value") return undefined;
  return `Use ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}.`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "Give a text.",
  number: "Give a number.",
  int: "Give a whole number.",
  boolean: "Give true or false.",
  array: "Give a list.",
  object: "Give an object.",
  record: "Give an object.",
};

function amount(limit: number | bigint, origin: string): string {
  if (origin === "string") return `${limit} ${limit === 1 ? "character" : "characters"}`;
  if (origin === "array" || origin === "set")
    return `${limit} ${limit === 1 ? "entry" : "entries"}`;
  return `${limit}`;
}
