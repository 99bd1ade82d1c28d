export type Progress = {
  /** A line that stays. */
  say(line: string): void;
  /** The state of things: one line that changes on a terminal, else a line now and then. */
  show(line: string): void;
  end(): void;
};

const QUIET_MS = 5_000;

/** Tells people what goes on. */
export function createProgress(out: NodeJS.WriteStream): Progress {
  const started = Date.now();
  let shown = "";
  let shownAt = 0;
  const clock = () => `${((Date.now() - started) / 1_000).toFixed(1).padStart(6)} s  `;
  const clear = () => void (out.isTTY && shown !== "" && out.write("\r\u001b[2K"));
  return {
    say(line) {
      clear();
      out.write(`${clock()}${line}\n`);
      if (out.isTTY && shown !== "") out.write(shown);
    },
    show(line) {
      if (out.isTTY) {
        clear();
        shown = `${clock()}${line}`.slice(0, (out.columns ?? 120) - 1);
        out.write(shown);
      } else if (line !== shown && Date.now() - shownAt > QUIET_MS) {
        shown = line;
        shownAt = Date.now();
        out.write(`${clock()}${line}\n`);
      }
    },
    end() {
      if (out.isTTY && shown !== "") out.write("\n");
      shown = "";
    },
  };
}
