import { afterEach, describe, expect, it, vi } from "vitest";
import { forget, isText, keep, readKept } from "#dashboard/lib/kept.ts";

/** The storage of a browser: its keys are its own properties. */
function storage(): Storage {
  const add = (name: string, value: string) => Object.assign(kept, { [name]: value });
  const kept = Object.create({
    getItem: (name: string) => (kept as unknown as Record<string, string>)[name] ?? null,
    setItem: add,
    removeItem: (name: string) => Reflect.deleteProperty(kept, name),
  }) as Storage;
  return kept;
}

afterEach(() => vi.unstubAllGlobals());

describe("what a browser remembers", () => {
  it("loses the drafts of replies when somebody signs out, and keeps the look of the page", () => {
    vi.stubGlobal("localStorage", storage());
    keep("draft.1.7", "Dear Zoe");
    keep("draft.2.9", "Dear Mia");
    keep("theme", "dark");
    forget("draft.");
    expect([readKept("draft.1.7", isText), readKept("draft.2.9", isText)]).toEqual([null, null]);
    expect(readKept("theme", isText)).toBe("dark");
  });

  it("is nothing where storage is forbidden", () => {
    vi.stubGlobal("localStorage", undefined);
    keep("draft.1.7", "Dear Zoe");
    forget("draft.");
    expect(readKept("draft.1.7", isText)).toBeNull();
  });
});
