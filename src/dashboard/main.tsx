import "./styles/main.css";
import { loadTexts } from "./words/words.ts";

// Everything else may read texts as soon as it runs, so it runs behind them. The build lets the browser fetch it at once.
await loadTexts();
await import("./app.tsx");
