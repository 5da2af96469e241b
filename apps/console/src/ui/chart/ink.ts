import { useEffect, useState } from 'react';
import { type Tone, tones } from '../tones.ts';

/** Theme colours for the engine, which does not resolve CSS variables. */
export interface Ink {
  text: string;
  quiet: string;
  faint: string;
  line: string;
  float: string;
  hover: string;
  primary: string;
  /** Text must be measured in the font that is rendered. */
  face: string;
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

/** Updated when the colour scheme or the theme colour changes. */
export function useInk(): Ink {
  const [ink, keep] = useState(readInk);
  useEffect(() => {
    const watcher = new MutationObserver(() => keep(readInk()));
    watcher.observe(document.documentElement, { attributeFilter: ['data-scheme', 'style'] });
    return () => watcher.disconnect();
  }, []);
  return ink;
}
