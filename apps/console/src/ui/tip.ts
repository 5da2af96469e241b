/** Hover delay in milliseconds. */
const PATIENCE = 300;
/** Pixels to the element and to the edge of the window. */
const [GAP, EDGE] = [6, 8];

/** Number of ancestors searched for a truncated text. */
const STEPS = 4;

/** Skips elements with a title or description. */
function cutText(target: Element): HTMLElement | null {
  let at: Element | null = target;
  for (let step = 0; at instanceof HTMLElement && step < STEPS; step++, at = at.parentElement) {
    if (at.title || at.hasAttribute('aria-describedby')) return null;
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') return at;
  }
  return null;
}

const PRESSED = 'a, button, input, label, [role=button], [role=tab], [role=menuitem], [role=option], [role=combobox]';

const tipAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-tip]') ?? cutText(target)) : null;

/** Whether antd's tooltip, which sets its attribute only when it opens, already describes `at`. */
const isDescribed = (at: HTMLElement) => at.closest('[aria-describedby]') !== null || at.querySelector('[aria-describedby]') !== null;

/**
 * Shows a tooltip for elements with `data-tip` and for truncated texts, on hover or tap. One listener serves the whole page, so long lists
 * cost nothing extra. Focusable elements use antd's tooltip instead.
 * @returns removes the tooltip and its listeners
 */
export function labelTips(): () => void {
  const bubble = document.createElement('div');
  bubble.className = 'tip';
  bubble.role = 'tooltip';
  bubble.hidden = true;
  document.body.append(bubble);
  let waiting = 0;

  const hide = () => {
    clearTimeout(waiting);
    bubble.hidden = true;
  };
  const show = (at: HTMLElement) => {
    if (!at.isConnected || (at.dataset.tip === undefined && isDescribed(at))) return;
    bubble.textContent = at.dataset.tip ?? at.textContent;
    bubble.hidden = false;
    const [thing, own] = [at.getBoundingClientRect(), bubble.getBoundingClientRect()];
    const above = thing.top - own.height - GAP;
    const middle = thing.left + (thing.width - own.width) / 2;
    bubble.style.top = `${above < EDGE ? thing.bottom + GAP : above}px`;
    bubble.style.left = `${Math.max(EDGE, Math.min(middle, innerWidth - own.width - EDGE))}px`;
  };
  const point = ({ target, pointerType }: PointerEvent) => {
    hide();
    const at = pointerType === 'touch' ? null : tipAt(target);
    if (at) waiting = window.setTimeout(show, PATIENCE, at);
  };
  // touch has no hover: a tap shows the tooltip until the next touch
  let touched = false;
  const touch = ({ pointerType }: PointerEvent) => {
    touched = pointerType === 'touch';
  };
  const tap = ({ target }: Event) => {
    const at = touched && target instanceof Element && !target.closest(PRESSED) ? tipAt(target) : null;
    touched = false;
    if (at) show(at);
  };
  const ends = ['pointerdown', 'scroll', 'keydown', 'blur'] as const;
  addEventListener('pointerover', point);
  addEventListener('pointerdown', touch, true);
  addEventListener('click', tap);
  for (const end of ends) addEventListener(end, hide, true);
  return () => {
    hide();
    bubble.remove();
    removeEventListener('pointerover', point);
    removeEventListener('pointerdown', touch, true);
    removeEventListener('click', tap);
    for (const end of ends) removeEventListener(end, hide, true);
  };
}
