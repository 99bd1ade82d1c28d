import type { OutsideText } from "#platform/rules/outside-text.ts";

/** How spam folders are called, where a server does not mark them (RFC 6154): folded, without accents. */
const NAMES = new Set([
  "junk",
  "junk mail",
  "junk e-mail",
  "junk email",
  "spam",
  "spam mail",
  "bulk",
  "bulk mail",
  "unwanted",
  "unerwunscht",
  "spamverdacht",
  "junk-e-mail",
  "junkmail",
  "courrier indesirable",
  "indesirables",
  "pourriel",
  "correo no deseado",
  "no deseado",
  "correo basura",
  "lixo eletronico",
  "lixo electronico",
  "posta indesiderata",
  "indesiderata",
  "ongewenst",
  "ongewenste e-mail",
  "ongewenste post",
  "skrappost",
  "soppelpost",
  "uonsket",
  "uonsket e-mail",
  "roskaposti",
  "niechciane",
  "wiadomosci-smieci",
  "nevyzadana posta",
  "nevyzadana",
  "levelszemet",
  "спам",
  "нежелательная почта",
  "небажана пошта",
  "onemli olmayan",
  "gereksiz",
  "istenmeyen",
  "迷惑メール",
  "垃圾邮件",
  "垃圾郵件",
  "스팸",
  "스팸메일",
  "정크 메일",
]);

/** Letters that have no accent to take off. */
const SINGLE: Readonly<Record<string, string>> = { ø: "o", ł: "l", ß: "ss", ı: "i" };

/** Whether a folder's own name, without its parents, says that it is for spam. */
export function isJunkName(name: OutsideText): boolean {
  const folded = name
    .slice(0, 100)
    .normalize("NFKD")
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[øłßı]/g, (letter) => SINGLE[letter] ?? letter)
    .trim();
  return NAMES.has(folded);
}
