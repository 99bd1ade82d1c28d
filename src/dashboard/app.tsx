import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { openDashboard } from "./router.tsx";
import { drawnNow } from "./routing/going.ts";
import { Places } from "./routing/outlet.tsx";

// What the page begins with stays until there is something else to see.
const stop = drawnNow.subscribe(() => {
  stop();
  const place = document.getElementById("root");
  if (!place) throw new Error("index.html lost its root");
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Places />
      </QueryClientProvider>
    </StrictMode>,
  );
});
openDashboard();
