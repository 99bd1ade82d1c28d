import { teller } from "./sentences.ts";
import type { Texts, Translations } from "./words.ts";

/** The files of what every page says: one request, with the code of this one. */
const everywhere = import.meta.glob<Texts>(["./de/shared.json", "./de/server.json"], {
  eager: true,
  import: "default",
});

/** German: a file of its own for each room, which is loaded with the room. */
export default {
  texts: Object.assign({}, ...Object.values(everywhere)),
  rooms: import.meta.glob<Texts>(["./de/*.json", "!./de/shared.json", "!./de/server.json"], {
    import: "default",
  }),
  teller,
} satisfies Translations;
