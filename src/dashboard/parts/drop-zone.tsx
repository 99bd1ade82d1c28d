import { FileUp } from "lucide-react";
import { useId, useState } from "react";
import { language, t } from "#dashboard/words/words.ts";

/** Takes a file by drop or by choice, or several. */
export function DropZone({
  file,
  hint,
  onFile,
  onFiles,
}: {
  file: File | null;
  /** How large it may be, and what is in it. */
  hint: string;
  onFile?: (file: File) => void;
  /** Takes several at once. */
  onFiles?: (files: readonly File[]) => void;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (given: readonly File[]): void => {
    const [first] = given;
    if (!first) return;
    if (onFiles) onFiles(given);
    else onFile?.(first);
  };
  return (
    <label
      htmlFor={id}
      className={`drop ${isOver ? "over" : ""} ${file ? "small" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
    >
      <FileUp size={20} strokeWidth={1.5} aria-hidden="true" />
      {file ? (
        <span>
          <b>{file.name}</b>{" "}
          <span className="text-text-3">
            {t("{size}. Choose another file", { size: sizeOf(file.size) })}
          </span>
        </span>
      ) : (
        <span>
          <b>
            {onFiles
              ? t("Drop CSV or XLSX files here or click to choose them")
              : t("Drop a CSV or XLSX file here or click to choose one")}
          </b>
          <span className="block text-12 text-text-3">{hint}</span>
        </span>
      )}
      <input
        id={id}
        type="file"
        className="sr-only"
        aria-label={onFiles ? t("CSV or XLSX files") : t("CSV or XLSX file")}
        multiple={onFiles !== undefined}
        accept={ACCEPTED}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // The same files can be chosen again, once they were corrected.
          if (onFiles) event.target.value = "";
        }}
      />
    </label>
  );
}

const ACCEPTED =
  ".csv,.tsv,.txt,.xlsx,.xlsm,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** "340 kB", "1.5 MB". */
function sizeOf(bytes: number): string {
  const isSmall = bytes < 1_000_000;
  const digits = isSmall ? 0 : 1;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: isSmall ? "kilobyte" : "megabyte",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(isSmall ? Math.ceil(bytes / 1_000) : bytes / 1_000_000);
}
