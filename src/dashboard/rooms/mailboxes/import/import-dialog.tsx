import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ImportPreview, MailboxImport } from "#modules/mailboxes/contract/mailbox-imports.ts";
import { api } from "#dashboard/api/client.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { DocsLink } from "#dashboard/shell/brand.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { DropZone } from "#dashboard/parts/drop-zone.tsx";
import { Failure } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";
import { ImportOutlook } from "./import-outlook.tsx";

/** Adds mailboxes from a file: choose it, look at what would come of it, start. */
export function ImportDialog({ wid, onClose }: { wid: number; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const send = <T,>(chosen: File, dryRun: boolean): Promise<T> => {
    const form = new FormData();
    if (dryRun) form.set("dry_run", "true");
    form.set("file", chosen);
    // A preview changes nothing.
    return api.upload<T>(`/workspaces/${wid}/mailboxes/import`, form, { asks: dryRun });
  };
  const preview = useMutation({ mutationFn: (chosen: File) => send<ImportPreview>(chosen, true) });
  const start = useMutation({
    mutationFn: (chosen: File) => send<MailboxImport>(chosen, false),
    onSuccess: async () => {
      await changed(wid, "mailbox-imports", "mailboxes", "stats");
      onClose();
    },
  });
  const shown = preview.data;
  const isFull = shown !== undefined && shown.new > shown.room;
  return (
    <Dialog
      open
      broad
      alert
      onClose={onClose}
      title={t("Import mailboxes")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            busy={start.isPending}
            disabled={!shown || shown.new === 0 || isFull}
            onClick={() => file && start.mutate(file)}
          >
            {shown && shown.new > 0
              ? t("Import {n, plural, one {# mailbox} other {# mailboxes}}", { n: shown.new })
              : t("Import mailboxes")}
          </Button>
        </>
      }
    >
      <DropZone
        file={file}
        hint={t(
          "Up to 5 MB and 5,000 rows. Exports of Instantly, Smartlead, EmailBison, Google Admin and Microsoft 365 are recognized.",
        )}
        onFile={(chosen) => {
          setFile(chosen);
          start.reset();
          preview.mutate(chosen);
        }}
      />
      {preview.isPending && (
        <p className="text-text-2" role="status">
          {t("Reading the file and looking up servers.")}
        </p>
      )}
      {preview.error && (
        <Failure
          what={t("This file cannot be imported.")}
          error={preview.error}
          onRetry={() => file && preview.mutate(file)}
        />
      )}
      {shown && <ImportOutlook preview={shown} />}
      {!file && (
        <p className="text-13 text-text-2">
          {t(
            "A column with addresses and one with passwords are enough. Servers that are left out are those of the provider. Nothing is stored before you see the preview, and each mailbox is tested before it sends.",
          )}{" "}
          <DocsLink to="/docs/mailboxes#many-at-once">{t("Columns")}</DocsLink>
        </p>
      )}
      {start.error && <Failure what={t("The import did not start.")} error={start.error} />}
    </Dialog>
  );
}
