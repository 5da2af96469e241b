/** antd's list checkboxes have no accessible name. Labels each with the adjacent text, also after the list changes. */
export function labelCheckboxes(lists: HTMLElement | null): (() => void) | undefined {
  if (!lists) return undefined;
  const labelAll = () => {
    for (const checkbox of lists.querySelectorAll('input[type=checkbox]')) {
      const text = checkbox.closest('li, [class*="list-header"]')?.textContent?.trim();
      if (text && checkbox.getAttribute('aria-label') !== text) checkbox.setAttribute('aria-label', text);
    }
  };
  labelAll();
  const observer = new MutationObserver(labelAll);
  observer.observe(lists, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}
