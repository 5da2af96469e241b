/** Milliseconds that something is pointed at before it says more. */
const PATIENCE = 300;
/** Pixels between a thing and what is said of it, and from the edge of the window. */
const [GAP, EDGE] = [6, 8];

/** Steps up from what is pointed at, in which a text that was cut to its place is looked for. */
const STEPS = 4;

/** The text around `target` of which the style sheet shows only a part; what has a title says it itself. */
function cutText(target: Element): HTMLElement | null {
  let at: Element | null = target;
  for (let step = 0; at instanceof HTMLElement && step < STEPS; step++, at = at.parentElement) {
    if (at.title || at.hasAttribute('aria-describedby')) return null;
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') return at;
  }
  return null;
}

/** What a tap does something else with. */
const PRESSED = 'a, button, input, label, [role=button], [role=tab], [role=menuitem], [role=option], [role=combobox]';

/** What says more of itself, at `target` or around it. */
const tipAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-tip]') ?? cutText(target)) : null;

/** Whether antd's tooltip, which tells of itself only once it opens, says something of `at` already. */
const isDescribed = (at: HTMLElement) => at.closest('[aria-describedby]') !== null || at.querySelector('[aria-describedby]') !== null;

/**
 * Says of what carries `data-tip` what stands there, and of a text that was cut the whole, while it is pointed at or once it is tapped. One listener for the
 * whole page: a list of a hundred times costs no more than one. What has to be reached by keyboard or pressed has antd's tooltip instead.
 * @returns takes it away again
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
  // a finger points at nothing: what it taps says more at once, and until something else is touched
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
