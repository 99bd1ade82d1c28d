import { describe, expect, it } from "vitest";
import type { Env } from "#worker/env.ts";
import { isAppPathInDisguise } from "#platform/http/own-files.ts";
import { workerDocuments, workerTables } from "#worker/own-files.ts";

/** Bindings whose files answer like this. */
const env = (answer: (path: string) => Response): Env =>
  ({ ASSETS: { fetch: async (url: string) => answer(new URL(url).pathname) } }) as never;
const page = () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } });

describe("files beside the Worker", () => {
  it("are asked for below a path of the app, and the address of the install is put in", async () => {
    const asked: string[] = [];
    const documents = workerDocuments(
      env((path) => {
        asked.push(path);
        return new Response("at https://install.invalid/api");
      }),
    );
    expect(await documents.reference("https://mail.example.com")).toBe(
      "at https://mail.example.com/api",
    );
    expect(asked).toEqual(["/internal/files/reference.txt"]);
  });

  it("are never taken for the page that the platform answers in their place", async () => {
    for (const broken of [env(page), env(() => new Response(null, { status: 404 })), {} as Env]) {
      await expect(workerDocuments(broken).openapi()).rejects.toThrow(
        "openapi.json was not deployed",
      );
      await expect(workerTables(broken).addresses()).rejects.toThrow("was not deployed");
    }
  });

  it("have no other spelling that the platform would understand", () => {
    for (const path of ["//internal/files/a", "/%69nternal/a", "/internal%2Fa", "/%5Cinternal/a"])
      expect(isAppPathInDisguise(path), path).toBe(true);
    for (const path of ["/", "/internals", "/campaigns/%", "/assets/internal/a", "/docs/api"])
      expect(isAppPathInDisguise(path), path).toBe(false);
  });
});
