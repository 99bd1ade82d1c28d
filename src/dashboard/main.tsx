import "./styles/main.css";
import { loadTexts } from "./words/words.ts";

/** The browser has painted what `index.html` begins with; in a tab that nobody sees it paints nothing. */
const painted = new Promise<void>((go) => {
  setTimeout(go, 100);
  requestAnimationFrame(() => setTimeout(go));
});

// Everything else may read texts as soon as it runs, so it runs behind them. The build lets the browser fetch it at once.
// It takes a slow machine half a second to run, so that something is seen before.
await Promise.all([loadTexts(), painted]);
await import("./app.tsx");
