import type { Page } from "playwright-core";

/** The smallest control that a finger meets, in pixels. */
const FINGER = 40;

/**
 * What is wrong with the page as it is laid out now, one line each: it scrolls sideways, text is cut off without a sign,
 * controls lie over each other, a fixed bar covers the page's end, or, where a finger points, a control is below 40 px.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(${READ_LAYOUT})(${FINGER})`);

// Text, since it runs in the page, whose globals the tests' types don't know.
const READ_LAYOUT = String.raw`(finger) => {
  const faults = [];
  const root = document.scrollingElement;
  const shown = (e) => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const named = (e) => {
    const text = (
      e.getAttribute("aria-label") ||
      e.innerText ||
      e.getAttribute("placeholder") ||
      ""
    )
      .trim()
      .replace(/\s+/g, " ")
      .slice(0, 60);
    return (
      e.tagName.toLowerCase() +
      (typeof e.className === "string" && e.className
        ? "." + e.className.trim().split(/\s+/).slice(0, 3).join(".")
        : "") +
      ' "' +
      text +
      '"'
    );
  };
  const place = (r) =>
    Math.round(r.width) +
    "x" +
    Math.round(r.height) +
    " at " +
    Math.round(r.left) +
    "," +
    Math.round(r.top);
  /** Read by a screen reader alone. */
  const unseen = (e) => {
    const r = e.getBoundingClientRect();
    return r.width <= 1 || r.height <= 1 || e.closest(".sr-only") !== null;
  };
  /** A dialog or menu makes what lies below it out of reach. */
  const tops = [
    ...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]"),
  ].filter(shown);
  const top = tops.at(-1) ?? document.body;

  if (root.scrollWidth > root.clientWidth + 1)
    faults.push("the page scrolls sideways: " + root.scrollWidth + " of " + root.clientWidth);

  const clips = (o) => o === "hidden" || o === "clip";
  const scrolls = (o) => o === "auto" || o === "scroll";
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (
      !node.data.trim() ||
      seen.has(e) ||
      !shown(e) ||
      unseen(e) ||
      e.closest("script, style, option, textarea, svg, [aria-hidden=true]")
    )
      continue;
    seen.add(e);
    const range = document.createRange();
    range.selectNodeContents(node);
    const r = range.getBoundingClientRect();
    if (r.width === 0) continue;
    let cut = false;
    for (let box = e; box && box !== document.documentElement; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.position === "fixed") {
        if (r.right > root.clientWidth + 1 && !scrolls(style.overflowX)) cut = true;
        break;
      }
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) break;
      if (style.display === "inline") continue;
      const b = box.getBoundingClientRect();
      if (style.textOverflow === "ellipsis" && clips(style.overflowX)) {
        // An ellipsis tells of the cut; what is left must still say something, of an address most of it.
        const least = node.data.includes("@") ? r.width * 0.7 : Math.min(64, r.width);
        if (r.width > b.width + 1 && b.width < least)
          faults.push(
            "too little is left of " +
              named(e) +
              ": " +
              Math.round(b.width) +
              " of " +
              Math.round(r.width),
          );
        break;
      }
      if (style.webkitLineClamp !== "none" || b.width <= 1 || b.height <= 1) break;
      if (clips(style.overflowX) && (r.right > b.right + 1 || r.left < b.left - 1)) {
        cut = true;
        break;
      }
      if (clips(style.overflowY) && (r.bottom > b.bottom + 3 || r.top < b.top - 3)) {
        cut = true;
        break;
      }
    }
    if (cut) faults.push("cut off: " + named(e) + " " + place(r));
    const control = e.closest("button, .btn, .tag");
    const held = (b) =>
      b !== control && (getComputedStyle(b).overflowX !== "visible" || held(b.parentElement));
    if (control && !held(e)) {
      const b = control.getBoundingClientRect();
      if (
        r.right > b.right + 1 ||
        r.left < b.left - 1 ||
        r.bottom > b.bottom + 3 ||
        r.top < b.top - 3
      )
        faults.push("text leaves its control: " + named(control) + " " + place(b));
    }
  }

  const CONTROLS =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=radio], [role=checkbox], [role=switch], [role=menuitem], [role=option]";
  const inText = (e) =>
    getComputedStyle(e).display === "inline" &&
    e.matches("a") &&
    e.parentElement.innerText.trim().length > e.innerText.trim().length;
  /** The part of it that is not scrolled out of its list or dialog; null where nothing is left. */
  const visible = (e) => {
    let { left, top, right, bottom } = e.getBoundingClientRect();
    for (let b = e.parentElement; b && b !== document.body; b = b.parentElement) {
      if (getComputedStyle(b).overflowX === "visible") continue;
      const r = b.getBoundingClientRect();
      ((left = Math.max(left, r.left)),
        (right = Math.min(right, r.right)),
        (top = Math.max(top, r.top)),
        (bottom = Math.min(bottom, r.bottom)));
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  };
  const controls = [...top.querySelectorAll(CONTROLS)].filter(
    (e) =>
      shown(e) &&
      !unseen(e) &&
      !e.matches(".skip") &&
      visible(e) !== null &&
      getComputedStyle(e).pointerEvents !== "none",
  );
  const boxes = controls.map(visible);
  const fixedOf = (e) => {
    for (let b = e; b; b = b.parentElement) {
      const p = getComputedStyle(b).position;
      if (p === "fixed" || p === "sticky") return b;
    }
    return null;
  };
  const layers = controls.map(fixedOf);
  for (let i = 0; i < controls.length; i++) {
    for (let j = i + 1; j < controls.length; j++) {
      if (
        layers[i] !== layers[j] ||
        controls[i].contains(controls[j]) ||
        controls[j].contains(controls[i])
      )
        continue;
      const w = Math.min(boxes[i].right, boxes[j].right) - Math.max(boxes[i].left, boxes[j].left);
      const h = Math.min(boxes[i].bottom, boxes[j].bottom) - Math.max(boxes[i].top, boxes[j].top);
      // A row that is a link as a whole carries controls above it, and a field carries its own button.
      const holds = (a, b) =>
        a.left <= b.left + 1 &&
        a.right >= b.right - 1 &&
        a.top <= b.top + 1 &&
        a.bottom >= b.bottom - 1;
      if (w > 3 && h > 3 && !holds(boxes[i], boxes[j]) && !holds(boxes[j], boxes[i]))
        faults.push(
          "overlap: " +
            named(controls[i]) +
            " and " +
            named(controls[j]) +
            " by " +
            Math.round(w) +
            "x" +
            Math.round(h),
        );
    }
  }

  const canvas = document.createElement("canvas").getContext("2d");
  for (const e of top.querySelectorAll("input, select")) {
    const text = e.matches("select")
      ? (e.selectedOptions[0]?.text ?? "")
      : e.value === ""
        ? e.placeholder
        : "";
    if (!text || !shown(e) || unseen(e)) continue;
    const style = getComputedStyle(e);
    canvas.font = style.fontWeight + " " + style.fontSize + " " + style.fontFamily;
    const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const width = canvas.measureText(text).width;
    // A choice with a long name ends in an ellipsis; ours are short.
    if (width > room + 1 && (e.matches("input") || width < 160))
      faults.push(
        "cut off in its field: " +
          named(e).split(" ")[0] +
          ' "' +
          text +
          '": ' +
          Math.round(room) +
          " of " +
          Math.round(width),
      );
  }

  const from = [root.scrollLeft, root.scrollTop];
  if (matchMedia("(pointer: coarse)").matches) {
    const small = new Map();
    controls.forEach((e) => {
      if (inText(e) || e.disabled || e.matches(".cell")) return;
      // A label and the frame of a search are pressed for their field.
      const target = e.closest("label, .find") ?? e;
      let r = target.getBoundingClientRect();
      if (r.width >= finger - 0.5 && r.height >= finger - 0.5) return;
      target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      r = target.getBoundingClientRect();
      const x = (r.left + r.right) / 2,
        y = (r.top + r.bottom) / 2,
        far = finger / 2 - 1;
      // What lies around it may belong to it.
      const hits = (dx, dy) => {
        const at = document.elementFromPoint(
          Math.min(Math.max(x + dx, 0), innerWidth - 1),
          Math.min(Math.max(y + dy, 0), innerHeight - 1),
        );
        return (
          at !== null &&
          (target.contains(at) || (at.contains(target) && at.matches("label, a, button")))
        );
      };
      const high = r.height >= finger - 0.5 || (hits(0, -far) && hits(0, far));
      const wide = r.width >= finger - 0.5 || (hits(-far, 0) && hits(far, 0));
      if (!high || !wide) {
        const key = named(target).replace(/"[^]*/, "");
        const known = small.get(key);
        small.set(key, {
          n: (known?.n ?? 0) + 1,
          line: known?.line ?? "small for a finger: " + named(target) + " " + place(r),
        });
      }
    });
    for (const { n, line } of small.values()) faults.push(line + (n > 1 ? " (" + n + ")" : ""));
  }

  // What stands last must come out from under the bars at the bottom.
  if (top === document.body) {
    root.scrollTo({ top: root.scrollHeight, behavior: "instant" });
    const bars = [...document.body.querySelectorAll("*")]
      .filter((e) => {
        const s = getComputedStyle(e);
        return (
          (s.position === "fixed" || s.position === "sticky") &&
          s.pointerEvents !== "none" &&
          // A toast goes by itself.
          !e.matches(".toasts") &&
          shown(e)
        );
      })
      .map((e) => [e, e.getBoundingClientRect()])
      .filter(
        ([, r]) =>
          r.width > 100 &&
          r.height > 20 &&
          r.height < innerHeight / 2 &&
          r.bottom > innerHeight - 160,
      );
    for (const e of document.querySelectorAll(
      "main :is(a, button, input, p, li, td, dd, h2, h3)",
    )) {
      if (!shown(e) || unseen(e)) continue;
      let held = false;
      for (let b = e.parentElement; b && b.tagName !== "MAIN"; b = b.parentElement) {
        const o = getComputedStyle(b).overflowY;
        if (scrolls(o) || clips(o)) {
          held = true;
          break;
        }
      }
      if (held) continue;
      const r = e.getBoundingClientRect();
      for (const [bar, b] of bars) {
        if (bar.contains(e) || e.contains(bar)) continue;
        const h = Math.min(r.bottom, b.bottom) - Math.max(r.top, b.top),
          w = Math.min(r.right, b.right) - Math.max(r.left, b.left);
        if (h > 4 && w > 4 && r.top >= b.top - r.height)
          faults.push("covered by " + named(bar).slice(0, 40) + ": " + named(e));
      }
    }
  }
  root.scrollTo({ left: from[0], top: from[1], behavior: "instant" });
  return [...new Set(faults)];
}`;
