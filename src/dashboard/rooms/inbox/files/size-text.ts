import { locale } from "#dashboard/words/words.ts";
const KB = 1024;
const digits = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});

/** Bytes as people read them: `17 B`, `3.2 KB`, `4.0 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  if (bytes < KB * KB) return `${digits.format(bytes / KB)} KB`;
  return `${digits.format(bytes / KB / KB)} MB`;
}

/** Gives the person a file that was fetched. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
