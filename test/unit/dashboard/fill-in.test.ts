import { describe, expect, it } from "vitest";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import { fillIn, openTag } from "#dashboard/rooms/inbox/fill-in.ts";

const lead = { id: 1, email: "joan@a.test", name: "Joan Clarke", company: "" };
// Nothing else of a thread is looked at.
const thread = { lead } as unknown as Thread;
const filled = (text: string): string => fillIn(text, thread, "Ann");

describe("a template in a reply", () => {
  it.each([
    ["Hi {{first_name}} {{ last_name }}, {{sender_name}}", "Hi Joan Clarke, Ann"],
    ['Hi {{ first_name | default: "there" }}', "Hi Joan"],
    ['At {{ company | default: "your company" }}', "At your company"],
    ["At {{ company | default: 'your company' }}", "At your company"],
    ["{Hello|Hi {{first_name}}|Hey}", "Hello"],
    ["{Hi {{first_name}}|Hello}, {{ email }}", "Hi Joan, joan@a.test"],
  ])("%s", (text, expected) => {
    expect(filled(text)).toBe(expected);
    expect(openTag(expected)).toBeNull();
  });

  it("leaves what it does not know, to be asked about", () => {
    const text = filled("At {{ company }} with {{ plan }}, {{ plan | upcase }}");
    expect(text).toBe("At {{ company }} with {{ plan }}, {{ plan | upcase }}");
    expect(openTag(text)).toBe("{{ company }}");
  });
});
