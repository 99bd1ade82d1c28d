import { useState } from "react";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { isOptOut } from "#modules/inbox/rules/categories.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { words } from "#dashboard/lib/format.ts";
import { when } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { t } from "#dashboard/words/words.ts";
import {
  listsChanged,
  patchThread,
  setCategory,
  setStatus,
  showThread,
  labelsQuery,
} from "./queries.ts";
import type { InboxSearch } from "./search.ts";

/** What is done with a thread, each with its way back; `next` goes on to the one below. */
export function useThreadActs({ view = "answer", whose }: InboxSearch, next: () => void) {
  const { me } = useWorkspace();
  const [failure, setFailure] = useState<string | null>(null);

  /** At once on screen, true after the server answered, back when it refused. */
  const change = async (
    thread: Thread,
    show: Partial<Thread>,
    send: () => Promise<Thread>,
  ): Promise<boolean> => {
    setFailure(null);
    showThread(thread.workspace_id, thread.id, show);
    try {
      showThread(thread.workspace_id, thread.id, await send());
      return true;
    } catch (error) {
      showThread(thread.workspace_id, thread.id, thread);
      setFailure(sentenceOf(error));
      return false;
    }
  };
  const sort = async (thread: Thread, status: ThreadStatus): Promise<void> => {
    if (status === thread.status) return;
    if (status === "do_not_contact" && !(await sureToSuppress(thread))) return;
    const before = thread.status;
    const done = await change(thread, { status }, () =>
      setStatus(thread.workspace_id, thread.id, status),
    );
    if (!done) return;
    toast(`${thread.lead.name || thread.lead.email || t("Thread")}: ${words(status)}.`, () => {
      void change({ ...thread, status }, { status: before }, () =>
        setStatus(thread.workspace_id, thread.id, before),
      );
    });
  };
  const categorise = async (thread: Thread, category: ReplyCategory | null): Promise<void> => {
    const { workspace_id: wid, id, category: before, category_source: source } = thread;
    if (category === before && source === "person") return;
    const suppresses = isOptOut(category) && !(isOptOut(before) && source !== "ai");
    if (suppresses && !(await sureToSuppress(thread))) return;
    const show = category === null ? {} : { category, category_source: "person" as const };
    if (!(await change(thread, show, () => setCategory(wid, id, category)))) return;
    listsChanged(wid);
    const name = thread.lead.name || thread.lead.email || t("Thread");
    const lifts = isOptOut(before) && source !== "ai" && !isOptOut(category);
    const said = lifts
      ? t("{name}: opt-out taken back.", { name })
      : category === null
        ? t("{name}: as it was read.", { name })
        : t(
            "{category, select, interested {{name}: interested.} meeting_request {{name}: meeting request.} question {{name}: question.} referral {{name}: referral.} not_now {{name}: not now.} not_interested {{name}: not interested.} wrong_person {{name}: wrong person.} left_company {{name}: left company.} do_not_contact {{name}: do not contact.} hostile {{name}: hostile.} out_of_office {{name}: out of office.} automatic {{name}: automatic.} bounce {{name}: bounce.} other {{name}: other.}}",
            { name, category },
          );
    toast(said, () => {
      const back = source === "person" ? before : null;
      void change({ ...thread, ...show }, { category: before, category_source: source }, () =>
        setCategory(wid, id, back),
      ).then(() => listsChanged(wid));
    });
  };
  const archive = async (thread: Thread): Promise<void> => {
    next();
    await sort(thread, "closed");
    listsChanged(thread.workspace_id);
  };
  const snooze = async (thread: Thread, until: string | null): Promise<void> => {
    const put = (at: string | null) => () =>
      patchThread(thread.workspace_id, thread.id, { snoozed_until: at });
    if (until !== null && view !== "all") next();
    if (!(await change(thread, { snoozed_until: until }, put(until)))) return;
    listsChanged(thread.workspace_id);
    toast(
      until ? t("Snoozed. Returns {when}.", { when: when(until) }) : t("Back in the inbox."),
      () => {
        const before = thread.snoozed_until;
        void change(
          { ...thread, snoozed_until: until },
          { snoozed_until: before },
          put(before),
        ).then(() => listsChanged(thread.workspace_id));
      },
    );
  };
  const assign = async (thread: Thread, to: number | null): Promise<void> => {
    if (to === thread.assigned_to) return;
    const give = (id: number | null) => () =>
      patchThread(thread.workspace_id, thread.id, { assigned_to: id });
    if (!(await change(thread, { assigned_to: to }, give(to)))) return;
    if (whose !== undefined) listsChanged(thread.workspace_id);
    toast(
      to === null ? t("Unassigned.") : to === me.user?.id ? t("Assigned to you.") : t("Assigned."),
      () => {
        const before = thread.assigned_to;
        void change({ ...thread, assigned_to: to }, { assigned_to: before }, give(before));
      },
    );
  };
  const label = async (thread: Thread, tags: string[]): Promise<void> => {
    const put = (next: string[]) => () =>
      patchThread(thread.workspace_id, thread.id, { tags: next });
    if (!(await change(thread, { tags }, put(tags)))) return;
    void queryClient.invalidateQueries(labelsQuery(thread.workspace_id));
    toast(t("Labels saved."), () => {
      void change({ ...thread, tags }, { tags: thread.tags }, put(thread.tags));
    });
  };
  const markUnread = (thread: Thread): Promise<boolean> =>
    change(thread, { is_unread: true }, () =>
      patchThread(thread.workspace_id, thread.id, { is_unread: true }),
    );
  return { sort, categorise, archive, snooze, assign, label, markUnread, failure };
}

const sureToSuppress = (thread: Thread): Promise<boolean> =>
  ask({
    title: thread.lead.email
      ? t("Suppress {email}?", { email: thread.lead.email })
      : t("Suppress this lead?"),
    text: t("No campaign of this workspace sends to this address again."),
    yes: t("Suppress"),
    no: t("Cancel"),
  });
