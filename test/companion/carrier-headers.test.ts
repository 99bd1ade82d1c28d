import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { forCarrier } from "#smtp/carrier-headers.ts";
import { compose } from "#smtp/compose.ts";
import { loopback, mailTo } from "./mails.ts";

const to = (host: string, id = "c1.s2.l3@sender.test") => ({
  ...mailTo(loopback(25), "bo@y.test", { message_id: id, headers: { "X-Campaign": "7" } }),
  smtp: { ...loopback(25), host },
});

test.each(["smtp.postmarkapp.com", "smtp-broadcasts.postmarkapp.com"])(
  "%s is asked to keep the Message-ID, and is told it as metadata",
  async (host) => {
    const { headers } = await PostalMime.parse(compose(forCarrier(to(host))));
    const told = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
    expect(told).toMatchObject({
      "message-id": "<c1.s2.l3@sender.test>",
      "x-campaign": "7",
      "x-pm-keepid": "true",
      "x-pm-metadata-message-id": "c1.s2.l3@sender.test",
    });
  },
);

test("metadata longer than Postmark takes is left out; other servers are told nothing", () => {
  const long = `${"a".repeat(80)}@sender.test`;
  expect(forCarrier(to("smtp.postmarkapp.com", long)).headers).toEqual({
    "X-Campaign": "7",
    "X-PM-KeepID": "true",
  });
  for (const host of ["smtp.gmail.com", "postmarkapp.com.evil.test", "notpostmarkapp.com"]) {
    expect(forCarrier(to(host)).headers).toEqual({ "X-Campaign": "7" });
  }
});
