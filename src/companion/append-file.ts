import { constants } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** An append-only file of lines. A line is on disk when `append` resolves. */
export type AppendFile = {
  /**
   * Lines that arrive together share one write and one fsync. Rejects when the write fails; the
   * file is intact then.
   */
  append(line: string): Promise<void>;
  /** Replaces the content atomically: after a crash it is the old or the new content. */
  rewrite(lines: Iterable<string>): Promise<void>;
  bytes(): number;
  close(): Promise<void>;
};

type Waiting = {
  readonly line: string;
  readonly done: () => void;
  readonly failed: (cause: unknown) => void;
};

/**
 * Opens or creates the file and passes each line to `onLine`. An incomplete last line is removed.
 */
export async function openAppendFile(
  path: string,
  onLine: (line: string) => void,
): Promise<AppendFile> {
  let handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  let size = await readLines(handle, onLine);
  await handle.truncate(size);
  await syncFolder(path);

  let waiting: Waiting[] = [];
  let turn: Promise<void> = Promise.resolve();
  /** One writer at a time. */
  const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work, work));

  async function writeWaiting(): Promise<void> {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      size += await writeAll(
        handle,
        group.map(({ line }) => line),
        size,
      );
      for (const { done } of group) done();
    } catch (cause) {
      // A partly written line must not become the start of the next one.
      await handle.truncate(size).catch(() => {});
      for (const { failed } of group) failed(cause);
    }
  }

  return {
    bytes: () => size,
    append: (line) =>
      new Promise((done, failed) => {
        waiting.push({ line, done, failed });
        if (waiting.length === 1) void inTurn(writeWaiting);
      }),
    rewrite: (lines) =>
      inTurn(async () => {
        const fresh = await open(`${path}.new`, "w+", 0o600);
        try {
          const freshSize = await writeAll(fresh, lines, 0);
          await rename(`${path}.new`, path);
          await syncFolder(path);
          await handle.close();
          [handle, size] = [fresh, freshSize];
        } catch (cause) {
          await fresh.close().catch(() => {});
          throw cause;
        }
      }),
    close: () => inTurn(() => handle.close()),
  };
}

/** Returns the bytes of whole lines. */
async function readLines(handle: FileHandle, onLine: (line: string) => void): Promise<number> {
  const content = await handle.readFile();
  let start = 0;
  for (let end = content.indexOf(10); end >= 0; end = content.indexOf(10, start)) {
    onLine(content.toString("utf8", start, end));
    start = end + 1;
  }
  return start;
}

/** Writes the lines at `position` and waits for the disk; returns the bytes written. */
async function writeAll(
  handle: FileHandle,
  lines: Iterable<string>,
  position: number,
): Promise<number> {
  const bytes = Buffer.from(Array.from(lines, (line) => `${line}\n`).join(""));
  for (let offset = 0; offset < bytes.length;) {
    const { bytesWritten } = await handle.write(
      bytes,
      offset,
      bytes.length - offset,
      position + offset,
    );
    offset += bytesWritten;
  }
  await handle.datasync();
  return bytes.length;
}

/** A new or renamed file survives a power failure only if its folder was synced as well. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
