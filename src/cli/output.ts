/** Where a command writes: results to `out`, progress and questions to `err`. */
export type Terminal = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether a person reads `err` as it comes. */
  readonly isInteractive: boolean;
  /** Results as JSON, a value a line. */
  readonly json: boolean;
};

type Cell = string | number | null;

/** Rows as aligned columns; numbers to the right. */
export function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [columns, ...rows].map((row) => row.map((cell) => clean(String(cell ?? ""))));
  const widths = columns.map((_, i) => Math.max(...texts.map((row) => row[i]?.length ?? 0)));
  const isNumber = columns.map((_, i) => rows.every((row) => typeof row[i] === "number"));
  return texts
    .map((row) =>
      row
        .map((text, i) =>
          isNumber[i] ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** What a lead or a campaign is called must not steer the terminal. */
export const clean = (text: string): string => text.replace(/\p{Cc}/gu, " ");

const BAR = 24;

/** A line with a bar that is drawn over itself; silent where nobody looks. */
export function progressBar(terminal: Terminal, what: string) {
  let last = "";
  return {
    show(done: number, total: number | null): void {
      if (!terminal.isInteractive) return;
      const share = total ? Math.min(1, done / total) : 0;
      const filled = Math.round(share * BAR);
      const bar = total ? `${"█".repeat(filled)}${"░".repeat(BAR - filled)} ` : "";
      const line = `${what} ${bar}${done}${total ? ` of ${total}` : ""}`;
      if (line === last) return;
      last = line;
      terminal.err(`\r\u001b[K${line}`);
    },
    end(): void {
      if (last !== "") terminal.err("\r\u001b[K");
    },
  };
}
