// Asked while the code of the page is on its way; src/api/client.ts takes the answer.
if (!/^\/(sign-in|register|setup|forgot-password|reset-password|report)/.test(location.pathname)) {
  window.early = {
    "/api/v1/auth/me": fetch("/api/v1/auth/me", { headers: { Accept: "application/json" } }),
  };
  // Its failure is told by whoever takes it.
  window.early["/api/v1/auth/me"].catch(() => undefined);
}

// Before the first paint: the theme and density that this browser chose, so that nothing flashes.
(() => {
  try {
    const { theme, density } = JSON.parse(localStorage.getItem("outrider.look") ?? "{}");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    if (density === "compact") document.documentElement.dataset.density = density;
  } catch {
    // Storage is closed to us: the system's choice stands.
  }
})();
