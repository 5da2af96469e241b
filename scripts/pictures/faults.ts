import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { Page } from 'playwright-core';

/**
 * Measurable faults of a page: horizontal overflow, clipped text, elements off screen, covered controls, untranslated keys, and Chinese
 * in an English page that is not in `told` (all server responses).
 */
export async function measuredFaults(page: Page, english: boolean, told: string): Promise<string[]> {
  const { laid, texts } = await page.evaluate(lookAround);
  const keys = new Set([...Object.keys(zhCN), ...Object.keys(enUS)]);
  const raw = texts.filter((text) => keys.has(text) || /\{[a-zA-Z]+\}|\bundefined\b|\bNaN\b|\[object /.test(text));
  const foreign = english ? texts.filter((text) => /\p{Script=Han}/u.test(text) && !isReported(text, told)) : [];
  return [...laid, ...raw.map((text) => `raw: ${text}`), ...foreign.map((text) => `Chinese: ${text}`)].map((line) => line.slice(0, 160));
}

/** Whether the server returned each Chinese run. Language names and the product's name are always in their own script. */
const isReported = (text: string, told: string) =>
  (text.match(/\p{Script=Han}+/gu) ?? []).every((run) => run === '简体中文' || run === '溯源防伪系统' || told.includes(run));

/** Runs in the page. */
function lookAround() {
  const laid: string[] = [];
  const texts = new Set<string>();
  const wide = window.innerWidth;
  const root = document.scrollingElement ?? document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) laid.push(`document ${root.scrollWidth} wide in ${root.clientWidth}`);
  const name = (of: Element) => `<${of.tagName.toLowerCase()} ${of.className}> ${(of.textContent ?? '').trim().slice(0, 50)}`;
  const clips = (of: Element) => getComputedStyle(of).overflowX !== 'visible';
  const clipped = (of: Element) => {
    for (let above = of.parentElement; above && above !== root; above = above.parentElement) if (clips(above)) return true;
    return false;
  };
  /** Whether a scroll or clip container hides it. */
  const scrolledOut = (of: Element) => {
    const box = of.getBoundingClientRect();
    for (let above = of.parentElement; above && above !== root; above = above.parentElement) {
      const window = above.getBoundingClientRect();
      const out = box.right > window.right + 1 || box.left < window.left - 1 || box.bottom > window.bottom + 1 || box.top < window.top - 1;
      if (clips(above) && out) return true;
    }
    return false;
  };
  const says = (of: Element) =>
    of.closest('[title], [aria-label], [aria-describedby], [data-tip], .ant-select, .ant-picker, .cm-editor, input');
  for (const each of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || each.closest('.unseen, svg')) continue;
    const box = each.getBoundingClientRect();
    const own = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (own.length === 0 && !each.matches('button, input')) continue;
    for (const node of own) texts.add((node.textContent ?? '').trim());
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(each);
    const cut = style.overflowX === 'hidden' || style.overflowX === 'clip';
    if (cut && style.textOverflow !== 'ellipsis' && each.scrollWidth > each.clientWidth + 1 && !says(each))
      laid.push(`cut off: ${name(each)}`);
    if ((box.right > wide + 1 || box.left < -1) && !clipped(each) && style.position !== 'absolute')
      laid.push(`out of sight: ${name(each)}`);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!each.matches('button, a, input') || x < 0 || x > wide || y < 0 || y > window.innerHeight || scrolledOut(each)) continue;
    if (
      document.querySelector(
        '.ant-modal-wrap, .ant-drawer-mask, .palette, .popup, .ant-popover:not(.ant-popover-hidden), .ant-dropdown:not(.ant-dropdown-hidden)',
      )
    )
      continue;
    const top = document.elementFromPoint(x, y);
    const shared =
      top && (each.contains(top) || top.contains(each) || top.closest('label, .ant-select, .ant-radio-wrapper')?.contains(each));
    if (top && !shared && !top.closest('footer, .footer-bar, header, .ant-table-sticky-holder, .ant-table-cell-fix'))
      laid.push(`below another: ${name(each)} / ${name(top)}`);
  }
  return { laid: [...new Set(laid)], texts: [...texts] };
}
