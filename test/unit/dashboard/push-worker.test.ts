import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

const SCRIPT = readFileSync("src/dashboard/public/push.js", "utf8");
const ORIGIN = "https://app.test";

/** The script in a worker whose browser has these pages open. */
function worker(pages: readonly string[]) {
  const shown: unknown[] = [];
  const went: string[] = [];
  const hear = new Map<string, (event: object) => void>();
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (type: string, on: (event: object) => void) => hear.set(type, on),
    registration: { showNotification: async (...given: unknown[]) => void shown.push(given) },
    clients: {
      matchAll: async () =>
        pages.map((url) => ({ url, focus: async () => void went.push(`focus ${url}`) })),
      openWindow: async (url: string) => void went.push(`open ${url}`),
    },
  };
  runInNewContext(SCRIPT, { self, URL });
  const send = async (type: string, event: object): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve();
    hear.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return { shown, went, send };
}

describe("the worker of notices", () => {
  it("shows what it was told", async () => {
    const { send, shown } = worker([]);
    const words = {
      title: "Reply from Jane",
      body: "Acme",
      tag: "7.3",
      path: "/w/7/inbox?thread=3",
    };
    await send("push", { data: { json: () => words } });
    const { title, path, ...rest } = words;
    expect(shown).toEqual([[title, { ...rest, data: { path } }]]);
  });

  it.each([
    [[], "open https://app.test/w/7/inbox?thread=3"],
    [
      [`${ORIGIN}/w/7/inbox?thread=4`, `${ORIGIN}/w/7/inbox?view=all&thread=3`],
      `focus ${ORIGIN}/w/7/inbox?view=all&thread=3`,
    ],
    [[`${ORIGIN}/w/8/inbox?thread=3`], "open https://app.test/w/7/inbox?thread=3"],
  ])("opens the thread, in the page that shows it: %j", async (pages, expected) => {
    const { send, went } = worker(pages);
    let isClosed = false;
    const notification = { data: { path: "/w/7/inbox?thread=3" }, close: () => (isClosed = true) };
    await send("notificationclick", { notification });
    expect([went, isClosed]).toEqual([[expected], true]);
  });
});
