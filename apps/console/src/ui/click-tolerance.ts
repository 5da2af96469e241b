/** Maximum pointer movement between press and release, in pixels. */
const CLICK_TOLERANCE_PX = 4;

/**
 * Clicks a button or link even if the layout moved between press and release. Pressing blurs the focused input, which may show or hide a
 * validation message. The browser then sees press and release on different elements and fires no click. Presses with a modifier key are
 * left to the browser.
 * @returns stops listening
 */
export function tolerateMovedClicks(): () => void {
  let pressStart: { control: HTMLElement; x: number; y: number } | undefined;
  const onPointerDown = (event: PointerEvent) => {
    const { target, button, isPrimary, clientX, clientY } = event;
    if (!isPrimary) return; // another finger
    const isPlainPress = button === 0 && !isModified(event) && target instanceof Element;
    const control = isPlainPress ? target.closest<HTMLElement>('button, a[href]') : null;
    pressStart = control ? { control, x: clientX, y: clientY } : undefined;
  };
  const onPointerUp = (event: PointerEvent) => {
    const { target, isPrimary, clientX, clientY } = event;
    if (!isPrimary || !pressStart) return;
    const { control, x, y } = pressStart;
    pressStart = undefined;
    const isWithinTolerance = Math.hypot(clientX - x, clientY - y) <= CLICK_TOLERANCE_PX;
    if (!isWithinTolerance || isModified(event) || control.contains(target as Node | null)) return; // dragged away, or the browser fires the click
    if (control.isConnected && hasMoved(control, clientX, clientY)) control.click();
  };
  const onPointerCancel = ({ isPrimary }: PointerEvent) => {
    if (isPrimary) pressStart = undefined;
  };
  addEventListener('pointerdown', onPointerDown, true);
  addEventListener('pointerup', onPointerUp, true);
  addEventListener('pointercancel', onPointerCancel, true);
  return () => {
    removeEventListener('pointerdown', onPointerDown, true);
    removeEventListener('pointerup', onPointerUp, true);
    removeEventListener('pointercancel', onPointerCancel, true);
  };
}

const isModified = ({ ctrlKey, metaKey, shiftKey, altKey }: PointerEvent) => ctrlKey || metaKey || shiftKey || altKey;

/** Whether an element is no longer under a point. A covered or hidden element has not moved. */
function hasMoved(element: HTMLElement, x: number, y: number) {
  const { left, right, top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && (x < left || x > right || y < top || y > bottom);
}
