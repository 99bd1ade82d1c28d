import { expect, it } from "vitest";
import { harness } from "#test/support/harness.ts";
import { counterDrift } from "#test/support/upload.ts";

it("413: more than 100 MB or a million rows; what was stored by then stays, and is told", async () => {
  const t = await harness();
  const { wid, cookie } = await t.signUp();
  const stream = (head: string, line: (i: number) => string, lines: number) => {
    const utf8 = new TextEncoder();
    let i = -1;
    return new ReadableStream<Uint8Array>({
      pull(out) {
        if (i < 0)
          out.enqueue(
            utf8.encode(
              `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${head}`,
            ),
          );
        let text = "";
        for (let n = 0; n < 1_000 && ++i < lines; n++) text += line(i);
        if (text !== "") out.enqueue(utf8.encode(text));
        if (i >= lines) {
          out.enqueue(utf8.encode("\r\n--x--\r\n"));
          out.close();
        }
      },
    });
  };
  const send = async (body: ReadableStream<Uint8Array>) => {
    const answer = await t.app.request(`/api/v1/workspaces/${wid}/leads/upload`, {
      method: "POST",
      headers: { cookie, "content-type": "multipart/form-data; boundary=x" },
      body,
      duplex: "half",
    } as RequestInit);
    return {
      status: answer.status,
      json: (await answer.json()) as { code: string; detail: string },
    };
  };
  // A file whose rows are all the same address: a million rows cost little to store.
  const rows = await send(stream("email\n", () => "a@b.example\n", 1_000_001));
  expect([rows.status, rows.json.code]).toEqual([413, "payload_too_large"]);
  expect(rows.json.detail).toMatch(/The first \d+ rows are done\./);
  const imports = await t.get(`/api/v1/workspaces/${wid}/leads/imports`);
  expect(imports.json.data[0]).toMatchObject({
    status: "failed",
    created: 1,
    error: { code: "payload_too_large" },
  });
  const filler = `x@y.example,${"z".repeat(900)}\n`;
  const large = await send(stream("email,a\n", () => filler, 130_000));
  expect([large.status, large.json.code]).toEqual([413, "payload_too_large"]);
  expect(await counterDrift(t)).toEqual([]);
}, 120_000);
