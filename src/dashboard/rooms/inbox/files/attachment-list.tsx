import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { Message } from "#modules/inbox/contract/threads.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { fetchAttachment } from "#dashboard/rooms/inbox/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { saveBlob, sizeText } from "./size-text.ts";

/** What is attached to a message; a file comes from the mailbox when somebody wants it. */
export function AttachmentList({ threadId, message }: { threadId: number; message: Message }) {
  if (message.attachments.length === 0) return null;
  return (
    <ul className="grid gap-1" aria-label={t("Attachments")}>
      {message.attachments.map((file) => (
        <AttachmentRow key={file.number} {...{ threadId, file }} messageId={message.id} />
      ))}
    </ul>
  );
}

function AttachmentRow({
  threadId,
  messageId,
  file,
}: {
  threadId: number;
  messageId: number;
  file: Message["attachments"][number];
}) {
  const { wid } = useWorkspace();
  const download = useMutation({
    mutationFn: async () => {
      const response = await fetchAttachment(wid, threadId, messageId, file.number);
      saveBlob(file.name, await response.blob());
    },
  });
  return (
    <li>
      <Button
        size="small"
        className="max-w-full"
        busy={download.isPending}
        title={file.type}
        onClick={() => download.mutate()}
      >
        <Download size={14} aria-hidden="true" />
        <span className="truncate">
          <span className="sr-only">{t("Download")} </span>
          {file.name}
        </span>
        <span className="text-12 text-text-3">
          {download.isPending ? t("Fetching") : sizeText(file.size)}
        </span>
      </Button>
      {download.error && (
        <p role="alert" className="text-12 text-bad">
          {goneOf(download.error) ?? sentenceOf(download.error)}
        </p>
      )}
    </li>
  );
}

const goneOf = (error: Error): string | null =>
  isApiError(error) && error.code === "mail_gone"
    ? t("The email was deleted from the mailbox, and its files with it.")
    : null;
