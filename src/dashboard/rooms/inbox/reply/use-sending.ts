import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Message, ThreadWithMessages } from "#modules/inbox/contract/threads.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { when } from "#dashboard/lib/time.ts";
import { toast } from "#dashboard/parts/toast.tsx";
import { takeReplyBack, listsChanged, reply, threadQuery } from "#dashboard/rooms/inbox/queries.ts";
import { typedAddresses, type Copies } from "./copies.tsx";
import { hasMarks, marksToHtml } from "./marks.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** A reply can be taken back so long; the server keeps it, by its own clock. */
const UNDO_SECONDS = 10;
/** Then it has left, mostly. */
const LOOK_MS = 12_500;

export const nameOfPerson = ({ lead }: Pick<ThreadWithMessages, "lead">): string =>
  lead.name || lead.email || t("them");

/** `anyway`: also below what came meanwhile. */
export type How = {
  readonly send_at?: string;
  readonly force?: boolean;
  readonly anyway?: boolean;
};

/** Whether a reply was refused because something came that its writer had not seen. */
export const isOvertaken = (error: Error): boolean =>
  isApiError(error) && error.fields.some(({ code }) => code === "newer_message");

/** An answer as it stands. */
export type Written = {
  readonly text: string;
  readonly copies: Copies;
  readonly files: readonly File[];
};

/** Marked text goes as HTML, of which the server makes the plain text. */
function bodyOf({ text, copies }: Written) {
  const [cc, bcc] = [typedAddresses(copies.cc), typedAddresses(copies.bcc)];
  return {
    ...(hasMarks(text) ? { body_html: marksToHtml(text) } : { body_text: text }),
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
  };
}

/**
 * Sends the answer in ten seconds, or at the time that was chosen; the thread shows it at once.
 * `onBack` gets one that was taken back; `uploaded` is how far its files are, from 0 to 1.
 */
export function useSending(
  thread: ThreadWithMessages,
  written: Written,
  { onSent, onBack }: { onSent: () => void; onBack: (written: Written) => void },
) {
  const { wid } = useWorkspace();
  const name = nameOfPerson(thread);
  const seen = Math.max(0, ...thread.messages.map(({ id }) => id));
  const reload = (): void => {
    listsChanged(wid);
    void queryClient.invalidateQueries(threadQuery(wid, thread.id));
  };
  const takeBack = async (message: Message, sent: Written): Promise<void> => {
    try {
      await takeReplyBack(wid, thread.id, message.id);
      onBack(sent);
      toast(t("Taken back. Nothing was sent."));
    } catch (error) {
      toast(sentenceOf(error));
    }
    reload();
  };
  const [uploaded, setUploaded] = useState(0);
  const send = useMutation({
    mutationFn: ({ anyway, ...how }: How) =>
      reply(
        wid,
        thread.id,
        {
          ...bodyOf(written),
          ...(how.send_at === undefined && { delay_seconds: UNDO_SECONDS }),
          ...how,
          ...(!anyway && seen > 0 && { last_message_id: seen }),
        },
        written.files,
        setUploaded,
      ),
    onError: (error) => {
      if (isOvertaken(error)) reload();
    },
    onSuccess: (message, how) => {
      const sent = written;
      queryClient.setQueryData(
        threadQuery(wid, thread.id).queryKey,
        (old) => old && { ...old, messages: [...old.messages, message] },
      );
      onSent();
      reload();
      if (message.state === "sent") return toast(t("Sent to {name}.", { name }));
      const undo = (): void => void takeBack(message, sent);
      if (how.send_at !== undefined)
        return toast(t("Scheduled for {when}.", { when: when(how.send_at) }), undo);
      setTimeout(reload, LOOK_MS);
      toast(t("Sending to {name} in ten seconds.", { name }), undo);
    },
  });
  return { send, uploaded };
}
