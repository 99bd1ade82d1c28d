import { BACKWARD, OPENED } from "./exceptions.ts";
import { componentsOf } from "./components.ts";
import type { Import } from "./imports.ts";
import { FREE, MODULE_ORDER, type Place, PLACES } from "./places.ts";

/** What is wrong with an import, or with a folder, in a sentence that begins with where it is. */
export type Violation = { readonly fence: Fence; readonly text: string };
export type Fence =
  | "place"
  | "package"
  | "order"
  | "private"
  | "climb"
  | "folder"
  | "cycle"
  | "list";

/** Files of a module that nobody outside it may import; `src/app` mounts the routes. */
const PRIVATE = /^modules\/\w+\/[\w-]+\/(?:(?:[\w-]+-)?store|present|(?:[\w-]+-)?routes)\.ts$/;
const MAX_FILES = 15;

/** Every breach of the table in `places.ts` among these imports and files (paths below `src`). */
export function violations(
  imports: readonly Import[],
  files: readonly string[],
  exceptions: readonly string[] = [...BACKWARD, ...OPENED],
): readonly Violation[] {
  const known = new Set(exceptions);
  const needed = new Set(
    imports
      .filter((one) => runsBackwards(one) || reachesIntoAnother(one))
      .map(({ from, to }) => `${from} -> ${to}`),
  );
  return [
    ...imports.flatMap((one) => faultsOf(one, known)),
    ...fullFolders(files),
    ...cycles(imports, known),
    ...exceptions
      .filter((line) => !needed.has(line))
      .map((line): Violation => ({ fence: "list", text: `exceptions.ts names ${line}: gone` })),
  ];
}

export const placeOf = (path: string): Place | undefined =>
  PLACES.find(({ files }) => files.test(path));

/** The module of a file; null for what lies in none. */
export const moduleOf = (path: string): string | null =>
  /^modules\/([\w-]+)\//.exec(path)?.[1] ?? null;

function faultsOf(one: Import, known: ReadonlySet<string>): Violation[] {
  const faults: Fault[] = FREE.test(one.from) ? faultsOfHost(one) : faultsOfPlace(one);
  if (!known.has(`${one.from} -> ${one.to}`)) {
    if (runsBackwards(one)) faults.push(["order", "comes after it in the order of modules"]);
    if (reachesIntoAnother(one)) faults.push(["private", "is private to its module: call a verb"]);
  }
  return faults.map(([fence, words]) => ({
    fence,
    text: `src/${one.from}:${one.line} imports ${one.written}, which ${words}`,
  }));
}

type Fault = readonly [fence: Fence, words: string];

function faultsOfPlace(one: Import): Fault[] {
  if (one.written.startsWith("../")) return [["climb", "is another folder: use a #alias"]];
  if (one.written.startsWith("#test/")) return [["place", "is a test"]];
  if (one.kind === "other") return [];
  const place = placeOf(one.from);
  if (!place) return [["place", "is imported where places.ts names no place"]];
  const mayType = (name: string): boolean => one.typeOnly && place.types?.includes(name) === true;
  if (one.kind === "package") {
    const family = familyOf(one.to);
    if (family === null || place.packages.includes(family) || mayType(family)) return [];
    return [["package", `is not for ${place.name}`]];
  }
  const target = placeOf(one.to)?.name;
  if (target === undefined)
    return one.to.startsWith("data/") || FREE_TARGET.test(one.to)
      ? []
      : [["place", "is not for it"]];
  if (place.uses.includes(target) || mayType(target)) return [];
  return [["place", `is ${target}: ${place.name} may use ${place.uses.join(", ")}`]];
}

/** The two hosts know neither each other nor the dashboard and the companion. */
function faultsOfHost({ from, to, kind }: Import): Fault[] {
  const own = from.split("/")[0];
  const other = to.split("/")[0] ?? "";
  if (kind !== "source" || (own !== "server" && own !== "worker") || own === other) return [];
  // Mail that is routed to the Worker is read there where no companion is; the parser needs no Node.
  if (own === "worker" && to === "companion/inbound/parse-mail.ts") return [];
  return ["server", "worker", "dashboard", "companion"].includes(other)
    ? [["place", "is no part of this host"]]
    : [];
}

/** What the dashboard and the hosts import besides sources of a place. */
const FREE_TARGET = /\.(?:css|json|svg|md)$/;

function reachesIntoAnother({ from, to }: Pick<Import, "from" | "to">): boolean {
  if (moduleOf(from) === moduleOf(to) || !PRIVATE.test(to)) return false;
  return !(from.startsWith("app/") && to.endsWith("routes.ts"));
}

/** A module that uses one behind it, or the platform that uses a module. */
export function runsBackwards({ from, to }: Pick<Import, "from" | "to">): boolean {
  const target = moduleOf(to);
  if (target === null) return false;
  if (from.startsWith("platform/")) return true;
  const own = moduleOf(from);
  if (own === null) return false;
  const order: readonly string[] = MODULE_ORDER;
  return order.indexOf(own) < order.indexOf(target);
}

function familyOf(name: string): Place["packages"][number] | null {
  if (name === "node:crypto") return null;
  if (name.startsWith("node:") || name.startsWith("cloudflare:")) return "node";
  if (/^drizzle-orm(?:\/|$)/.test(name)) return "drizzle";
  if (/^(?:@hono\/|hono(?:\/|$))/.test(name)) return "hono";
  return name === "zod" ? "zod" : null;
}

function fullFolders(files: readonly string[]): Violation[] {
  const inModules = files.filter((path) => path.startsWith("modules/"));
  const byFolder = Map.groupBy(inModules, (path) => path.slice(0, path.lastIndexOf("/")));
  return [...byFolder]
    .filter(([, all]) => all.length > MAX_FILES)
    .map(([folder, all]) => ({
      fence: "folder",
      text: `src/${folder} has ${all.length} files; ${MAX_FILES} are the most`,
    }));
}

/** Modules that use each other in a circle, whatever file it is that they use. */
function cycles(imports: readonly Import[], known: ReadonlySet<string>): Violation[] {
  const edges = imports.flatMap((one): [string, string][] => {
    const [from, to] = [moduleOf(one.from), moduleOf(one.to)];
    if (from === null || to === null || from === to) return [];
    return known.has(`${one.from} -> ${one.to}`) ? [] : [[from, to]];
  });
  return componentsOf(edges)
    .filter((component) => component.length > 1)
    .map((component) => ({
      fence: "cycle",
      text: `these modules use each other in a circle: ${component.join(", ")}`,
    }));
}
