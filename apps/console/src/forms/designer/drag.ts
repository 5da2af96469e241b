import type { FieldType } from '@suyuan/forms';

/** Dragged content: a new component of a type, or existing components. */
export type DragPayload = { kind: 'new'; type: FieldType } | { kind: 'move'; ids: readonly number[] };

/** Insertion point within `parent` (null: the form), before component `before`, or last if null. */
export interface InsertionPoint {
  parent: number | null;
  before: number | null;
}

/** Position of the insertion line in window pixels; `isWholeContainer` marks an empty container. */
export interface InsertionMark {
  left: number;
  top: number;
  width: number;
  height: number;
  isWholeContainer: boolean;
}

export interface DropTarget {
  point: InsertionPoint;
  mark: InsertionMark;
}

interface DragOptions {
  scroller: HTMLElement;
  canDrop: (parent: number | null) => boolean;
  onStart: () => void;
  /** On each movement: pointer position and drop target. */
  onMove: (x: number, y: number, target: DropTarget | undefined) => void;
  onEnd: (target: DropTarget | undefined) => void;
}

/** Pixels before a press becomes a drag. */
const DRAG_THRESHOLD_PX = 4;
/** Distance in pixels from an edge that starts scrolling, and maximum pixels per frame. */
const SCROLL_EDGE_PX = 56;
const MAX_SCROLL_PX = 18;

/** Tracks a pressed pointer until release; Escape cancels. One listener serves the whole board. */
export function trackDrag(pressEvent: PointerEvent, payload: DragPayload, { scroller, canDrop, onStart, onMove, onEnd }: DragOptions) {
  let [x, y] = [pressEvent.clientX, pressEvent.clientY];
  const start = { x, y };
  let hasStarted = false;
  let frame = 0;
  let target: DropTarget | undefined;

  const updateTarget = () => {
    frame = requestAnimationFrame(updateTarget);
    const { top, bottom } = scroller.getBoundingClientRect();
    const overshoot = y < top + SCROLL_EDGE_PX ? y - top - SCROLL_EDGE_PX : y > bottom - SCROLL_EDGE_PX ? y - bottom + SCROLL_EDGE_PX : 0;
    if (overshoot && y > top - SCROLL_EDGE_PX && y < bottom + SCROLL_EDGE_PX)
      scroller.scrollTop += (Math.max(-SCROLL_EDGE_PX, Math.min(SCROLL_EDGE_PX, overshoot)) / SCROLL_EDGE_PX) * MAX_SCROLL_PX;
    target = findDropTarget(x, y, scroller, payload, canDrop);
    onMove(x, y, target);
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pressEvent.pointerId) return;
    [x, y] = [event.clientX, event.clientY];
    if (hasStarted || Math.hypot(x - start.x, y - start.y) < DRAG_THRESHOLD_PX) return;
    hasStarted = true;
    getSelection()?.removeAllRanges();
    onStart();
    updateTarget();
  };
  const finishDrag = (isDropped: boolean) => {
    cancelAnimationFrame(frame);
    if (hasStarted && isDropped) target = findDropTarget(x, y, scroller, payload, canDrop);
    for (const [name, listener] of listeners) document.removeEventListener(name, listener, true);
    if (!hasStarted) return;
    // suppress the click that follows the drop
    const suppressClick = (event: Event) => event.stopPropagation();
    document.addEventListener('click', suppressClick, { capture: true, once: true });
    setTimeout(() => document.removeEventListener('click', suppressClick, true));
    onEnd(isDropped ? target : undefined);
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    finishDrag(false);
  };
  const listeners: [string, EventListener][] = [
    ['pointermove', move as EventListener],
    [
      'pointerup',
      (event) => {
        move(event as PointerEvent);
        finishDrag(true);
      },
    ],
    ['pointercancel', () => finishDrag(false)],
    ['keydown', cancelOnEscape as EventListener],
    ['selectstart', (event) => event.preventDefault()],
  ];
  for (const [name, listener] of listeners) document.addEventListener(name, listener, true);
}

const containerIdOf = (container: HTMLElement): number | null =>
  container.dataset.inside === 'root' ? null : Number(container.dataset.inside);

/** The container around an element of the board: `data-inside` names it. */
const containerOf = (element: Element | null) => element?.closest<HTMLElement>('[data-inside]') ?? null;

/** The drop target. If the container at the pointer rejects the load, the nearest ancestor that accepts it. */
function findDropTarget(
  x: number,
  y: number,
  board: HTMLElement,
  payload: DragPayload,
  canDrop: DragOptions['canDrop'],
): DropTarget | undefined {
  const hit = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-node], [data-inside]');
  if (!hit || !board.contains(hit)) return undefined;
  let container = hit.dataset.inside === undefined ? containerOf(hit.parentElement) : hit;
  const ownSelector = payload.kind === 'move' ? payload.ids.map((id) => `[data-node="${id}"]`).join() : '';
  const accepts = (candidate: HTMLElement) => !(ownSelector && candidate.closest(ownSelector)) && canDrop(containerIdOf(candidate));
  while (container && !accepts(container)) container = containerOf(container.parentElement);
  return container ? targetWithin(container, x, y) : undefined;
}

/** Position within one container: by horizontal midpoint in a row, by height in a stack. */
function targetWithin(container: HTMLElement, x: number, y: number): DropTarget {
  const parent = containerIdOf(container);
  const containerRect = container.getBoundingClientRect();
  const children = [...container.querySelectorAll<HTMLElement>('[data-node]')].filter(
    (child) => containerOf(child.parentElement) === container,
  );
  const rects = children.map((child) => child.getBoundingClientRect());
  const distance = ({ left, right, top, bottom }: DOMRect) => Math.max(left - x, 0, x - right) + 2 * Math.max(top - y, 0, y - bottom);
  const nearest = rects.reduce((best, rect, index) => (best < 0 || distance(rect) < distance(rects[best]!) ? index : best), -1);
  const rect = rects[nearest];
  if (!rect) {
    const { left, top, width, height } = containerRect;
    return { point: { parent, before: null }, mark: { left, top, width, height, isWholeContainer: true } };
  }
  const isSideBySide = rect.width < containerRect.width * 0.9 && y > rect.top && y < rect.bottom;
  const isBefore = isSideBySide ? x < rect.left + rect.width / 2 : y < rect.top + rect.height / 2;
  const next = children[isBefore ? nearest : nearest + 1];
  const mark = isSideBySide
    ? { left: (isBefore ? rect.left : rect.right) - 1, top: rect.top, width: 3, height: rect.height }
    : { left: rect.left, top: (isBefore ? rect.top : rect.bottom) - 1, width: rect.width, height: 3 };
  return { point: { parent, before: next ? Number(next.dataset.node) : null }, mark: { ...mark, isWholeContainer: false } };
}
