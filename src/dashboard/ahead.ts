import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

const READER = '<script src="/early.js"></script>';
/** In the table of rooms: an address, and the module of its room. */
const ROOM = /"(\/[^"]*)": async \(\) => \(await import\("\.\/(rooms\/[^"]+)"\)\)/g;

/**
 * Writes into the page which files each room is made of, so that `early.js` has the browser fetch those of the room that is
 * opened beside the code of every page, not behind it.
 */
export function aheadPlugin(): Plugin {
  return {
    name: "outrider-ahead",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        if (!bundle) return html;
        const router = readFileSync(join(import.meta.dirname, "router.tsx"), "utf8");
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const files: string[] = [];
        const rooms = [...router.matchAll(ROOM)].map(([, address = "", path = ""]) => {
          const room = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)));
          if (!room) throw new Error(`no chunk has ${path}`);
          const own = [...withImports(room, chunks)].filter((file) => !html.includes(file));
          return [address, own.map((file) => placeOf(file, files))] as const;
        });
        if (rooms.length === 0) throw new Error("router.tsx has no table of rooms");
        const data = JSON.stringify({ rooms, files }).replaceAll("assets/", "");
        // Before the script that reads it, and behind what says in which characters the page is.
        return html.replace(
          READER,
          () => `<script type="application/json" id="ahead">${data}</script>\n    ${READER}`,
        );
      },
    },
  };
}

function withImports(
  chunk: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
  found = new Set<string>(),
): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const name of chunk.imports) {
    const next = chunks.find(({ fileName }) => fileName === name);
    if (next) withImports(next, chunks, found);
  }
  return found;
}

/** The place of a file in the list, to whose end it comes where it is new. */
function placeOf(file: string, files: string[]): number {
  const known = files.indexOf(file);
  return known >= 0 ? known : files.push(file) - 1;
}
