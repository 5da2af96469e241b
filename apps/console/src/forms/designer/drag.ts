import type { FieldType } from '@suyuan/forms';

/** Dragged content: a new component of a type, or existing components. */
export type Load = { kind: 'new'; type: FieldType } | { kind: 'move'; ids: readonly number[] };

/** Insertion point within `parent` (null: the form), before component `before`, or last if null. */
export interface Spot {
  parent: number | null;
  before: number | null;
}

/** Position of the insertion line in window pixels; `whole` marks an empty container. */
export interface Mark {
  left: number;
  top: number;
  width: number;
  height: number;
  whole: boolean;
}

export interface Aim {
  spot: Spot;
  mark: Mark;
}

interface Journey {
  scroller: HTMLElement;
  may: (parent: number | null) => boolean;
  onStart: () => void;
  /** On each movement: pointer position and drop target. */
  onMove: (x: number, y: number, aim: Aim | undefined) => void;
  onEnd: (aim: Aim | undefined) => void;
}

/** Pixels before a press becomes a drag. */
const THRESHOLD = 4;
/** Distance in pixels from an edge that starts scrolling, and maximum pixels per frame. */
const EDGE = 56;
const PACE = 18;

/** Tracks a pressed pointer until release; Escape cancels. One listener serves the whole board. */
export function carry(press: PointerEvent, load: Load, { scroller, may, onStart, onMove, onEnd }: Journey) {
  let [x, y] = [press.clientX, press.clientY];
  const from = { x, y };
  let begun = false;
  let frame = 0;
  let aim: Aim | undefined;

  const look = () => {
    frame = requestAnimationFrame(look);
    const { top, bottom } = scroller.getBoundingClientRect();
    const pull = y < top + EDGE ? y - top - EDGE : y > bottom - EDGE ? y - bottom + EDGE : 0;
    if (pull && y > top - EDGE && y < bottom + EDGE) scroller.scrollTop += (Math.max(-EDGE, Math.min(EDGE, pull)) / EDGE) * PACE;
    aim = aimAt(x, y, scroller, load, may);
    onMove(x, y, aim);
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId) return;
    [x, y] = [event.clientX, event.clientY];
    if (begun || Math.hypot(x - from.x, y - from.y) < THRESHOLD) return;
    begun = true;
    getSelection()?.removeAllRanges();
    onStart();
    look();
  };
  const end = (landed: boolean) => {
    cancelAnimationFrame(frame);
    if (begun && landed) aim = aimAt(x, y, scroller, load, may);
    for (const [name, listener] of listeners) document.removeEventListener(name, listener, true);
    if (!begun) return;
    // suppress the click that follows the drop
    const swallow = (event: Event) => event.stopPropagation();
    document.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener('click', swallow, true));
    onEnd(landed ? aim : undefined);
  };
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  const listeners: [string, EventListener][] = [
    ['pointermove', move as EventListener],
    [
      'pointerup',
      (event) => {
        move(event as PointerEvent);
        end(true);
      },
    ],
    ['pointercancel', () => end(false)],
    ['keydown', giveUp as EventListener],
    ['selectstart', (event) => event.preventDefault()],
  ];
  for (const [name, listener] of listeners) document.addEventListener(name, listener, true);
}

const parentOf = (inside: HTMLElement): number | null => (inside.dataset.inside === 'root' ? null : Number(inside.dataset.inside));

/** The container around an element of the board: `data-inside` names it. */
const around = (element: Element | null) => element?.closest<HTMLElement>('[data-inside]') ?? null;

/** The drop target. If the container at the pointer rejects the load, the nearest ancestor that accepts it. */
function aimAt(x: number, y: number, board: HTMLElement, load: Load, may: Journey['may']): Aim | undefined {
  const hit = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-node], [data-inside]');
  if (!hit || !board.contains(hit)) return undefined;
  let inside = hit.dataset.inside === undefined ? around(hit.parentElement) : hit;
  const own = load.kind === 'move' ? load.ids.map((id) => `[data-node="${id}"]`).join() : '';
  const fits = (place: HTMLElement) => !(own && place.closest(own)) && may(parentOf(place));
  while (inside && !fits(inside)) inside = around(inside.parentElement);
  return inside ? spotIn(inside, x, y) : undefined;
}

/** Position within one container: by horizontal midpoint in a row, by height in a stack. */
function spotIn(inside: HTMLElement, x: number, y: number): Aim {
  const parent = parentOf(inside);
  const whole = inside.getBoundingClientRect();
  const children = [...inside.querySelectorAll<HTMLElement>('[data-node]')].filter((child) => around(child.parentElement) === inside);
  const rects = children.map((child) => child.getBoundingClientRect());
  const far = ({ left, right, top, bottom }: DOMRect) => Math.max(left - x, 0, x - right) + 2 * Math.max(top - y, 0, y - bottom);
  const nearest = rects.reduce((best, rect, index) => (best < 0 || far(rect) < far(rects[best]!) ? index : best), -1);
  const rect = rects[nearest];
  if (!rect) {
    const { left, top, width, height } = whole;
    return { spot: { parent, before: null }, mark: { left, top, width, height, whole: true } };
  }
  const beside = rect.width < whole.width * 0.9 && y > rect.top && y < rect.bottom;
  const ahead = beside ? x < rect.left + rect.width / 2 : y < rect.top + rect.height / 2;
  const next = children[ahead ? nearest : nearest + 1];
  const mark = beside
    ? { left: (ahead ? rect.left : rect.right) - 1, top: rect.top, width: 3, height: rect.height }
    : { left: rect.left, top: (ahead ? rect.top : rect.bottom) - 1, width: rect.width, height: 3 };
  return { spot: { parent, before: next ? Number(next.dataset.node) : null }, mark: { ...mark, whole: false } };
}
