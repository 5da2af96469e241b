import { useEffect, useState } from 'react';
import { type Tone, tones } from '../tones.ts';

/** The look's colours as the engine takes them: it knows no variables of style sheets. */
export interface Ink {
  text: string;
  quiet: string;
  faint: string;
  line: string;
  float: string;
  hover: string;
  primary: string;
  /** Family of the page's letters: what is measured must be what is drawn. */
  face: string;
  /** Nothing moves. */
  still: boolean;
  tone(tone: Tone): string;
}

function readInk(): Ink {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: of('--ink'),
    quiet: of('--quiet'),
    faint: of('--faint'),
    line: of('--line'),
    float: of('--float'),
    hover: of('--hover'),
    primary: of('--primary'),
    face: getComputedStyle(document.body).fontFamily,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    tone: (tone) => of(/--[\w-]+/.exec(tones[tone])?.[0] ?? '--quiet'),
  };
}

/** The colours of now: read anew when day turns to night, or the theme's colour is changed. */
export function useInk(): Ink {
  const [ink, keep] = useState(readInk);
  useEffect(() => {
    const watcher = new MutationObserver(() => keep(readInk()));
    watcher.observe(document.documentElement, { attributeFilter: ['data-scheme', 'style'] });
    return () => watcher.disconnect();
  }, []);
  return ink;
}
