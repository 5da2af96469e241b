import { language } from './say.ts';

/** Prefetches the console's files while the user types, or after a delay. */
export function preloadShell() {
  const named = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(' ') ?? [];
  const files = [...named('shell'), ...(language === 'en-US' ? named('english') : [])];
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const file of files) {
      const link = document.createElement('link');
      link.crossOrigin = '';
      link.href = `/${file}`;
      // browsers warn about a preloaded style that the page does not use
      link.rel = file.endsWith('.css') ? 'prefetch' : 'modulepreload';
      document.head.append(link);
    }
  };
  addEventListener('input', begin, { once: true });
  setTimeout(begin, 1500);
}
