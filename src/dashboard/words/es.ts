import type { Texts, Translations } from "./words.ts";

const everywhere = import.meta.glob<Texts>(["./es/shared.json", "./es/server.json"], {
  eager: true,
  import: "default",
});

export default {
  texts: Object.assign({}, ...Object.values(everywhere)),
  rooms: import.meta.glob<Texts>(["./es/*.json", "!./es/shared.json", "!./es/server.json"], {
    import: "default",
  }),
} satisfies Translations;
