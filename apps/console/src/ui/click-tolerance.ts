/** Pixels by which a hand may tremble between press and release. */
const CLICK_TOLERANCE_PX = 4;

/**
 * Makes a press of a button or link its click also where the layout moved beneath the pointer before it was let go. To press leaves the
 * box that somebody typed in, which may bring a refusal below it or take one away; the browser then finds press and release on different
 * elements, and clicks neither. One with a modifier held asks for more than a click can say, such as another tab: it is left to the
 * browser. Answers how to stop.
 */
export function tolerateMovedClicks(): () => void {
  let pressed: { on: HTMLElement; x: number; y: number } | undefined;
  const press = (event: PointerEvent) => {
    const { target, button, isPrimary, clientX, clientY } = event;
    if (!isPrimary) return; // another finger
    const plain = button === 0 && !isModified(event) && target instanceof Element;
    const on = plain ? target.closest<HTMLElement>('button, a[href]') : null;
    pressed = on ? { on, x: clientX, y: clientY } : undefined;
  };
  const release = (event: PointerEvent) => {
    const { target, isPrimary, clientX, clientY } = event;
    if (!isPrimary || !pressed) return;
    const { on, x, y } = pressed;
    pressed = undefined;
    const stayed = Math.hypot(clientX - x, clientY - y) <= CLICK_TOLERANCE_PX;
    if (!stayed || isModified(event) || on.contains(target as Node | null)) return; // dragged away, or the browser clicks
    if (on.isConnected && hasMoved(on, clientX, clientY)) on.click();
  };
  const forget = ({ isPrimary }: PointerEvent) => {
    if (isPrimary) pressed = undefined;
  };
  addEventListener('pointerdown', press, true);
  addEventListener('pointerup', release, true);
  addEventListener('pointercancel', forget, true);
  return () => {
    removeEventListener('pointerdown', press, true);
    removeEventListener('pointerup', release, true);
    removeEventListener('pointercancel', forget, true);
  };
}

const isModified = ({ ctrlKey, metaKey, shiftKey, altKey }: PointerEvent) => ctrlKey || metaKey || shiftKey || altKey;

/** Whether an element is no longer under a point; one that was covered or hidden has not moved. */
function hasMoved(element: HTMLElement, x: number, y: number) {
  const { left, right, top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && (x < left || x > right || y < top || y > bottom);
}
