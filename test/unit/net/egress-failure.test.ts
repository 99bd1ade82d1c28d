import { describe, expect, it } from "vitest";
import { BlockedAddress, networkFailure } from "#platform/rules/net/egress-failure.ts";

const coded = (code: string, message = code): Error => Object.assign(new Error(message), { code });

describe("the word for a failed request", () => {
  it.each([
    [coded("ECONNREFUSED"), "refused"],
    [coded("EHOSTUNREACH"), "refused"],
    [coded("ENOTFOUND", "getaddrinfo ENOTFOUND tls.timeout.example"), "dns"],
    [coded("EAI_AGAIN"), "dns"],
    [coded("ETIMEOUT"), "timeout"],
    [coded("UND_ERR_CONNECT_TIMEOUT"), "timeout"],
    [coded("ERR_TLS_CERT_ALTNAME_INVALID", "altnames: DNS:dns.example"), "tls"],
    [coded("DEPTH_ZERO_SELF_SIGNED_CERT"), "tls"],
    [coded("CERT_HAS_EXPIRED"), "tls"],
    [coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), "tls"],
    [coded("EPROTO"), "tls"],
    [coded("ERR_SSL_WRONG_VERSION_NUMBER"), "tls"],
    [coded("ECONNRESET"), "reset"],
    [coded("UND_ERR_SOCKET"), "reset"],
    [coded("HPE_INVALID_CONSTANT"), "reset"],
    [new BlockedAddress("x"), "blocked"],
    [new DOMException("The operation was aborted due to timeout", "TimeoutError"), "timeout"],
    [new Error("Network connection lost."), "reset"],
    [new Error("internal error; reference = abc"), "refused"],
    [new TypeError("fetch failed", { cause: coded("ECONNREFUSED") }), "refused"],
    [new AggregateError([coded("ECONNREFUSED"), coded("ENETUNREACH")]), "refused"],
    ["a string", "reset"],
  ])("%s is %s", (thrown, word) => {
    expect(networkFailure(thrown)).toBe(word);
  });
});
