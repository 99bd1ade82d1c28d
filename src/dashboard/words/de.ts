import type { Texts, Translations } from "./words.ts";

const everywhere = import.meta.glob<Texts>(["./de/shared.json", "./de/server.json"], {
  eager: true,
  import: "default",
});

export default {
  texts: Object.assign({}, ...Object.values(everywhere)),
  rooms: import.meta.glob<Texts>(["./de/*.json", "!./de/shared.json", "!./de/server.json"], {
    import: "default",
  }),
} satisfies Translations;
