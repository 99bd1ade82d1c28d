import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { LeadActivity } from "#contract/activity.ts";
import { api } from "#dashboard/api/client.ts";
import type { Page } from "#dashboard/api/workspace.ts";
import { words } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Glyph, type GlyphShape } from "#dashboard/parts/glyph.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Failure, ListSkeleton } from "#dashboard/parts/states.tsx";
import { Time } from "#dashboard/parts/time.tsx";

const activityQuery = (wid: number, id: number) =>
  infiniteQueryOptions({
    queryKey: ["w", wid, "leads", id, "activity"],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<LeadActivity>>(`/workspaces/${wid}/leads/${id}/activity`, {
        query: { limit: 50, cursor: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.pagination.next_cursor,
  });

type Type = LeadActivity["type"];
const SHAPES: Partial<Record<Type, readonly [GlyphShape, string]>> = {
  sent: ["disc", "info"],
  answered: ["disc", "info"],
  opened: ["half", "info"],
  clicked: ["half", "info"],
  replied: ["star", "accent"],
  meeting_booked: ["tick", "ok"],
  bounced: ["octagon", "bad"],
  send_failed: ["octagon", "bad"],
  suppressed: ["octagon", "bad"],
  unsubscribed: ["pause", "warn"],
  validated: ["tick", ""],
};

/** What happened to a lead, newest first. */
export function Activity({ wid, leadId }: { wid: number; leadId: number }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityQuery(wid, leadId),
  );
  const items = (data?.pages ?? []).flatMap((page) => page.data);
  return (
    <Panel title="What happened" flush>
      {error && items.length === 0 ? (
        <div className="p-4">
          <Failure
            what="The history could not be loaded."
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
      ) : !data ? (
        <ListSkeleton what="the history" rows={5} />
      ) : (
        <ol className="happened">
          {items.map((item) => {
            const [shape, tone] = SHAPES[item.type] ?? ["ring", ""];
            return (
              <li key={item.id}>
                <span className={`st ${tone}`}>
                  <Glyph shape={shape} />
                </span>
                <div className="min-w-0">
                  <b>{words(item.type)}</b>
                  {item.step !== null && <span className="text-text-2"> step {item.step}</span>}
                  {item.campaign_name && (
                    <span className="text-text-2">, {item.campaign_name}</span>
                  )}
                  {(item.subject || item.detail) && (
                    <p className="truncate text-12 text-text-3" title={item.detail}>
                      {[item.subject, item.detail].filter(Boolean).join(" · ")}
                    </p>
                  )}
                </div>
                <span className="text-12 text-text-3">
                  <Time at={item.at} />
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {hasNextPage && (
        <footer>
          <Button look="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier
          </Button>
        </footer>
      )}
    </Panel>
  );
}
