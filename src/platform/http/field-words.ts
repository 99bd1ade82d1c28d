import type { z } from "zod";

/** The message for a field that the request left out; its code is `required`. */
export const MISSING = "This field is required.";

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
  string: "Enter a text.",
  number: "Enter a number.",
  int: "Enter a whole number.",
  boolean: "Use true or false.",
  array: "Send a list.",
  object: "Send an object.",
  record: "Send an object.",
};

function amount(limit: number | bigint, origin: string): string {
  if (origin === "string") return `${limit} ${limit === 1 ? "character" : "characters"}`;
  if (origin === "array" || origin === "set")
    return `${limit} ${limit === 1 ? "entry" : "entries"}`;
  return `${limit}`;
}
