/** antd's list checkboxes have no accessible name. Labels each with the adjacent text, also after the list changes. */
export function namedBoxes(lists: HTMLElement | null): (() => void) | undefined {
  if (!lists) return undefined;
  const name = () => {
    for (const box of lists.querySelectorAll('input[type=checkbox]')) {
      const beside = box.closest('li, [class*="list-header"]')?.textContent?.trim();
      if (beside && box.getAttribute('aria-label') !== beside) box.setAttribute('aria-label', beside);
    }
  };
  name();
  const observer = new MutationObserver(name);
  observer.observe(lists, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}
