import { customKey } from "#modules/leads/rules/fields.ts";
import type { Rival } from "#modules/moving/rules/found.ts";

export type CopyProblem = {
  readonly where: "subject" | "body";
  readonly line: number;
  readonly text: string;
  readonly reason: string;
  readonly suggestion: string;
};

export type Translation = {
  readonly subject: string;
  readonly body: string;
  readonly changes: readonly { readonly theirs: string; readonly ours: string }[];
  readonly problems: readonly CopyProblem[];
  readonly warnings: readonly CopyProblem[];
};

export const customKeys = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name, customKey(name)]));

export const translateCopy = (
  _rival: Rival,
  copy: { readonly subject: string; readonly body: string },
  _names: readonly string[],
): Translation => ({ ...copy, changes: [], problems: [], warnings: [] });
