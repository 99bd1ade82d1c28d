import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parse } from "tldts";
import { parentsOf } from "#platform/rules/dns/name.ts";
import { meantProvider } from "#modules/leads/rules/validation/suggest.ts";
import { CLOSED_SUFFIXES, NO_TYPO, NOT_DISPOSABLE } from "./disposable-review.ts";
import { MAIL_PROVIDERS } from "./mail-providers.ts";
import { RELAYS } from "./relays.ts";

export type DisposableNames = {
  /** They stand for everything under them as well. */
  readonly suffixes: readonly string[];
  /** Under them strangers live next to each other, so they stand only for themselves. */
  readonly exact: readonly string[];
};

const require = createRequire(import.meta.url);
const read = (path: string): Promise<string> => readFile(path, "utf8");

/**
 * Joins the pinned lists and cleans them: no public suffixes, no relays, no real providers, no
 * names that people only mistype, no names that a listed parent covers. See README.md.
 */
export async function collectDisposable(): Promise<DisposableNames> {
  const { listed, allowed } = await readLists();
  const kept = new Set<string>();
  const exact = new Set<string>();
  const homes = new Set([...allowed].flatMap((name) => parentsOf(name).slice(1)));
  for (const entry of listed) {
    const name = hostName(entry);
    if (name === null || allowed.has(name)) continue;
    if ([RELAYS, MAIL_PROVIDERS, CLOSED_SUFFIXES].some((owners) => under(name, owners))) continue;
    if (!NO_TYPO.has(name) && meantProvider(name, MAIL_PROVIDERS) !== null) continue;
    const { publicSuffix, isIcann } = parse(name, { allowPrivateDomains: true });
    if (publicSuffix === name) {
      if (!isIcann) exact.add(name);
    } else if (homes.has(name)) exact.add(name);
    else kept.add(name);
  }
  const suffixes = [...kept].filter(
    (name) =>
      !parentsOf(name)
        .slice(1)
        .some((p) => kept.has(p)),
  );
  return { suffixes: suffixes.toSorted(), exact: [...exact].toSorted() };
}

async function readLists(): Promise<{ listed: Set<string>; allowed: Set<string> }> {
  const burner = await read(require.resolve("is-burner-email"));
  // The package opens only its code to others; the data lie beside it.
  const aliasRoot = dirname(dirname(require.resolve("@emailalias/disposable-email-detector")));
  const alias = (file: string): Promise<string> => read(join(aliasRoot, "data", file));
  const listed = new Set([
    ...linesOf(burner, "blacklist_default"),
    ...(JSON.parse(await read(require.resolve("disposable-domains"))) as string[]),
    ...(JSON.parse(
      await read(
        require.resolve("disposable-email-domains-js/dist/dict/disposable_email_blocklist.json"),
      ),
    ) as string[]),
    ...(JSON.parse(await alias("disposable-domains.json")) as { domains: string[] }).domains,
    ...(
      JSON.parse(await alias("personally-observed-domains.json")) as {
        entries: { domain: string }[];
      }
    ).entries.map(({ domain }) => domain),
  ]);
  const allowed = new Set([
    ...linesOf(burner, "whitelist_default"),
    ...MAIL_PROVIDERS,
    ...NOT_DISPOSABLE,
  ]);
  return { listed, allowed };
}

/** The lines of a list that a bundled program carries as the text of a variable. */
function linesOf(program: string, variable: string): string[] {
  const text = new RegExp(`var ${variable} = ("(?:[^"\\\\]|\\\\.)*");`).exec(program)?.[1];
  if (text === undefined) throw new Error(`is-burner-email no longer holds ${variable}`);
  const lines = (JSON.parse(text) as string).split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

/** In A-labels; null for what is no host name. */
function hostName(entry: string): string | null {
  const url = `http://${entry.trim().toLowerCase()}`;
  const name = URL.canParse(url) ? new URL(url).hostname : "";
  return /^(?:(?!-)[a-z\d-]{1,63}(?<!-)\.)+(?!-)(?!\d+$)[a-z\d-]{2,63}(?<!-)$/.test(name)
    ? name
    : null;
}

const under = (name: string, names: ReadonlySet<string>): boolean =>
  parentsOf(name).some((parent) => names.has(parent));
