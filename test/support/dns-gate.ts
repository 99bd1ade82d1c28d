import type { Dns } from "#platform/ctx/ports.ts";

/** DNS that a test can stop in the middle: questions about `domain` wait until `open` is called. */
export function gate(domain: string) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((go) => (open = go));
  const asked: string[] = [];
  let seen: () => void = () => undefined;
  const reached = new Promise<void>((go) => (seen = go));
  const over = (dns: Dns): Dns => ({
    ...dns,
    async route(name) {
      asked.push(name);
      if (name === domain) {
        seen();
        await opened;
      }
      return dns.route(name);
    },
  });
  return { over, open: () => open(), reached, asked };
}
