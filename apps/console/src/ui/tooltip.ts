/** Hover delay in milliseconds. */
const HOVER_DELAY_MS = 300;
/** Pixels to the element and to the edge of the window. */
const [GAP, EDGE] = [6, 8];

/** Number of ancestors searched for a truncated text. */
const MAX_ANCESTORS = 4;

/** Skips elements with a title or description. */
function findTruncatedText(target: Element): HTMLElement | null {
  let at: Element | null = target;
  for (let step = 0; at instanceof HTMLElement && step < MAX_ANCESTORS; step++, at = at.parentElement) {
    if (at.title || at.hasAttribute('aria-describedby')) return null;
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') return at;
  }
  return null;
}

const INTERACTIVE = 'a, button, input, label, [role=button], [role=tab], [role=menuitem], [role=option], [role=combobox]';

const tooltipTargetOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-tip]') ?? findTruncatedText(target)) : null;

/** Whether antd's tooltip, which sets its attribute only when it opens, already describes `at`. */
const isDescribed = (at: HTMLElement) => at.closest('[aria-describedby]') !== null || at.querySelector('[aria-describedby]') !== null;

/**
 * Shows a tooltip for elements with `data-tip` and for truncated texts, on hover or tap. One listener serves the whole page, so long lists
 * cost nothing extra. Focusable elements use antd's tooltip instead.
 * @returns removes the tooltip and its listeners
 */
export function installTooltips(): () => void {
  const tooltip = document.createElement('div');
  // above dialogs, and dark in both schemes like antd's tooltips
  tooltip.className = 'fixed z-1200 max-w-74 rounded bg-[#3a3e44] px-2 py-1.5 text-white tabular-nums pointer-events-none';
  tooltip.role = 'tooltip';
  tooltip.hidden = true;
  document.body.append(tooltip);
  let timer = 0;

  const hide = () => {
    clearTimeout(timer);
    tooltip.hidden = true;
  };
  const show = (at: HTMLElement) => {
    if (!at.isConnected || (at.dataset.tip === undefined && isDescribed(at))) return;
    tooltip.textContent = at.dataset.tip ?? at.textContent;
    tooltip.hidden = false;
    const [targetRect, tooltipRect] = [at.getBoundingClientRect(), tooltip.getBoundingClientRect()];
    const above = targetRect.top - tooltipRect.height - GAP;
    const middle = targetRect.left + (targetRect.width - tooltipRect.width) / 2;
    tooltip.style.top = `${above < EDGE ? targetRect.bottom + GAP : above}px`;
    tooltip.style.left = `${Math.max(EDGE, Math.min(middle, innerWidth - tooltipRect.width - EDGE))}px`;
  };
  const onPointerOver = ({ target, pointerType }: PointerEvent) => {
    hide();
    const at = pointerType === 'touch' ? null : tooltipTargetOf(target);
    if (at) timer = window.setTimeout(show, HOVER_DELAY_MS, at);
  };
  // touch has no hover: a tap shows the tooltip until the next touch
  let isTouch = false;
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    isTouch = pointerType === 'touch';
  };
  const onClick = ({ target }: Event) => {
    const at = isTouch && target instanceof Element && !target.closest(INTERACTIVE) ? tooltipTargetOf(target) : null;
    isTouch = false;
    if (at) show(at);
  };
  const hideEvents = ['pointerdown', 'scroll', 'keydown', 'blur'] as const;
  addEventListener('pointerover', onPointerOver);
  addEventListener('pointerdown', onPointerDown, true);
  addEventListener('click', onClick);
  for (const end of hideEvents) addEventListener(end, hide, true);
  return () => {
    hide();
    tooltip.remove();
    removeEventListener('pointerover', onPointerOver);
    removeEventListener('pointerdown', onPointerDown, true);
    removeEventListener('click', onClick);
    for (const end of hideEvents) removeEventListener(end, hide, true);
  };
}
