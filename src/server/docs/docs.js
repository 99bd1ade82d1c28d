// A button at each block of code that copies it. Without scripts the pages are the same but for it.
for (const block of document.querySelectorAll("pre:not(.json)")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => void copy(block, button));
  const frame = document.createElement("div");
  frame.className = "frame";
  block.before(frame);
  frame.append(block, button);
}

async function copy(block, button) {
  try {
    await navigator.clipboard.writeText(block.textContent ?? "");
    button.textContent = "Copied";
  } catch {
    // Only pages of https and of this machine may.
    button.textContent = "Select it by hand";
  }
  setTimeout(() => (button.textContent = "Copy"), 2000);
}
