import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import { Ellipsis } from "lucide-react";
import type { LeadDeletion, LeadDetails } from "#modules/leads/contract/leads.ts";
import type { Suppression } from "#modules/leads/contract/suppressions.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { deleteLater } from "#dashboard/parts/delete-later.ts";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Consequences } from "#dashboard/rooms/leads/consequences.tsx";
import { leadNameOf } from "#dashboard/rooms/leads/standing.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** What else can be done with a lead. */
export function LeadMenu({
  wid,
  lead,
  onEnrol,
}: {
  wid: number;
  lead: LeadDetails;
  onEnrol: () => void;
}) {
  const { may } = useWorkspace();
  const navigate = useNavigate();
  const path = `/workspaces/${wid}/leads`;
  const name = leadNameOf(lead) || lead.email;
  const refresh = () => refreshLeads(wid);
  const leave = () => navigate({ to: "/w/$wid/leads", params: { wid: String(wid) } });
  const erase = useMutation({
    mutationFn: () => api.delete(`${path}/${lead.id}`, { query: { erase: true } }),
    onSuccess: async () => {
      toast(t("Lead erased. Only a hash of the address is kept, to suppress it."));
      await leave();
      await refresh();
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  const remove = useMutation({
    mutationFn: async () => {
      const choice = { lead_ids: [lead.id] };
      const plan = await api.post<LeadDeletion>(`${path}/deletion`, choice, { asks: true });
      // Without waiting emails nothing is sent while the deletion can still be undone.
      const isAtOnce = plan.in_sequence > 0 || plan.scheduled_mails > 0;
      if (isAtOnce) {
        const text = <Consequences of={plan} />;
        if (!(await ask({ title: t("Delete {name}?", { name }), text, yes: t("Delete lead") })))
          return;
        await api.delete(`${path}/${lead.id}`);
        toast(t("{name} deleted.", { name }));
      }
      await leave();
      const done = () => changed(wid, "leads", "lists", "stats", "campaigns", "threads");
      if (isAtOnce) await done();
      else {
        const key = `lead:${lead.id}`;
        deleteLater({
          key,
          path: `${path}/${lead.id}`,
          text: t("{name} deleted.", { name }),
          done,
        });
      }
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  const suppress = useSuppress(wid, lead.email);
  return (
    <Menu
      trigger={
        <Button icon aria-label={t("More actions")}>
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem
        onChoose={() =>
          void navigate({
            to: "/w/$wid/inbox",
            params: { wid: String(wid) },
            search: { view: "all", q: `"${lead.email}"` },
          })
        }
      >
        {t("Show conversations")}
      </MenuItem>
      {may("leads.enrol") && <MenuItem onChoose={onEnrol}>{t("Add to campaign")}</MenuItem>}
      {may("suppressions.edit") && !lead.is_suppressed && (
        <MenuItem
          danger
          onChoose={() =>
            void ask({
              title: t("Never write to {name} again?", { name }),
              text: t(
                "Nothing is sent to the address any more, in any campaign. Take it off under Settings, Suppressions.",
              ),
              yes: t("Never write again"),
            }).then((yes) => yes && suppress.mutate())
          }
        >
          {t("Never write again")}
        </MenuItem>
      )}
      {may("leads.delete") && (
        <>
          <MenuItem danger onChoose={() => remove.mutate()}>
            {t("Delete lead")}
          </MenuItem>
          <MenuItem
            danger
            onChoose={() =>
              void ask({
                title: t("Erase {name} permanently?", { name }),
                text: t(
                  "Name, address, threads and activity are deleted everywhere. Only a hash of the address is kept, to suppress it. This cannot be undone.",
                ),
                yes: t("Erase permanently"),
              }).then((yes) => yes && erase.mutate())
            }
          >
            {t("Erase permanently")}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

const refreshLeads = (wid: number) => changed(wid, "leads", "stats", "campaigns");

/** Suppresses an address; the toast can take it back. */
function useSuppress(wid: number, email: string) {
  const refresh = () => refreshLeads(wid);
  const forgive = useMutation({
    mutationFn: (id: number) => api.delete(`/workspaces/${wid}/suppressions/${id}`),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: refresh,
  });
  return useMutation({
    mutationFn: () => api.post<Suppression>(`/workspaces/${wid}/suppressions`, { email }),
    onSuccess: ({ id }) =>
      toast(t("Nothing is sent to {email}.", { email }), () => forgive.mutate(id)),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: refresh,
  });
}
