import { language } from './say.ts';

/** Prefetches the console's files while the user types, or after a delay. */
export function preloadShell() {
  const filesNamed = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(' ') ?? [];
  const files = [...filesNamed('shell'), ...(language === 'en-US' ? filesNamed('english') : [])];
  let hasStarted = false;
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    for (const file of files) {
      const link = document.createElement('link');
      link.crossOrigin = '';
      link.href = `/${file}`;
      // browsers warn about a preloaded style that the page does not use
      link.rel = file.endsWith('.css') ? 'prefetch' : 'modulepreload';
      document.head.append(link);
    }
  };
  addEventListener('input', start, { once: true });
  setTimeout(start, 1500);
}
