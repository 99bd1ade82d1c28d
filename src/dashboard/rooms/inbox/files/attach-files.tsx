import { Paperclip, X } from "lucide-react";
import { useRef } from "react";
import { Button } from "#dashboard/parts/button.tsx";
import { t } from "#dashboard/words/words.ts";
import { sizeText } from "./size-text.ts";

const MOST_FILES = 10;
const MAX_BYTES = 10 * 1024 * 1024;

/** Why these files can't go together; null: they can. */
export function tooMuch(files: readonly File[]): string | null {
  if (files.length > MOST_FILES) return t("Attach up to {most} files.", { most: MOST_FILES });
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return size > MAX_BYTES
    ? t("The files have {size} together. Attach up to 10 MB.", { size: sizeText(size) })
    : null;
}

/** Opens the choice of files. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look="ghost"
        icon
        aria-label={t("Attach files")}
        title={t("Attach files, up to 10 MB")}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={16} aria-hidden="true" />
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("Files to attach")}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again.
          event.target.value = "";
        }}
      />
    </>
  );
}

/** The files that will go along, and how far they are while they go. */
export function AttachedFiles({
  files,
  uploaded,
  onRemove,
}: {
  files: readonly File[];
  /** How far they are on their way, from 0 to 1; null: they wait. */
  uploaded: number | null;
  onRemove: (index: number) => void;
}) {
  if (files.length === 0) return null;
  const wrong = tooMuch(files);
  return (
    <div className="grid gap-1">
      <ul className="flex flex-wrap gap-2" aria-label={t("Attached files")}>
        {files.map((file, index) => (
          // Two files of one name are two files.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${file.name}.${index}`} className="tag flex max-w-full items-center gap-1">
            <span className="truncate">{file.name}</span>
            <span className="text-text-3">{sizeText(file.size)}</span>
            <button
              type="button"
              className="link"
              aria-label={t("Remove {name}", { name: file.name })}
              disabled={uploaded !== null}
              onClick={() => onRemove(index)}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {wrong && (
        <p role="alert" className="text-13 text-bad">
          {wrong}
        </p>
      )}
      {uploaded !== null && <Uploading share={uploaded} />}
    </div>
  );
}

/** A bar with its percentage; who listens hears each quarter. */
function Uploading({ share }: { share: number }) {
  const percentage = Math.floor(share * 100);
  const isOver = share >= 1;
  const said = isOver
    ? t("The files are uploaded. The mailbox takes them now.")
    : t("Uploading the files, {percentage}%", { percentage: Math.floor(share * 4) * 25 });
  return (
    <div className="flex items-center gap-2 text-13 text-text-2">
      <progress
        className="w-full"
        aria-label={t("Uploading the files")}
        {...(!isOver && { value: share, max: 1 })}
      />
      <span aria-hidden="true" className="n whitespace-nowrap">
        {isOver ? t("Uploaded") : `${percentage}%`}
      </span>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}
