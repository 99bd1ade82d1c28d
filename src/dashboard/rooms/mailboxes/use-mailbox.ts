import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useIsSplit } from "#dashboard/lib/use-media.ts";
import { boxesQuery, healthQuery, mailboxQuery } from "./queries.ts";
import type { MailboxesFilter } from "./search.ts";

/** A mailbox and its health. Beside the list, which tells both, it is asked for only if the list does not. */
export function useMailbox(wid: number, id: number, filter: MailboxesFilter) {
  const isSplit = useIsSplit();
  const list = useInfiniteQuery({ ...boxesQuery(wid, filter), enabled: isSplit });
  const enabled = !isSplit || !list.isPending;
  const mailbox = useQuery({ ...mailboxQuery(wid, id), enabled });
  const health = useQuery({ ...healthQuery(wid, id), enabled });
  return { mailbox, health };
}
