import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { FoundRoute } from "#platform/rules/dns/route.ts";
import { checkLocal } from "#modules/leads/rules/validation/check-local.ts";
import type { LocalFacts } from "#modules/leads/rules/validation/local-facts.ts";
import type { AvatarState, ValidationTables } from "#platform/rules/mail/address-sources.ts";
import type { AddressInLine, Findings } from "./judge.ts";
import { deleteExpired, selectRoutes } from "./route-store.ts";

/** Leads of one read. */
const PAGE = 500;
/**
 * Leads that may be read beyond the one that is waited for, for each question that may be under way:
 * a name server that is silent for its 5 s holds the results back, never the questions about those
 * behind it.
 */
const AHEAD_PER_QUESTION = 500;
/** Leads that wait only to be written; while there are more, none is read. */
const MOST_READY = 1_000;
/** Avatars belong to one lead each, and are not kept: looked for only shortly before their turn. */
const AVATARS_AHEAD = 100;

/** A lead, or an address that is none, with what is known of it. */
export type Found<L extends AddressInLine> = { readonly lead: L; readonly findings: Findings };

type Place<L extends AddressInLine> = {
  readonly lead: L;
  readonly local: LocalFacts;
  /** Null until it is known. */
  avatar: AvatarState | null;
};

export type AddressSource<L extends AddressInLine> = {
  /** Leads behind this id, in the order of their ids. */
  read(after: number, limit: number): Promise<readonly L[]>;
  readonly after: number;
  readonly withAvatars: boolean;
};

/**
 * Leads in their order, with DNS and avatars of those to come already under way: each domain is
 * asked about once. Whatever settles makes room for the next at once; `changed` is called then.
 */
export function lookAhead<L extends AddressInLine>(
  ctx: WorkspaceCtx,
  tables: ValidationTables,
  source: AddressSource<L>,
  changed: () => void,
) {
  const { dns, avatars } = ctx;
  const line: Place<L>[] = [];
  const routes = new Map<string, FoundRoute | "wanted">();
  const wanted: string[] = [];
  const fresh = new Map<string, FoundRoute>();
  const busy = { reading: 0, asking: 0, looking: 0 };
  let after = source.after;
  let lookedFor = 0;
  let ready = 0;
  let isRead = false;
  let isClosed = false;
  let failure: Error | null = null;

  /** Runs one kind of work beside the others; what it throws, `assertWell` throws. */
  function start(kind: keyof typeof busy, work: () => Promise<void>): void {
    busy[kind]++;
    work()
      .catch((cause: unknown) => {
        failure = asError(cause);
        isClosed = true;
      })
      .finally(() => {
        busy[kind]--;
        advance();
        changed();
      });
  }

  function advance(): void {
    if (isClosed) return;
    const isShort = wanted.length < 2 * dns.atOnce && line.length < AHEAD_PER_QUESTION * dns.atOnce;
    if (!isRead && busy.reading === 0 && isShort && countReady() < MOST_READY) {
      start("reading", readPage);
    }
    while (busy.asking < dns.atOnce) {
      const domain = wanted.shift();
      if (domain === undefined) break;
      start("asking", () => ask(domain));
    }
    while (busy.looking < avatars.atOnce && lookedFor < AVATARS_AHEAD) {
      const place = line[lookedFor];
      if (!place) break;
      lookedFor++;
      if (place.avatar === null) start("looking", () => look(place));
    }
  }

  async function readPage(): Promise<void> {
    const leads = await source.read(after, PAGE);
    const page = leads.map((lead) => placeOf(lead, source, tables));
    const news = new Set(page.flatMap(({ local }) => local.domain ?? []));
    const unseen = [...news].filter((domain) => !routes.has(domain));
    const known = await selectRoutes(ctx.install, unseen, ctx.now());
    for (const domain of unseen) {
      const route = known.get(domain);
      routes.set(domain, route ?? "wanted");
      if (!route) wanted.push(domain);
    }
    line.push(...page);
    after = leads.at(-1)?.id ?? after;
    isRead = leads.length < PAGE;
  }

  async function ask(domain: string): Promise<void> {
    const found = await dns.route(domain);
    if (!found) isClosed = true;
    else {
      routes.set(domain, found);
      fresh.set(domain, found);
    }
  }

  async function look(place: Place<L>): Promise<void> {
    place.avatar = await avatars.look(place.lead.email);
    if (place.avatar === null) isClosed = true;
  }

  /** How many leads are through all steps, with none before them that is not. */
  function countReady(): number {
    for (let place = line[ready]; place && findingsOf(place, routes); place = line[ready]) ready++;
    return ready;
  }

  return {
    begin: advance,
    assertWell(): void {
      if (failure !== null) throw failure;
    },
    ready: countReady,
    /** Takes the next leads, as many as are ready and `most` at most. */
    take(most: number): Found<L>[] {
      const taken = line.splice(0, Math.min(most, countReady()));
      ready -= taken.length;
      lookedFor = Math.max(0, lookedFor - taken.length);
      advance();
      return taken.flatMap((place) => {
        const findings = findingsOf(place, routes);
        return findings ? [{ lead: place.lead, findings }] : [];
      });
    },
    /** Routes that were asked for, to be kept; each is handed out once. */
    takeRoutes(most: number): [string, FoundRoute][] {
      const taken = [...fresh].slice(0, most);
      for (const [domain] of taken) fresh.delete(domain);
      return taken;
    },
    /** Nothing new is started any more. */
    close: (): void => void (isClosed = true),
    /** Nothing is under way. */
    isIdle: (): boolean => busy.reading + busy.asking + busy.looking === 0,
    /** Every lead was taken. */
    isDone: (): boolean => isRead && line.length === 0,
  };
}

const asError = (cause: unknown): Error =>
  cause instanceof Error ? cause : new Error("a look ahead failed", { cause });

function placeOf<L extends AddressInLine>(
  lead: L,
  { withAvatars }: Pick<AddressSource<L>, "withAvatars">,
  tables: ValidationTables,
): Place<L> {
  const local = checkLocal(lead.email, tables);
  return { lead, local, avatar: withAvatars && local.syntax.ok ? null : "off" };
}

/** What is known of a lead; null while something is missing. */
function findingsOf(
  { local, avatar }: Pick<Place<AddressInLine>, "local" | "avatar">,
  routes: ReadonlyMap<string, FoundRoute | "wanted">,
): Findings | null {
  const route = local.domain === null ? null : (routes.get(local.domain) ?? "wanted");
  return route === "wanted" || avatar === null ? null : { local, route, avatar };
}

/** Rows of one sweep. */
const PER_SWEEP = 1_000;

/** Sweep: deletes answers of DNS that no longer hold. */
export const forgetOldRoutes = (deps: Deps): Promise<void> =>
  deleteExpired(deps.install, deps.now(), PER_SWEEP);
