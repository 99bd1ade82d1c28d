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
