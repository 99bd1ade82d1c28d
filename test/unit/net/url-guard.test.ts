import { describe, expect, it } from "vitest";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";

const publicOnly = { allowPrivate: false };
const anything = { allowPrivate: true };
const code = (url: string, rules = publicOnly) => refuseUrl(url, rules)?.code ?? null;

/** Ways into an inner network that were tried on real products. */
const HOSTILE: Record<string, readonly string[]> = {
  https_required: [
    "http://example.com/hook",
    "http://93.184.216.34/",
    "HTTP://EXAMPLE.COM",
    "http://example.com:443/",
  ],
  invalid_url: [
    "",
    "hook",
    "//example.com/hook",
    "/hook",
    "https:/example.com",
    "https:example.com",
    "https:///example.com",
    "https://",
    "https://?x",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_FLUSHALL",
    "javascript:alert(1)",
    "data:text/plain,hi",
    "dict://localhost:11211/",
    "ws://example.com/",
    " https://example.com/",
    "https://example.com/\n",
    "https://exa\tmple.com/",
    "https://example.com\\@127.0.0.1/",
    "https:\\\\127.0.0.1\\",
    "https://exa mple.com/",
    "https://example.com\u0000.evil.example/",
    "https://127.0.0.1\r\nHost: example.com/",
    "https://[::1/",
    "https://[fe80::1%25eth0]/",
    "https://256.256.256.256/",
    "https://127.0.0.1.256/",
    "https://example.com:99999/",
  ],
  credentials_in_url: [
    "https://user@example.com/",
    "https://user:pass@example.com/",
    "https://example.com@127.0.0.1/",
    "https://:secret@example.com/",
    "https://example.com%2f@127.0.0.1/",
  ],
  port_not_allowed: [
    "https://example.com:0/",
    "https://example.com:21/",
    "https://example.com:22/",
    "https://example.com:25/",
    "https://example.com:110/",
    "https://example.com:445/",
    "https://example.com:465/",
    "https://example.com:993/",
    "https://example.com:1023/",
    "https://example.com:2375/",
    "https://example.com:3306/",
    "https://example.com:5432/",
    "https://example.com:6000/",
    "https://example.com:6379/",
    "https://example.com:6667/",
    "https://example.com:9200/",
    "https://example.com:10080/",
    "https://example.com:11211/",
    "https://example.com:27017/",
  ],
  not_public: [
    "https://127.0.0.1/",
    "https://127.0.0.1./",
    "https://127.1/",
    "https://127.255.255.254/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://0x7F.1/",
    "https://%31%32%37.0.0.1/",
    "https://１２７.0.0.1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127。0。0。1/",
    "https://0/",
    "https://0.0.0.0/",
    "https://10.0.0.1/",
    "https://10.255.255.255/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.1.1/",
    "https://192.0.0.192/",
    "https://192.0.2.1/",
    "https://192.88.99.1/",
    "https://198.18.0.1/",
    "https://198.19.255.255/",
    "https://198.51.100.7/",
    "https://203.0.113.9/",
    "https://100.64.0.1/",
    "https://100.100.100.200/latest/meta-data/",
    "https://100.127.255.255/",
    "https://169.254.169.254/latest/meta-data/",
    "https://169.254.170.2/v2/credentials",
    "https://2852039166/",
    "https://0xA9FEA9FE/",
    "https://0251.0376.0251.0376/",
    "https://168.63.129.16/",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://[::]/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::127.0.0.1]/",
    "https://[::7f00:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::ffff:169.254.169.254]/",
    "https://[::ffff:0:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b::169.254.169.254]/",
    "https://[64:ff9b:1::808:808]/",
    "https://[2002:7f00:1::]/",
    "https://[2002:a9fe:a9fe::1]/",
    "https://[2001::1]/",
    "https://[2001:db8::1]/",
    "https://[2001:10::1]/",
    "https://[3fff::1]/",
    "https://[100::1]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[fc00::1]/",
    "https://[fd00:ec2::254]/latest/meta-data/",
    "https://[ff02::1]/",
    "https://[5f00::1]/",
    "https://[4000::1]/",
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://localhost../",
    "https://foo.localhost/",
    "https://ⓛocalhost/",
    "https://intranet/",
    "https://metadata/",
    "https://metadata.google.internal/computeMetadata/v1/",
    "https://metadata.google.internal./",
    "https://printer.local/",
    "https://router.lan/",
    "https://nas.home.arpa/",
    "https://db.corp/",
    "https://host.docker.internal:8080/",
    "https://localhost.localdomain/",
    "https://kubernetes.default.svc.cluster.local/",
    "https://x.invalid/",
    "https://foo..bar/",
  ],
};

describe("where tenants may send requests", () => {
  const cases = Object.entries(HOSTILE).flatMap(([expected, urls]) =>
    urls.map((url): [string, string] => [url, expected]),
  );

  it("knows at least 60 hostile URLs", () => {
    expect(new Set(cases.map(([url]) => url)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(cases)("refuses %j: %s", (url, expected) => {
    // A host that the parser itself refuses is invalid before any rule looks at it.
    expect([expected, "invalid_url"]).toContain(code(url));
  });

  it.each([
    "https://example.com",
    "https://example.com/hook?x=1#y",
    "https://EXAMPLE.com./hook",
    "https://example.com:443/",
    "https://example.com:80/",
    "https://example.com:8443/",
    "https://hooks.example.co.uk:65535/a/b",
    "https://bücher.example/",
    "https://xn--bcher-kva.example/",
    "https://8.8.8.8/",
    "https://100.63.255.255/",
    "https://100.128.0.1/",
    "https://172.15.255.255/",
    "https://172.32.0.1/",
    "https://[2606:4700::6810:85e5]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[64:ff9b::808:808]/",
    "https://local.example.com/",
    "https://127.0.0.1.example.com/",
  ])("allows %j", (url) => {
    expect(code(url)).toBeNull();
  });

  it("allows http, any port and any address where the operator allows private networks", () => {
    for (const url of [
      "http://127.0.0.1:1234/hook",
      "http://localhost/",
      "https://[::1]:22/",
      "http://nas/",
    ]) {
      expect(code(url, anything)).toBeNull();
    }
    expect(code("http://user@localhost/", anything)).toBe("credentials_in_url");
    expect(code("file:///etc/passwd", anything)).toBe("invalid_url");
    expect(code(`https://example.com/${"x".repeat(3_000)}`, anything)).toBe("too_long");
  });
});
