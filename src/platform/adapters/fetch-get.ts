import { readUpTo } from "./read-up-to.ts";

/** A GET of a few bytes; redirects are answers. `bytes` is empty unless the status is 200. */
export type HttpGet = (
  url: string,
  options: { readonly accept: string; readonly maxBytes: number; readonly signal: AbortSignal },
) => Promise<{ readonly status: number; readonly bytes: Uint8Array }>;

/** Over the platform's `fetch`. */
export const fetchGet: HttpGet = async (url, { accept, maxBytes, signal }) => {
  const response = await fetch(url, { headers: { accept }, redirect: "manual", signal });
  if (response.status === 200) {
    return { status: 200, bytes: await readUpTo(response.body, maxBytes) };
  }
  await response.body?.cancel();
  return { status: response.status, bytes: new Uint8Array() };
};
