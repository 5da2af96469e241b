/** Pixels by which a hand may tremble between press and release. */
const TREMBLE = 4;

/**
 * Makes a press of a button or link its click also where the layout moved beneath the pointer before it was let go. To press leaves the
 * box that somebody typed in, which may bring a refusal below it or take one away; the browser then finds press and release on different
 * elements, and clicks neither. Answers how to stop.
 */
export function keepPresses(): () => void {
  let pressed: { on: HTMLElement; x: number; y: number } | undefined;
  const press = ({ target, button, isPrimary, clientX, clientY }: PointerEvent) => {
    const on = isPrimary && button === 0 && target instanceof Element ? target.closest<HTMLElement>('button, a[href]') : null;
    pressed = on ? { on, x: clientX, y: clientY } : undefined;
  };
  const release = ({ target, clientX, clientY }: PointerEvent) => {
    if (!pressed) return;
    const { on, x, y } = pressed;
    pressed = undefined;
    const stayed = Math.hypot(clientX - x, clientY - y) <= TREMBLE;
    if (!stayed || on.contains(target as Node | null)) return; // dragged away, or the browser clicks
    if (on.isConnected && hasMoved(on, clientX, clientY)) on.click();
  };
  const forget = () => {
    pressed = undefined;
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

/** Whether an element is no longer under a point; one that was covered or hidden has not moved. */
function hasMoved(element: HTMLElement, x: number, y: number) {
  const { left, right, top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && (x < left || x > right || y < top || y > bottom);
}
