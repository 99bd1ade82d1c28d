import type { Resource } from "./types.ts";

/** `list_id` and `listId` are `List ID`. */
export const fieldTitle = (name: string): string =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .split(/[\s._-]+/)
    .filter((word) => word !== "")
    .map((word) => CAPITALS[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");

const CAPITALS: Readonly<Record<string, string>> = {
  ai: "AI",
  bcc: "BCC",
  cc: "CC",
  csv: "CSV",
  id: "ID",
  ids: "IDs",
  linkedin: "LinkedIn",
  q: "Search",
  url: "URL",
  wid: "Workspace",
};

const singular = (word: string): string =>
  word
    .replace(/ies$/, "y")
    .replace(/(?<=box)es$/, "")
    .replace(/(?<!s)s$/, "");

/** What an operation is called within its resource, by its method and path: `POST .../steps/{id}/winner` is `Create Step Winner`. */
export function stepName(
  method: string,
  path: string,
  isList: boolean,
  paths: Readonly<Record<string, object>>,
): string {
  const [, ...inside] = path.replace(/^\/api\/v1\/workspaces\/\{wid\}\//, "").split("/");
  const fixed = inside.filter((segment) => !segment.startsWith("{"));
  const isOne = inside.at(-1)?.startsWith("{") === true;
  const before = fixed.slice(0, -1).map((segment) => fieldTitle(singular(segment)));
  const last = fieldTitle(fixed.at(-1) ?? "");
  const noun = (one: boolean): string => [...before, one ? singular(last) : last].join(" ").trim();
  const named = (verb: string, one: boolean): string => `${verb} ${noun(one)}`.trim();
  switch (method) {
    case "get":
      return isList ? named("Get Many", false) : named("Get", isOne);
    case "put":
      return named(fixed.length > 0 && !isOne ? "Set" : "Update", isOne);
    case "delete":
      return named("Delete", true);
    default: {
      const isCollection = Object.keys(paths).some((other) => other.startsWith(`${path}/{`));
      if (isCollection || fixed.length === 0) return named("Create", true);
      return `${last} ${before.join(" ")}`.trim();
    }
  }
}

/** The name by itself, where nothing else says what it is about. */
export function stepLabel(name: string, isList: boolean, { one, many }: Resource): string {
  const isPlain = !name.includes(" ") || name === "Get Many";
  return isPlain ? `${name} ${isList ? many : one}` : `${one}: ${name}`;
}
