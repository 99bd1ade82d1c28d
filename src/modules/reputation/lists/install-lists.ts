import { installStatement, readInstall } from "#modules/accounts/install/install-values.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { BlockListSettings, BlockListsBody } from "#modules/reputation/contract/blocklists.ts";
import { askAllAgain } from "#modules/reputation/blocklists/runs-store.ts";
import { codeRange } from "#modules/reputation/rules/codes.ts";
import { DEFAULT_LIST_SETTINGS } from "#modules/reputation/rules/lists.ts";
import type { BlockList, ListSettings } from "#platform/rules/block-list.ts";
import { queryLabels } from "#modules/reputation/rules/query-name.ts";
import { type CallerCtx, databasesOf, type Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { runBatch } from "#platform/db/db.ts";
import { invalidField } from "#platform/rules/errors.ts";

/** How lists are asked; `key` is open, so it must not be logged, kept or shown. */
export type OpenLists = ListSettings & { readonly key: string | null };

const KEY_NAME = "dqs_key";
const PLACE = `install_settings:${KEY_NAME}`;

export async function listSettings(deps: Pick<Deps, "install">): Promise<ListSettings> {
  const { block_lists: stored } = await readInstall(deps, ["block_lists"]);
  return stored ?? DEFAULT_LIST_SETTINGS;
}

/** With the key open. One that cannot be opened counts as none. */
export async function openLists(deps: Deps): Promise<OpenLists> {
  const { block_lists: stored, dqs_key: sealed } = await readInstall(deps, [
    "block_lists",
    "dqs_key",
  ]);
  let key: string | null = null;
  if (sealed) {
    try {
      key = await deps.vault.open(sealed, PLACE);
    } catch (cause) {
      deps.log("blocklists.key_unreadable", { cause: describe(cause) }, "error");
    }
  }
  return { ...(stored ?? DEFAULT_LIST_SETTINGS), key };
}

/** As admins see them: never the key. */
export async function showLists(deps: Deps): Promise<BlockListSettings> {
  const { block_lists: stored, dqs_key: sealed } = await readInstall(deps, [
    "block_lists",
    "dqs_key",
  ]);
  const { resolver, lists } = stored ?? DEFAULT_LIST_SETTINGS;
  return {
    resolver,
    has_dqs_key: Boolean(sealed),
    asks_by_companion: deps.mail.lookUp !== undefined,
    lists: lists.map(shown),
  };
}

const shown = (list: BlockList): BlockListSettings["lists"][number] => ({
  ...list,
  listed_codes: [...list.listed_codes],
  information_codes: [...list.information_codes],
  refused_codes: [...list.refused_codes],
});

/**
 * Changes what is given: lists are replaced as a whole, null brings the default back. Everything is
 * asked again at once. Throws `validation_failed` for what no list could be asked with.
 */
export async function saveLists(ctx: CallerCtx, body: BlockListsBody): Promise<BlockListSettings> {
  const before = await listSettings(ctx);
  const lists = body.lists === null ? DEFAULT_LIST_SETTINGS.lists : (body.lists ?? before.lists);
  lists.forEach(assertUsable);
  const twice = lists.findIndex(({ id }, i) => lists.findIndex((one) => one.id === id) !== i);
  if (twice >= 0) throw invalidField(`lists.${twice}.id`, "duplicate", "Another list has this id.");
  const resolver = body.resolver === undefined ? before.resolver : body.resolver;
  const key = body.dqs_key;
  const sealed = key ? await ctx.vault.seal(key, PLACE) : key === null ? "" : undefined;
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "block_lists.changed",
      details: {
        resolver,
        lists: lists.filter(({ enabled }) => enabled).map(({ id }) => id),
        dqs_key: key !== undefined,
      },
    }),
    installStatement(ctx, "block_lists", { resolver, lists }),
    ...(sealed === undefined ? [] : [installStatement(ctx, KEY_NAME, sealed)]),
  ]);
  for (const db of await databasesOf(ctx)) await askAllAgain(db, ctx.now());
  return showLists(ctx);
}

function assertUsable(list: BlockList, i: number): void {
  for (const field of ["listed_codes", "information_codes", "refused_codes"] as const) {
    const wrong = list[field].findIndex((code) => codeRange(code) === null);
    if (wrong >= 0) {
      throw invalidField(
        `lists.${i}.${field}.${wrong}`,
        "invalid",
        "Enter an IPv4 address or a range, such as 127.0.0.2-127.0.0.4.",
      );
    }
  }
  if (list.listed_codes.length === 0 && list.listed_bits === 0) {
    throw invalidField(
      `lists.${i}.listed_codes`,
      "required",
      "Enter the codes or bits that say that a name is listed.",
    );
  }
  for (const field of ["test_listed", "test_clean"] as const) {
    if (queryLabels(list.asks, list[field]).length > 0) continue;
    throw invalidField(
      `lists.${i}.${field}`,
      "invalid",
      list.asks === "address" ? "Enter an address." : "Enter a domain in lower case.",
    );
  }
}
