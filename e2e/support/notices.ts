import type { Page } from '@playwright/test';

/** The page with the texts of its notices, each with those of its parts. */
type Recording = typeof globalThis & { shownNotices: string[][] };

/** Records the notices of a page. Runs in the page. */
export function recordNotices() {
  const { shownNotices } = Object.assign(globalThis as Recording, { shownNotices: [] as string[][] });
  const recordedTexts = new WeakMap<Element, string>();
  const record = () => {
    for (const notice of document.querySelectorAll('.ant-message-notice, .ant-notification-notice')) {
      const text = notice.textContent;
      if (!text || recordedTexts.get(notice) === text) continue;
      recordedTexts.set(notice, text);
      shownNotices.push([notice, ...notice.querySelectorAll('*')].map((part) => part.textContent.trim()));
    }
  };
  new MutationObserver(record).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Texts of the recorded notices, except those that `waitForNotice` took. */
export const readNotices = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as Recording).shownNotices.flatMap(([text]) => text ?? []));

/** Removes the first notice with that text, and those before it, from the record. Runs in the page. */
function takeNotice({ text, flags }: { text: string; flags: string | undefined }): boolean {
  const { shownNotices } = globalThis as Recording;
  const pattern = flags === undefined ? undefined : new RegExp(text, flags);
  const index = shownNotices.findIndex((parts) => parts.some((part) => (pattern ? pattern.test(part) : part.includes(text))));
  if (index >= 0) shownNotices.splice(0, index + 1);
  return index >= 0;
}

/**
 * Waits for a notice with this text, after the one that was awaited before. It may have closed again: notices do so after three seconds, in
 * which a busy machine may not look.
 */
export async function waitForNotice(page: Page, text: string | RegExp, timeout?: number) {
  const isPattern = typeof text !== 'string';
  const expected = { text: isPattern ? text.source : text, flags: isPattern ? text.flags : undefined };
  await page.waitForFunction(takeNotice, expected, timeout === undefined ? {} : { timeout });
}
