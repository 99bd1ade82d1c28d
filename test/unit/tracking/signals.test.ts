import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { agentFamily } from "#modules/tracking/rules/agent.ts";
import { PIXEL } from "#modules/tracking/hits/answer-hit.ts";
import { hitRate } from "#modules/tracking/rules/rate.ts";
import { sourceOf } from "#modules/tracking/rules/source.ts";
import { clickUrl, pixelUrl, readTrackingPath, unsubscribeUrl } from "#modules/links/rules/urls.ts";
import { cpuMs } from "#test/support/cpu-time.ts";

describe("agent families", () => {
  it.each([
    ["", "empty"],
    ["   ", "empty"],
    [
      "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
      "gmail_proxy",
    ],
    ["YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html", "yahoo_proxy"],
    ["Mozilla/5.0", "apple_proxy"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
      "apple_proxy",
    ],
    ["Barracuda Sentinel (EE)", "gateway"],
    ["Mimecast-Link-Checker/1.0", "gateway"],
    [
      "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Microsoft Outlook 16.0.17126)",
      "outlook",
    ],
    ["Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17126; Pro)", "outlook"],
    ["Outlook-Android/2.0", "outlook"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.6.0", "mail_client"],
    ["eM Client/9.2", "mail_client"],
    ["Superhuman", "mail_client"],
    ["Airmail 5", "mail_client"],
    ["Mail/3731.700.6 CFNetwork/1410.1 Darwin/22.6.0", "mail_client"],
    ["curl/8.11.0", "cli"],
    ["Wget/1.21", "cli"],
    ["python-requests/2.32", "cli"],
    ["Go-http-client/2.0", "cli"],
    ["node", "cli"],
    ["axios/1.7", "cli"],
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "crawler"],
    ["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "crawler"],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0 Safari/537.36",
      "crawler",
    ],
    ["Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5", "crawler"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
      "browser",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "browser",
    ],
    ["Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0", "browser"],
  ])("%s is %s", (agent, family) => {
    expect(agentFamily(agent)).toBe(family);
  });

  it("need little time for the longest agent", () => {
    const start = cpuMs();
    for (const part of ["(", "Mozilla/5.0 ", "bot", "a", " ", "("])
      agentFamily(part.repeat(100_000));
    expect(cpuMs() - start).toBeLessThan(500);
  });
});

describe("sources", () => {
  const of = (address: string, day = "2026-11-18", secret = "s") => sourceOf(secret, day, address);

  it("are equal for one line on one day, and tell nothing else", () => {
    expect(of("203.0.113.7")).toEqual(of("203.0.113.7"));
    expect(of("203.0.113.7").source).not.toBe(of("203.0.113.8").source);
    expect(of("203.0.113.7").source).not.toBe(of("203.0.113.7", "2026-11-19").source);
    expect(of("203.0.113.7").source).not.toBe(of("203.0.113.7", "2026-11-18", "t").source);
    expect(of("203.0.113.7").source).toMatch(/^[\w-]{14}$/);
    expect(of("2001:db8:1:2::1").source).toBe(of("2001:db8:1:2:ffff::9").source);
    expect(of("2001:db8:1:2::1").source).not.toBe(of("2001:db8:1:3::1").source);
    expect(of("::ffff:203.0.113.7")).toEqual(of("203.0.113.7"));
  });

  it("know loopback and private addresses", () => {
    for (const address of [
      "127.0.0.1",
      "127.9.9.9",
      "10.1.2.3",
      "192.168.0.1",
      "172.16.5.5",
      "169.254.1.1",
      "::1",
      "fd00::1",
      "fe80::1",
      "::ffff:10.0.0.1",
    ]) {
      expect(of(address).private, address).toBe(true);
    }
    for (const address of ["8.8.8.8", "203.0.113.7", "2a00:1450::1", "not an address", ""]) {
      expect(of(address).private, address).toBe(false);
    }
  });
});

describe("the rate of one token", () => {
  it("is 60 in a minute, for each token and minute anew", () => {
    const isWithin = hitRate();
    const results = Array.from({ length: 61 }, () => isWithin(1, 30_000));
    expect(results.filter(Boolean).length).toBe(60);
    expect(isWithin(2, 30_000)).toBe(true);
    expect(isWithin(1, 60_000)).toBe(true);
  });
});

describe("public addresses", () => {
  it("are read as they were made", () => {
    expect(readTrackingPath(new URL(pixelUrl("https://x.example", "Ab-1")).pathname)).toEqual({
      kind: "pixel",
      token: "Ab-1",
    });
    expect(
      readTrackingPath(new URL(clickUrl("https://x.example", "Ab-1", "p_-")).pathname),
    ).toEqual({ kind: "link", token: "Ab-1", part: "p_-" });
    expect(unsubscribeUrl("https://x.example", "Ab-1")).toBe("https://x.example/unsubscribe/Ab-1");
    for (const path of [
      "/t/",
      "/t/x",
      "/t/x/",
      "/t/x/pixel.gif",
      "/t/x/pixel.png/",
      "/t/x/y/pixel.png",
      "/t/x/link",
      "/T/x/pixel.png",
      "/x/t/y/pixel.png",
    ]) {
      expect(readTrackingPath(path), path).toBeNull();
    }
  });
});

describe("the pixel", () => {
  it("is a PNG of one transparent dot", () => {
    const bytes = Buffer.from(PIXEL);
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1, 1]);
    const length = bytes.readUInt32BE(33);
    const image = inflateSync(bytes.subarray(41, 41 + length));
    expect([...image]).toEqual([0, 0, 0, 0, 0]);
    expect(bytes.subarray(-8, -4).toString()).toBe("IEND");
  });
});
