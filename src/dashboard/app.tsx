import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { router } from "./router.tsx";

// The room's code loads while the session is checked, not after it.
const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
for (const { options } of matchedRoutes) {
  const room: unknown = options.component;
  // What `lazyRouteComponent` makes.
  if (typeof room === "function" && "preload" in room && typeof room.preload === "function") {
    room.preload();
  }
}

const place = document.getElementById("root");
if (!place) throw new Error("index.html lost its root");
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
