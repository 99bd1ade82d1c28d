import { expect, test } from "vitest";
import { mentionedIn } from "#modules/campaigns/rules/template/mentioned.ts";

const listed = (source: string) => {
  const { own, aliases, custom, any } = mentionedIn([source]);
  return { own: [...own], aliases: [...aliases], custom: [...custom], any };
};

test("names are ours by whatever alias, or may be custom fields", () => {
  expect(listed("Hi {{ firstName }} at {{company}}, {{ custom.city }} {{ plan_name }}")).toEqual({
    own: ["first_name", "company"],
    aliases: ["firstName"],
    custom: ["city", "plan_name"],
    any: false,
  });
});

test("a custom field may bear a name of ours", () => {
  expect(listed("{{ custom.company }}")).toMatchObject({ own: [], custom: ["company"] });
});

test("words in quotes, filters, tags and text outside are no names", () => {
  expect(
    listed('{first_name|x} {% if a == "company" %}{{ b | default: "phone" | upcase }}{% endif %}'),
  ).toEqual({
    own: [],
    aliases: [],
    custom: ["a", "b"],
    any: false,
  });
});

test("what stands behind a filter's colon is a name", () => {
  expect(listed("{{ a | append: last_name }}")).toMatchObject({
    own: ["last_name"],
    custom: ["a"],
  });
});

test("a name that the template works out may be any", () => {
  expect(listed('{{ custom["x y"] }}').any).toBe(true);
});
