import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Move } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { Button, ShowEarlier } from "#dashboard/parts/button.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { AdminTabs } from "#dashboard/rooms/admin/admin-tabs.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { movesQuery } from "./queries.ts";
import { MoveState } from "./state.tsx";

const NewMove = lazy(() => import("./source/new-move.tsx").then((m) => ({ default: m.NewMove })));

/** Every move in from another product. */
export function MovesPage() {
  const { may } = useWorkspace();
  const { make: isMaking, workspace } = useSearch({ from: "/admin/moves" });
  const navigate = useNavigate();
  const list = useInfiniteQuery(movesQuery);
  const moves = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const setMaking = (make: boolean): void =>
    void navigate({ to: "/admin/moves", search: make ? { make: true } : {}, replace: true });
  const make = may("moves.edit") && (
    <Button look="primary" onClick={() => setMaking(true)}>
      <Plus size={16} aria-hidden="true" />
      <span>{t("New move")}</span>
    </Button>
  );
  return (
    <Page title={t("Move in")} actions={moves.length > 0 && make}>
      {may("admin.read") && <AdminTabs current="moves" />}
      {!list.data ? (
        <Waiting what={t("moves")} rows={3} error={list.error} onRetry={list.refetch} framed />
      ) : moves.length === 0 ? (
        <Empty picture="leads" title={t("No moves yet")} action={make}>
          {t(
            "Move in from Instantly, Smartlead or lemlist in the middle of sequences. Each lead goes on at its next step, and nobody gets an email twice. Nothing is sent before you start a campaign.",
          )}
        </Empty>
      ) : (
        <section className="panel" aria-label={t("Moves")}>
          <table className="tbl as-list">
            <TableHead columns={[t("From"), t("Status"), t("Progress"), t("Into"), t("Created")]} />
            <tbody>
              {moves.map((one) => (
                <Row key={one.id} move={one} />
              ))}
            </tbody>
          </table>
          {list.hasNextPage && (
            <footer>
              <ShowEarlier list={list} />
            </footer>
          )}
        </section>
      )}
      {isMaking && (
        <Suspense>
          <NewMove workspace={workspace ?? null} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function Row({ move }: { move: Move }) {
  const { me } = useWorkspace();
  const { id, rival, workspace_id, doing, trouble, found, created_at } = move;
  const progress =
    trouble?.detail ??
    (doing !== ""
      ? `${doing.charAt(0).toUpperCase()}${doing.slice(1)}.`
      : [
          t("{leads, plural, one {# lead} other {# leads}}", { leads: found.leads }),
          t("{campaigns, plural, one {# campaign} other {# campaigns}}", {
            campaigns: found.campaigns,
          }),
        ].join(", "));
  return (
    <tr>
      <td>
        <Link className="name" to="/admin/moves/$moveId" params={{ moveId: String(id) }}>
          {RIVAL_NAMES[rival]}
        </Link>{" "}
        <span className="text-text-3">{id}</span>
      </td>
      <td>
        <MoveState move={move} />
      </td>
      <td className="full max-w-96 text-text-2">
        <span className="line-clamp-2">{progress}</span>
      </td>
      <td className="text-text-2">
        {workspace_id === null
          ? found.clients > 0
            ? t("{clients, plural, one {# client} other {# clients}}", { clients: found.clients })
            : t("Each client")
          : (me.workspaces.find((one) => one.id === workspace_id)?.name ?? t("One workspace"))}
      </td>
      <td className="text-text-2">
        <LocalTime at={created_at} />
      </td>
    </tr>
  );
}
