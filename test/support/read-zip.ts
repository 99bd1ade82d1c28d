/** The files of a zip archive whose entries are stored as they are, by the directory at its end. */
export function readZip(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error("no zip archive");
  const files = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  for (let i = view.getUint16(end + 10, true); i > 0; i--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error("a broken directory");
    if (view.getUint16(at + 10, true) !== 0) throw new Error("a compressed entry");
    const [size, name, extra, comment] = [
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
    ];
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.set(
      new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)),
      bytes.subarray(start, start + size),
    );
    at += 46 + name + extra + comment;
  }
  return files;
}
