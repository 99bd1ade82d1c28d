import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Judge } from "./faces.ts";

/** A provider's answer to "whose token is this?", as Dovecot asks it (RFC 7662's older cousin). */
export type TokenInfo = {
  /** Ends where the token begins. */
  readonly url: string;
  close(): Promise<void>;
};

/** Answers for the tokens of these users. */
export async function startTokenInfo(users: readonly string[], judge: Judge): Promise<TokenInfo> {
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? "", "http://localhost").searchParams.get("access_token");
    const email = users.find((user) => judge(user, token ?? ""));
    response.writeHead(email === undefined ? 400 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(email === undefined ? { error: "invalid_token" } : { email }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    // A server that listens on TCP has an address with a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tokeninfo?access_token=`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
