/** Maximum pointer movement between press and release, in pixels. */
const CLICK_TOLERANCE_PX = 4;

/**
 * Clicks a button or link even if the layout moved between press and release. Pressing blurs the focused input, which may show or hide a
 * validation message. The browser then sees press and release on different elements and fires no click. Presses with a modifier key are
 * left to the browser.
 * @returns stops listening
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
    if (!stayed || isModified(event) || on.contains(target as Node | null)) return; // dragged away, or the browser fires the click
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

/** Whether an element is no longer under a point. A covered or hidden element has not moved. */
function hasMoved(element: HTMLElement, x: number, y: number) {
  const { left, right, top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && (x < left || x > right || y < top || y > bottom);
}
