import { asList, type Edit, linked, wrapped } from "#dashboard/rooms/inbox/reply/marks.ts";
import type { Changes } from "#dashboard/rooms/inbox/reply/toolbar.tsx";
import { t } from "#dashboard/words/words.ts";

/** Formats of a message that is typed as text. */
export const TYPED: Changes = {
  bold: (text, from, to) => wrapped(text, from, to, "**", t("bold")),
  italic: (text, from, to) => wrapped(text, from, to, "*", t("italic")),
  // A hyphen before a name is how people sign.
  list: (text, from, to) => asList(text, from, to, "*"),
  link: (text, from, to) => linked(text, from, to, false),
  picture: (text, from, to) => linked(text, from, to, true),
};

/** The same in HTML. */
export const HTML: Changes = {
  bold: (text, from, to) => between(text, from, to, "<strong>", t("bold"), "</strong>"),
  italic: (text, from, to) => between(text, from, to, "<em>", t("italic"), "</em>"),
  list: (text, from, to) => {
    const items = (text.slice(from, to) || t("item")).split("\n").map((line) => `<li>${line}</li>`);
    const list = `<ul>\n${items.join("\n")}\n</ul>`;
    const at = from + list.length;
    return { text: text.slice(0, from) + list + text.slice(to), from: at, to: at };
  },
  link: (text, from, to) =>
    addressed(text, from, to, '<a href="', `">${text.slice(from, to) || t("link")}</a>`),
  picture: (text, from, to) =>
    addressed(text, from, to, '<img src="', `" alt="${text.slice(from, to) || t("picture")}">`),
};

/** Puts tags around what is selected, or around a word for it. */
function between(
  text: string,
  from: number,
  to: number,
  before: string,
  word: string,
  after: string,
): Edit {
  const chosen = text.slice(from, to) || word;
  const start = from + before.length;
  return {
    text: text.slice(0, from) + before + chosen + after + text.slice(to),
    from: start,
    to: start + chosen.length,
  };
}

/** Puts an element in the place of what is selected; its address is to be typed next. */
function addressed(text: string, from: number, to: number, before: string, after: string): Edit {
  const head = `${text.slice(0, from)}${before}https://`;
  return { text: head + after + text.slice(to), from: head.length, to: head.length };
}
