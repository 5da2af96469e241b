import type { Page } from '@playwright/test';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';

/**
 * Measurable faults of a page: horizontal overflow, clipped text, elements off screen, covered controls, untranslated keys, and Chinese
 * in an English page that is not in `apiText` (all server responses).
 */
export async function findLayoutFaults(page: Page, isEnglish: boolean, apiText: string): Promise<string[]> {
  const { layoutFaults, texts } = await page.evaluate(inspectPage);
  const keys = new Set([...Object.keys(zhCN), ...Object.keys(enUS)]);
  // a parameter after a slash belongs to the path of an endpoint
  const rawTexts = texts.filter((text) => keys.has(text) || /(?<!\/)\{[a-zA-Z]+\}|\bundefined\b|\bNaN\b|\[object /.test(text));
  const chineseTexts = isEnglish ? texts.filter((text) => /\p{Script=Han}/u.test(text) && !isReported(text, apiText)) : [];
  return [...layoutFaults, ...rawTexts.map((text) => `raw: ${text}`), ...chineseTexts.map((text) => `Chinese: ${text}`)].map((line) =>
    line.slice(0, 160),
  );
}

/** Whether the server returned each Chinese run. Language names and the product's name are always in their own script. */
const isReported = (text: string, apiText: string) =>
  (text.match(/\p{Script=Han}+/gu) ?? []).every((run) => run === '简体中文' || run === '溯源防伪系统' || apiText.includes(run));

/** Runs in the page. */
function inspectPage() {
  const faults: string[] = [];
  const texts = new Set<string>();
  const viewportWidth = window.innerWidth;
  const root = document.scrollingElement ?? document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) faults.push(`document ${root.scrollWidth} wide in ${root.clientWidth}`);
  const describeElement = (element: Element) =>
    `<${element.tagName.toLowerCase()} ${element.className}> ${(element.textContent ?? '').trim().slice(0, 50)}`;
  const hidesOverflow = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
  const isClipped = (element: Element) => {
    for (let ancestor = element.parentElement; ancestor && ancestor !== root; ancestor = ancestor.parentElement)
      if (hidesOverflow(ancestor)) return true;
    return false;
  };
  /** Whether a scroll or clip container hides it. */
  const isScrolledOut = (element: Element) => {
    const box = element.getBoundingClientRect();
    for (let ancestor = element.parentElement; ancestor && ancestor !== root; ancestor = ancestor.parentElement) {
      const containerBox = ancestor.getBoundingClientRect();
      const isOutside =
        box.right > containerBox.right + 1 ||
        box.left < containerBox.left - 1 ||
        box.bottom > containerBox.bottom + 1 ||
        box.top < containerBox.top - 1;
      if (hidesOverflow(ancestor) && isOutside) return true;
    }
    return false;
  };
  const hasTextAlternative = (element: Element) =>
    element.closest('[title], [aria-label], [aria-describedby], [data-tip], .ant-select, .ant-picker, .cm-editor, input');
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('.sr-only, svg')) continue;
    const box = element.getBoundingClientRect();
    const textNodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (textNodes.length === 0 && !element.matches('button, input')) continue;
    for (const node of textNodes) texts.add((node.textContent ?? '').trim());
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(element);
    const cutsText = style.overflowX === 'hidden' || style.overflowX === 'clip';
    if (cutsText && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1 && !hasTextAlternative(element))
      faults.push(`cut off: ${describeElement(element)}`);
    if ((box.right > viewportWidth + 1 || box.left < -1) && !isClipped(element) && style.position !== 'absolute')
      faults.push(`out of sight: ${describeElement(element)}`);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (
      !element.matches('button, a, input') ||
      element.closest('[inert]') ||
      x < 0 ||
      x > viewportWidth ||
      y < 0 ||
      y > window.innerHeight ||
      isScrolledOut(element)
    )
      continue;
    if (
      document.querySelector(
        '.ant-modal-wrap, .ant-drawer-mask, dialog, [data-popup], .ant-popover:not(.ant-popover-hidden), .ant-dropdown:not(.ant-dropdown-hidden)',
      )
    )
      continue;
    const topElement = document.elementFromPoint(x, y);
    const isSameControl =
      topElement &&
      (element.contains(topElement) ||
        topElement.contains(element) ||
        topElement.closest('label, .ant-select, .ant-radio-wrapper')?.contains(element));
    if (
      topElement &&
      !isSameControl &&
      !topElement.closest('footer, [data-testid=footer-bar], header, .ant-table-sticky-holder, .ant-table-cell-fix')
    )
      faults.push(`below another: ${describeElement(element)} / ${describeElement(topElement)}`);
  }
  return { layoutFaults: [...new Set(faults)], texts: [...texts] };
}
