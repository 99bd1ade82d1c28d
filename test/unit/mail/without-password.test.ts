import { describe, expect, it } from "vitest";
import { withoutPassword } from "#modules/mailboxes/rules/without-password.ts";

describe("a server's words without the password", () => {
  it.each([
    ["p", "host and port do not match", "host and port do not match"],
    ["pw", "no, not with pw", "no, not with ***"],
    ["pw", "(pw), 'pw': pw!", "(***), '***': ***!"],
    ["pass", "password refused for pass", "password refused for ***"],
    ["!x", "a!x b!xy", "a*** b!xy"],
    ["hunter22secret", "xhunter22secrety", "x***y"],
    ["päss", "päss pässe", "*** pässe"],
    ["", "nothing to hide", "nothing to hide"],
  ])("%s: %s", (password, text, expected) => {
    expect(withoutPassword(text, { username: "ann", password })).toBe(expected);
  });

  it("are without its forms in a log-in as well, and without end", () => {
    const login = Buffer.from("\0ann\0hunter22").toString("base64");
    const bare = Buffer.from("hunter22").toString("base64");
    const said = withoutPassword(`AUTH PLAIN ${login} then ${bare}`, {
      username: "ann",
      password: "hunter22",
    });
    expect(said).toBe("AUTH PLAIN *** then ***");
    expect(withoutPassword("x".repeat(9_000), { username: "", password: "p" })).toHaveLength(4_000);
  });
});
