import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** Pixels to the anchor and to the edge of the window. */
const [GAP, EDGE] = [4, 8];

export interface PopupProps {
  /** Element above the popup, which handles its own clicks, or a pointer position in the window, in pixels. */
  anchor: RefObject<HTMLElement | null> | { x: number; y: number };
  onClose: () => void;
  /** Makes the popup a dialog with this name and focuses it. A menu inside sets the focus itself. */
  label?: string | undefined;
  children: ReactNode;
}

/**
 * Popup of a shell button, without antd. It stays within the window, follows its anchor, and closes on an outside click, Escape or loss of
 * focus. Focus then returns to the anchor. Tab at either end goes there too, because the popup is the last element of the page.
 */
export function Popup({ anchor, onClose, label, children }: PopupProps) {
  const popupRef = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const isDialog = label !== undefined;
  useLayoutEffect(() => {
    const updatePosition = () => {
      const popup = popupRef.current;
      if (!popup) return;
      const { offsetWidth: width, offsetHeight: height } = popup;
      const { left, below } = anchorPosition(anchor, width);
      const fitsBelow = below + height + EDGE <= innerHeight;
      popup.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
      popup.style.top = `${fitsBelow ? below : Math.max(EDGE, innerHeight - height - EDGE)}px`;
    };
    updatePosition();
    const resizeObserver = new ResizeObserver(updatePosition);
    if (popupRef.current) resizeObserver.observe(popupRef.current);
    addEventListener('resize', updatePosition);
    addEventListener('scroll', updatePosition, { capture: true, passive: true });
    return () => {
      resizeObserver.disconnect();
      removeEventListener('resize', updatePosition);
      removeEventListener('scroll', updatePosition, true);
    };
  }, [anchor]);

  useEffect(() => {
    const focusedBefore = 'current' in anchor ? anchor.current : document.activeElement;
    const containsNode = (node: EventTarget | null) =>
      node instanceof Node && (popupRef.current?.contains(node) || ('current' in anchor && anchor.current?.contains(node)));
    const onPointerDown = ({ target }: PointerEvent) => !containsNode(target) && close();
    const onKeyDown = (event: KeyboardEvent) => {
      const leavesDialog = event.key === 'Tab' && isDialog && popupRef.current && isAtEnd(popupRef.current, event.shiftKey);
      if (event.key !== 'Escape' && !leavesDialog) return;
      if (leavesDialog) event.preventDefault();
      event.stopPropagation();
      close();
    };
    const onFocusIn = ({ target }: FocusEvent) => !containsNode(target) && close();
    if (isDialog) popupRef.current?.focus({ preventScroll: true });
    addEventListener('pointerdown', onPointerDown, true);
    addEventListener('keydown', onKeyDown, true);
    addEventListener('focusin', onFocusIn);
    return () => {
      removeEventListener('pointerdown', onPointerDown, true);
      removeEventListener('keydown', onKeyDown, true);
      removeEventListener('focusin', onFocusIn);
      const hasFocus = popupRef.current?.contains(document.activeElement) || document.activeElement === document.body;
      if (hasFocus && focusedBefore instanceof HTMLElement) focusedBefore.focus();
    };
  }, [anchor, isDialog]);

  return createPortal(
    <div
      ref={popupRef}
      data-popup=""
      className={`fixed z-1050 text-ink outline-none! ${fadeIn}`}
      {...(isDialog && { role: 'dialog', 'aria-label': label, tabIndex: -1 })}
    >
      {children}
    </div>,
    document.body,
  );
}

/** When a dialog unmounts, returns the focus to the element that had it before. antd does so only for a dialog that stays mounted. */
export function useFocusReturn() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

const fadeIn = 'transition-[opacity,translate] ease-[ease-out] starting:-translate-y-1 starting:opacity-0';

const tabStops = ':is(a[href], button, input, select, textarea, [tabindex]):not([disabled], [tabindex="-1"])';

function isAtEnd(popup: HTMLElement, backwards: boolean): boolean {
  const focused = document.activeElement;
  if (!popup.contains(focused)) return false;
  const stops = [...popup.querySelectorAll(tabStops)].filter((stop) => stop.getClientRects().length > 0);
  if (stops.length === 0 || (backwards && focused === popup)) return true;
  return focused === stops.at(backwards ? 0 : -1);
}

/** At the pointer, or below its anchor and right-aligned with it. */
function anchorPosition(anchor: PopupProps['anchor'], width: number): { left: number; below: number } {
  if ('x' in anchor) return { left: anchor.x, below: anchor.y };
  const { right = 0, bottom = 0 } = anchor.current?.getBoundingClientRect() ?? {};
  return { left: right - width, below: bottom + GAP };
}
