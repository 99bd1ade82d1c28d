import { Readable } from "node:stream";
import { Agent, request } from "undici";
import type { Product } from "#test/support/product.ts";

/** An upload answers when it is done. */
const PATIENT = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
const BOUNDARY = "bench-of-an-upload";

export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
export type Uploaded = { readonly status: number; readonly text: string };

/** Signs up; answers the cookie and where the leads of the workspace are. */
async function signUp(host: Product): Promise<{ cookie: string; leads: string }> {
  const registered = await fetch(`${host.url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "B", email: "b@ours.test", password: "correct horse battery" }),
  });
  const cookie = registered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { workspace } = (await registered.json()) as { workspace: { id: number } };
  return { cookie, leads: `${host.url}/api/v1/workspaces/${workspace.id}/leads` };
}

/** Signs up, and answers what uploads a file piece by piece and waits for the answer. */
export async function uploaderOf(host: Product): Promise<(pieces: Pieces) => Promise<Uploaded>> {
  const { cookie, leads } = await signUp(host);
  return async (pieces) => {
    const body = async function* () {
      yield Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="b.csv"\r\n\r\n`,
      );
      for await (const piece of pieces) yield Buffer.from(piece);
      yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
    };
    const answer = await request(`${leads}/upload`, {
      method: "POST",
      headers: { cookie, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
      body: Readable.from(body()),
      dispatcher: PATIENT,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
}

/** Signs up, and answers what adds leads as JSON and waits for the answer. */
export async function leadAdderOf(host: Product): Promise<(body: string) => Promise<Uploaded>> {
  const { cookie, leads } = await signUp(host);
  return async (body) => {
    const headers = { cookie, "content-type": "application/json" };
    const answer = await request(leads, { method: "POST", headers, body, dispatcher: PATIENT });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
}
