import { serveRequests } from "#test/support/serve-requests.ts";

type Handle = (request: Request) => Promise<Response>;

/** A face or a provider at an address of its own; a request whose answer is lost ends with its connection. */
export async function serveLab<T extends { readonly handle: Handle }>(
  make: (origin: string) => T | Promise<T>,
): Promise<{ readonly lab: T; close(): Promise<void> }> {
  let lab: T | null = null;
  const server = await serveRequests(async (request) =>
    lab ? lab.handle(request) : new Response("not yet", { status: 503 }),
  );
  lab = await make(server.origin);
  return { lab, close: () => server.close() };
}
