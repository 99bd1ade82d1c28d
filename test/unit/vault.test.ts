import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "#modules/accounts/passwords/password.ts";
import { createVault } from "#platform/ctx/vault.ts";

test("a sealed secret opens at its own place alone, and not after any changed bit", async () => {
  const vault = createVault(`k1:${randomBytes(32).toString("base64url")}`);
  const sealed = await vault.seal("a password", "mailboxes:password:7");
  expect(await vault.seal("a password", "mailboxes:password:7")).not.toBe(sealed);
  expect(await vault.open(sealed, "mailboxes:password:7")).toBe("a password");
  await expect(vault.open(sealed, "mailboxes:password:8")).rejects.toThrow("operation");
  const [version = "", key = "", iv = "", text = ""] = sealed.split(".");
  expect(Buffer.from(iv, "base64url")).toHaveLength(12);
  const flipped = (part: string, at: number): string => {
    const bytes = Buffer.from(part, "base64url");
    bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7));
    return bytes.toString("base64url");
  };
  const bits = (part: string): number[] => [
    ...Array(8 * Buffer.from(part, "base64url").length).keys(),
  ];
  const changed = [
    ...bits(text).map((at) => [version, key, iv, flipped(text, at)].join(".")),
    ...bits(iv).map((at) => [version, key, flipped(iv, at), text].join(".")),
  ];
  const opened = await Promise.allSettled(
    changed.map((each) => vault.open(each, "mailboxes:password:7")),
  );
  expect(opened.filter(({ status }) => status === "fulfilled")).toEqual([]);
});

test("a password is stored by scrypt at OWASP's cost, with a salt of its own, and says how", async () => {
  const [one, two] = await Promise.all([hashPassword("amber field"), hashPassword("amber field")]);
  expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword("amber field", one)).toBe(true);
  expect(await verifyPassword("Amber field", one)).toBe(false);
});
