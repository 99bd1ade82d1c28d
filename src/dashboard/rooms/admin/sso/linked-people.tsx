import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SsoPerson } from "#modules/accounts/contract/sso.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button, ShowEarlier } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { ssoPeopleQuery } from "#dashboard/rooms/admin/queries.ts";
import { ROLE_TEXTS } from "#dashboard/rooms/admin/roles.ts";
import { Say } from "#dashboard/words/say.tsx";
import { t } from "#dashboard/words/words.ts";

/** Who signs in at the provider, and whose access it ended. */
export function LinkedPeople({ mayUnlink }: { mayUnlink: boolean }) {
  const queries = useQueryClient();
  const list = useInfiniteQuery(ssoPeopleQuery);
  const unlink = useMutation({
    mutationFn: ({ id }: SsoPerson) => api.delete(`/admin/sso/people/${id}`),
    onSuccess: (_, { name }) => toast(t("{name} is unlinked.", { name })),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin", "sso"] }),
  });
  const people = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel title={t("Linked people")} flush>
      {!list.data ? (
        <Waiting what={t("people")} rows={2} error={list.error} onRetry={list.refetch} inset />
      ) : people.length === 0 ? (
        <p className="p-4 text-text-2">{t("Nobody has signed in with single sign-on yet.")}</p>
      ) : (
        <table className="tbl as-list">
          <TableHead
            columns={[t("Person"), t("Role"), t("Last sign-in"), [t("Actions"), "unseen"]]}
          />
          <tbody>
            {people.map((person) => (
              <tr key={person.id}>
                <td className="full">
                  <b className="font-medium">{person.name}</b>
                  <span className="block text-text-2">{person.email}</span>
                </td>
                <td>{ROLE_TEXTS[person.role]}</td>
                <td className={person.ended_at ? "text-warn" : "text-text-3"}>
                  {person.ended_at ? (
                    <Say
                      id="No access since <0/>"
                      parts={{ 0: <LocalTime at={person.ended_at} /> }}
                    />
                  ) : (
                    <LocalTime at={person.last_sign_in_at} />
                  )}
                </td>
                <td className="full text-right">
                  {mayUnlink && (
                    <Button
                      size="small"
                      look="danger"
                      aria-label={t("Unlink {name}", { name: person.name })}
                      onClick={() =>
                        void ask({
                          title: t("Unlink {name}?", { name: person.name }),
                          text: t(
                            "They can sign in another way again, also if the provider ended their access. They are linked again at their next sign-in with it, by the rules for new people.",
                          ),
                          yes: t("Unlink person"),
                        }).then((yes) => yes && unlink.mutate(person))
                      }
                    >
                      {t("Unlink")}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {list.hasNextPage && <ShowEarlier list={list} />}
    </Panel>
  );
}
