import type { Lookup } from "#platform/wire/lookup.ts";
import { LOOKUP_NAMES } from "#platform/wire/lookup.ts";
import type { OpenLists } from "#modules/reputation/lists/install-lists.ts";
import {
  isTrusted,
  type Judged,
  judgeAnswer,
  unknown,
  worstOf,
} from "#modules/reputation/rules/judge-answer.ts";
import type { BlockList } from "#platform/rules/block-list.ts";
import { queryLabels } from "#modules/reputation/rules/query-name.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";

/** Names that are asked between two looks at the test points. */
const NAMES_AT_ONCE = 100;

/**
 * What a list says of each name, in their order. Before and behind them the list's test points are
 * asked at the same resolver: an answer counts only where both times they are as they must be, since
 * a resolver that is refused may answer "not there" to everything.
 */
export async function askList(
  deps: Pick<Deps, "mail" | "dns" | "log">,
  open: OpenLists,
  list: BlockList,
  names: readonly string[],
): Promise<readonly Judged[]> {
  const zone = zoneOf(open, list);
  const ask = zone && roadOf(deps, open, zone.byKey);
  if (!zone || !ask) return names.map(() => unknown("no_road"));
  const judged: Judged[] = [];
  for (let i = 0; i < names.length; i += NAMES_AT_ONCE) {
    const some = names.slice(i, i + NAMES_AT_ONCE).map((name) => queryLabels(list.asks, name));
    judged.push(...(await askSome(ask, list, zone.name, some)));
  }
  return judged;
}

type Ask = (names: readonly string[]) => Promise<readonly Lookup[]>;

async function askSome(
  ask: Ask,
  list: BlockList,
  zone: string,
  names: readonly (readonly string[])[],
): Promise<readonly Judged[]> {
  const points = [list.test_listed, list.test_clean].map(
    (point) => queryLabels(list.asks, point)[0] ?? point,
  );
  const askPoints = async () => {
    const [listed, clean] = await ask(points.map((label) => `${label}.${zone}`));
    return { listed: listed ?? SILENT, clean: clean ?? SILENT };
  };
  const before = await askPoints();
  const labels = [...new Set(names.flat())];
  const answers = await ask(labels.map((label) => `${label}.${zone}`));
  const found = new Map(labels.map((label, i) => [label, judgeAnswer(list, answers[i] ?? SILENT)]));
  const behind = await askPoints();
  const flaw = flawOf(list, before) ?? flawOf(list, behind);
  return names.map((tried) => {
    const judged = worstOf(tried.flatMap((label) => found.get(label) ?? []));
    // What a refusal or silence says by itself is plainer than that the test point failed.
    return flaw && judged.answer !== "unknown" ? flaw : judged;
  });
}

const SILENT: Lookup = { status: "trouble", trouble: "timeout" };

function flawOf(list: BlockList, points: { listed: Lookup; clean: Lookup }): Judged | null {
  if (isTrusted(list, points)) return null;
  const { reason } = judgeAnswer(list, points.listed);
  return unknown(reason === "refused" || reason === "timeout" ? reason : "test_point");
}

type Zone = { readonly name: string; readonly byKey: boolean };

/** With a key the list's own service is asked: the key says who asks, whatever the resolver. */
function zoneOf({ key }: OpenLists, list: BlockList): Zone | null {
  if (key !== null && list.dqs_zone !== null)
    return { name: `${key}.${list.dqs_zone}`, byKey: true };
  return { name: list.zone, byKey: false };
}

/** By the companion; what is asked with a key also over HTTPS. Null: nobody can be asked. */
function roadOf(
  deps: Pick<Deps, "mail" | "dns" | "log">,
  open: OpenLists,
  byKey: boolean,
): Ask | null {
  const { mail } = deps;
  const overHttps: Ask | null = byKey ? (names) => askOverHttps(deps, names) : null;
  if (!mail.lookUp) return overHttps;
  return async (names) => {
    try {
      const answers: Lookup[] = [];
      for (let i = 0; i < names.length; i += LOOKUP_NAMES) {
        const part = names.slice(i, i + LOOKUP_NAMES);
        const answer = await mail.lookUp?.({ resolver: open.resolver, names: [...part] });
        answers.push(...(answer?.answers ?? []));
      }
      return answers;
    } catch (cause) {
      // Names hold the key, so the cause alone is reported.
      deps.log("blocklists.unasked", { cause: describe(cause) }, "warn");
      return names.map(() => ({ status: "trouble", trouble: "unreachable" }));
    }
  };
}

async function askOverHttps(
  { dns }: Pick<Deps, "dns">,
  names: readonly string[],
): Promise<readonly Lookup[]> {
  const answers: Lookup[] = [];
  for (let i = 0; i < names.length; i += dns.atOnce) {
    const part = await Promise.all(
      names.slice(i, i + dns.atOnce).map(async (name): Promise<Lookup> => {
        const reply = await dns.ask(name, "A");
        if (!reply) return SILENT;
        if (!reply.ok) return { status: "trouble", trouble: reply.trouble };
        if (!reply.exists) return { status: "nxdomain", ttl: reply.ttl };
        const addresses = reply.records.flatMap((record) =>
          record.type === "A" ? [record.address] : [],
        );
        if (addresses.length === 0) return { status: "nodata" };
        return { status: "records", addresses, ttl: reply.ttl };
      }),
    );
    answers.push(...part);
  }
  return answers;
}
