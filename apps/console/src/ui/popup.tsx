import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './popup.css';

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
  const own = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const isDialog = label !== undefined;
  useLayoutEffect(() => {
    const place = () => {
      const popup = own.current;
      if (!popup) return;
      const { offsetWidth: width, offsetHeight: height } = popup;
      const { left, below } = placeBy(anchor, width);
      const fits = below + height + EDGE <= innerHeight;
      popup.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
      popup.style.top = `${fits ? below : Math.max(EDGE, innerHeight - height - EDGE)}px`;
    };
    place();
    const grows = new ResizeObserver(place);
    if (own.current) grows.observe(own.current);
    addEventListener('resize', place);
    addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      grows.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', place, true);
    };
  }, [anchor]);

  useEffect(() => {
    const before = 'current' in anchor ? anchor.current : document.activeElement;
    const holds = (node: EventTarget | null) =>
      node instanceof Node && (own.current?.contains(node) || ('current' in anchor && anchor.current?.contains(node)));
    const press = ({ target }: PointerEvent) => !holds(target) && close();
    const key = (event: KeyboardEvent) => {
      const leaves = event.key === 'Tab' && isDialog && own.current && isAtEnd(own.current, event.shiftKey);
      if (event.key !== 'Escape' && !leaves) return;
      if (leaves) event.preventDefault();
      event.stopPropagation();
      close();
    };
    const move = ({ target }: FocusEvent) => !holds(target) && close();
    if (isDialog) own.current?.focus({ preventScroll: true });
    addEventListener('pointerdown', press, true);
    addEventListener('keydown', key, true);
    addEventListener('focusin', move);
    return () => {
      removeEventListener('pointerdown', press, true);
      removeEventListener('keydown', key, true);
      removeEventListener('focusin', move);
      const within = own.current?.contains(document.activeElement) || document.activeElement === document.body;
      if (within && before instanceof HTMLElement) before.focus();
    };
  }, [anchor, isDialog]);

  return createPortal(
    <div ref={own} className="popup" {...(isDialog && { role: 'dialog', 'aria-label': label, tabIndex: -1 })}>
      {children}
    </div>,
    document.body,
  );
}

const tabStops = ':is(a[href], button, input, select, textarea, [tabindex]):not([disabled], [tabindex="-1"])';

function isAtEnd(popup: HTMLElement, backwards: boolean): boolean {
  const now = document.activeElement;
  if (!popup.contains(now)) return false;
  const stops = [...popup.querySelectorAll(tabStops)].filter((stop) => stop.getClientRects().length > 0);
  if (stops.length === 0 || (backwards && now === popup)) return true;
  return now === stops.at(backwards ? 0 : -1);
}

/** At the pointer, or below its anchor and right-aligned with it. */
function placeBy(anchor: PopupProps['anchor'], width: number): { left: number; below: number } {
  if ('x' in anchor) return { left: anchor.x, below: anchor.y };
  const { right = 0, bottom = 0 } = anchor.current?.getBoundingClientRect() ?? {};
  return { left: right - width, below: bottom + GAP };
}
