import { describe, expect, it } from "vitest";
import { harness } from "#test/support/harness.ts";

type Documented = {
  readonly paths: Record<string, { get?: { parameters?: readonly unknown[] } }>;
};

describe("lists", () => {
  it("400: every list that documents a cursor reads it", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const { paths } = (await t.get("/api/v1/openapi.json")).json as Documented;
    const taking = Object.entries(paths).flatMap(([path, { get }]) => {
      const takes = JSON.stringify(get?.parameters ?? []).includes('/cursor"');
      const bare = path.replace("{wid}", `${wid}`);
      return takes && !bare.includes("{") ? [bare] : [];
    });
    expect(taking.length).toBeGreaterThan(15);
    for (const path of taking) {
      const { status, json } = await t.get(`${path}?cursor=not-ours`);
      expect([path, status, json.code]).toEqual([path, 400, "malformed_request"]);
    }
  });

  it("200: names are found in any case of their letters, and every page by cursor", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    for (const [name, slug] of [
      ["Österreich", "at-one"],
      ["Lima", "peru"],
      ["ŁÓDŹ", "pl-one"],
    ]) {
      expect((await t.post("/api/v1/workspaces", { name, slug })).status).toBe(201);
    }
    const ids = async (query: string): Promise<number[]> =>
      (await t.get(`/api/v1/workspaces?${query}`)).json.data.map((w: { id: number }) => w.id);
    expect(await ids("q=%C3%B6ster")).toEqual([wid + 1]);
    expect(await ids("q=%C3%96STER")).toEqual([wid + 1]);
    expect(await ids("q=%C5%82%C3%B3d%C5%BA")).toEqual([wid + 3]);
    expect(await ids("q=PERU")).toEqual([wid + 2]);
    expect(await ids("q=nothing")).toEqual([]);

    const walked: number[] = [];
    for (let cursor = ""; ;) {
      const { data, pagination } = (await t.get(`/api/v1/workspaces?limit=1${cursor}`)).json;
      walked.push(data[0].id);
      expect(pagination.total).toBe(4);
      if (pagination.next_cursor === null) break;
      cursor = `&cursor=${pagination.next_cursor}`;
    }
    expect(walked).toEqual([wid + 3, wid + 2, wid + 1, wid]);

    const path = `/api/v1/workspaces/${wid}/campaigns`;
    for (const name of ["Übung Größe", "ПРИВЕТ", "plain"]) await t.post(path, { name });
    const names = async (q: string): Promise<string[]> =>
      (await t.get(`${path}?q=${encodeURIComponent(q)}`)).json.data.map(
        (c: { name: string }) => c.name,
      );
    expect(await names("Übung")).toEqual(["Übung Größe"]);
    expect(await names("übung grÖsse")).toEqual([]);
    expect(await names("ÜBUNG GRÖ")).toEqual(["Übung Größe"]);
    expect(await names("привет")).toEqual(["ПРИВЕТ"]);
    expect(await names("Привет")).toEqual(["ПРИВЕТ"]);
    expect(await names("PLAIN")).toEqual(["plain"]);
  });
});
