import { preferredLanguage } from '../data/site-config.ts';

/** Language of the page: of the last visit, otherwise the site's default. */
export let language = preferredLanguage();

export const translate = (key: string): string => document.querySelector(`[data-word="${key}"]`)?.textContent ?? '';

export function switchToEnglish(): void {
  language = 'en-US';
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll<HTMLElement>('[data-english]')) element.textContent = element.dataset.english ?? '';
  for (const element of document.querySelectorAll<HTMLElement>('[data-english-label]'))
    element.ariaLabel = element.dataset.englishLabel ?? '';
}
