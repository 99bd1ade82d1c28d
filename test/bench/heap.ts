/** How often the heap is looked at. */
const EVERY_MS = 50;

type Usage = {
  readonly usedSize: number;
  readonly embedderHeapUsedSize?: number;
  readonly backingStorageSize?: number;
};

/**
 * Watches the heap of an isolate through workerd's inspector (Chrome DevTools Protocol), the memory
 * of its buffers included; `peakBytes` ends it.
 */
export async function heapOf(inspector: string): Promise<{ peakBytes(): Promise<number> }> {
  const targets = (await (await fetch(`${inspector}/json`)).json()) as {
    id: string;
    webSocketDebuggerUrl: string;
  }[];
  const target = targets.find(({ id }) => id.includes("outrider")) ?? targets[0];
  if (!target) throw new Error("the inspector shows no isolate");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let peak = 0;
  let id = 0;
  socket.addEventListener("message", ({ data }) => {
    // What the protocol answers to Runtime.getHeapUsage; other messages have no result of that form.
    const { result } = JSON.parse(String(data)) as { result?: Usage };
    if (result?.usedSize === undefined) return;
    const bytes =
      result.usedSize + (result.embedderHeapUsedSize ?? 0) + (result.backingStorageSize ?? 0);
    peak = Math.max(peak, bytes);
  });
  const look = (): void =>
    socket.send(JSON.stringify({ id: ++id, method: "Runtime.getHeapUsage" }));
  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    async peakBytes() {
      clearInterval(timer);
      socket.close();
      if (peak === 0) throw new Error("the inspector told nothing");
      return peak;
    },
  };
}
