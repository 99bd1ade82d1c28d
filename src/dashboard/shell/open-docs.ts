/** Shows the guides of this install beside the dashboard. */
export const openDocs = (): void => void window.open("/docs", "_blank", "noopener");
