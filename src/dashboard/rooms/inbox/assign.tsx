import { useQuery } from "@tanstack/react-query";
import { Check, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem, MenuLabel } from "#dashboard/parts/menu.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { initials } from "#dashboard/lib/format.ts";
import { t } from "#dashboard/words/words.ts";
import { membersQuery } from "./queries.ts";

/** The person a thread is assigned to; null if unassigned. */
export function useWhose(
  thread: Thread,
): { readonly said: string; readonly initials: string } | null {
  const { wid, me } = useWorkspace();
  const isOthers = thread.assigned_to !== null && thread.assigned_to !== me.user?.id;
  // Loaded only where a name is needed.
  const members = useQuery({ ...membersQuery(wid), enabled: isOthers }).data?.data;
  if (thread.assigned_to === null) return null;
  if (thread.assigned_to === me.user?.id) {
    return { said: t("Assigned to you"), initials: initials(t("You")) };
  }
  const name = members?.find(({ id }) => id === thread.assigned_to)?.name;
  return name === undefined
    ? { said: t("Assigned to a teammate"), initials: initials(t("a teammate")) }
    : { said: t("Assigned to {name}", { name }), initials: initials(name) };
}

/** Assigns a thread to a member of the workspace, or to nobody. */
export function Assign({
  thread,
  onAssign,
}: {
  thread: Thread;
  onAssign: (id: number | null) => void;
}) {
  const { me } = useWorkspace();
  const whose = useWhose(thread);
  const mine = me.user?.id ?? null;
  const current = (id: number | null) =>
    thread.assigned_to === id && <Check size={16} className="ml-auto" aria-label={t("assigned")} />;
  return (
    <Menu
      trigger={
        <Button
          look="ghost"
          icon
          aria-label={whose ? `${whose.said}. ${t("Reassign")}` : t("Assign")}
          title={t("Assign (A: to you)")}
        >
          <UserRound size={16} aria-hidden="true" fill={whose ? "currentColor" : "none"} />
        </Button>
      }
    >
      <MenuLabel>{t("Assign to")}</MenuLabel>
      {mine !== null && (
        <MenuItem onChoose={() => onAssign(mine)}>
          {t("You")}
          {current(mine)}
        </MenuItem>
      )}
      <Others current={current} onAssign={onAssign} />
      {thread.assigned_to !== null && (
        <MenuItem onChoose={() => onAssign(null)}>{t("Unassign")}</MenuItem>
      )}
    </Menu>
  );
}

/** Read when the list opens. */
function Others({
  current,
  onAssign,
}: {
  current: (id: number) => ReactNode;
  onAssign: (id: number) => void;
}) {
  const { wid, me } = useWorkspace();
  const members = useQuery(membersQuery(wid)).data?.data ?? [];
  return members
    .filter(({ id }) => id !== me.user?.id)
    .map(({ id, name }) => (
      <MenuItem key={id} onChoose={() => onAssign(id)}>
        <span className="truncate">{name}</span>
        {current(id)}
      </MenuItem>
    ));
}
