import type { FieldType } from '@suyuan/forms';

/** What is carried: a new component of a type, or components of the board. */
export type Load = { kind: 'new'; type: FieldType } | { kind: 'move'; ids: readonly number[] };

/** A place on the board: within `parent` (null: the form itself), before the component `before` or, without one, last. */
export interface Spot {
  parent: number | null;
  before: number | null;
}

/** Where the line that shows a spot is drawn, in pixels of the window; `whole` is an empty container. */
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
  /** What scrolls when the pointer is near its edges. */
  scroller: HTMLElement;
  /** Whether the load may come to lie in this container. */
  may: (parent: number | null) => boolean;
  onStart: () => void;
  /** At each movement: the pointer, and what it aims at. */
  onMove: (x: number, y: number, aim: Aim | undefined) => void;
  onEnd: (aim: Aim | undefined) => void;
}

/** Pixels that the pointer goes before a press is a drag. */
const THRESHOLD = 4;
/** Pixels from an edge within which the board scrolls, and how fast at most in pixels a frame. */
const EDGE = 56;
const PACE = 18;

/** Follows a pressed pointer until it is let go; Escape gives up. One listener for the whole board: components have none of their own. */
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
    // the click that follows letting go is part of the drag
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

/** Where the load would land. What may not be held where the pointer is lands in the next container around it that may. */
function aimAt(x: number, y: number, board: HTMLElement, load: Load, may: Journey['may']): Aim | undefined {
  const hit = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-node], [data-inside]');
  if (!hit || !board.contains(hit)) return undefined;
  let inside = hit.dataset.inside === undefined ? around(hit.parentElement) : hit;
  const own = load.kind === 'move' ? load.ids.map((id) => `[data-node="${id}"]`).join() : '';
  const fits = (place: HTMLElement) => !(own && place.closest(own)) && may(parentOf(place));
  while (inside && !fits(inside)) inside = around(inside.parentElement);
  return inside ? spotIn(inside, x, y) : undefined;
}

/** The place among the components of one container: side by side they are parted at their middle, below each other by height. */
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
