import { describe, expect, it } from "vitest";
import { clientAddress, trustedProxies } from "#server/client-address.ts";

const proxies = trustedProxies(["10.0.0.0/8", "192.0.2.1", "2001:db8::/32"]);

describe("the client's address", () => {
  it.each([
    // peer, X-Forwarded-For, the client
    ["198.51.100.7", undefined, "198.51.100.7"],
    ["198.51.100.7", "203.0.113.9", "198.51.100.7"],
    ["10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["10.1.2.3", "6.6.6.6, 203.0.113.9", "203.0.113.9"],
    ["10.1.2.3", "203.0.113.9, 10.9.9.9", "203.0.113.9"],
    ["10.1.2.3", "203.0.113.9 , 192.0.2.1,10.9.9.9", "203.0.113.9"],
    ["10.1.2.3", undefined, "10.1.2.3"],
    ["10.1.2.3", "", "10.1.2.3"],
    ["10.1.2.3", "unknown", "10.1.2.3"],
    ["10.1.2.3", "203.0.113.9, <script>", "10.1.2.3"],
    ["::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["::ffff:198.51.100.7", "203.0.113.9", "198.51.100.7"],
    ["2001:db8::5", "2a00::1", "2a00::1"],
    ["2a00::1", "203.0.113.9", "2a00::1"],
    [undefined, "203.0.113.9", ""],
  ])("of peer %s with forwarded-for %s is %s", (peer, forwarded, client) => {
    expect(clientAddress(peer, forwarded, proxies)).toBe(client);
  });

  it("is the peer's where no proxy is trusted", () => {
    expect(clientAddress("127.0.0.1", "203.0.113.9", trustedProxies([]))).toBe("127.0.0.1");
  });

  it.each(["proxy.example", "10.0.0.0/40", "10.0.0"])("refuses the proxy %s", (entry) => {
    expect(() => trustedProxies([entry])).toThrow(/address|mask/);
  });
});
