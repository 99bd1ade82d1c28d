import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { fetchEgress } from "#platform/adapters/fetch-egress.ts";
import { BrokenDownload } from "#platform/rules/net/egress-failure.ts";
import { nodeEgress } from "#server/egress.ts";
import { file, fileServer, redirect } from "#test/support/file-server.ts";

const server = await fileServer();
afterAll(() => server.close());

const hosts = [
  ["Node", nodeEgress],
  ["fetch", fetchEgress],
] as const;

describe.each(hosts)("a download over %s", (_, egressOf) => {
  const get = async (timeoutMs = 5_000) => {
    const headers = { "If-None-Match": '"a"' };
    const got = await egressOf({ allowPrivate: true }).download({
      url: `${server.url}/f`,
      headers,
      timeoutMs,
    });
    if (!got.ok) throw new Error(got.error);
    return got.reply;
  };
  const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it("gives the exact bytes and the headers, and asks for what it was told to", async () => {
    server.serve = file("\u0000\ufeffä", { "content-type": "text/csv", etag: '"b"' });
    const reply = await get();
    expect(reply.header("etag")).toBe('"b"');
    expect(reply.header("last-modified")).toBeNull();
    expect(await textOf(reply.body)).toBe("\u0000\ufeffä");
    expect(server.asked.at(-1)?.headers).toMatchObject({
      "if-none-match": '"a"',
      "accept-encoding": "identity",
    });
  });

  it("unpacks what comes packed although it was not asked for", async () => {
    const packed = gzipSync("email\nann@x.example\n".repeat(1_000));
    server.serve = file(packed, { "content-encoding": "gzip" });
    expect(await textOf((await get()).body)).toHaveLength(20_000);
  });

  it("breaks where the connection does", async () => {
    server.serve = (_request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("a");
      setImmediate(() => response.destroy());
    };
    await expect(get().then(({ body }) => textOf(body))).rejects.toThrow("reset");
  });

  it("answers redirects and does not follow them", async () => {
    server.serve = redirect("https://x.example/");
    const reply = await get();
    expect([reply.status, reply.header("location")]).toEqual([302, "https://x.example/"]);
    await reply.close();
  });

  it("ends at its time, however the body drips", async () => {
    server.serve = (_request, response) => {
      response.writeHead(200).write("a");
    };
    const reply = await get(300);
    await expect(textOf(reply.body)).rejects.toMatchObject({ failure: "timeout" });
  });

  it("hangs up when its reader stops", async () => {
    let hungUp = (): void => undefined;
    const isOver = new Promise<void>((resolve) => (hungUp = resolve));
    server.serve = (_request, response) => {
      response.writeHead(200).write("a");
      response.on("close", hungUp);
    };
    for await (const chunk of (await get()).body) {
      expect(chunk).toHaveLength(1);
      break;
    }
    await isOver;
  });

  it("never begins at an address that is not public, where that is not allowed", async () => {
    const before = server.asked.length;
    for (const url of [server.url, "https://127.0.0.1/", "https://10.0.0.1/", "ftp://x.example/"]) {
      expect(
        await egressOf({ allowPrivate: false }).download({ url, headers: {}, timeoutMs: 1_000 }),
      ).toEqual({ ok: false, error: "blocked" });
    }
    expect(server.asked).toHaveLength(before);
  });
});

it("a packed body that is cut off breaks on Node, where we unpack it", async () => {
  const packed = gzipSync("email\nann@x.example\n".repeat(1_000));
  server.serve = file(packed.subarray(0, 60), { "content-encoding": "gzip" });
  const got = await nodeEgress({ allowPrivate: true }).download({
    url: server.url,
    headers: {},
    timeoutMs: 5_000,
  });
  const read = async (): Promise<void> => {
    if (got.ok) for await (const chunk of got.reply.body) expect(chunk.length).toBeGreaterThan(0);
  };
  await expect(read()).rejects.toThrow(BrokenDownload);
});
