import { useEffect, useState } from 'react';
import { type Tone, tones } from '../status-tones.tsx';

/** Theme colours for the engine, which does not resolve CSS variables. */
export interface ChartColours {
  text: string;
  quiet: string;
  faint: string;
  line: string;
  float: string;
  hover: string;
  primary: string;
  /** Text must be measured in the font that is rendered. */
  fontFamily: string;
  isMotionReduced: boolean;
  tone(tone: Tone): string;
}

function readChartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const variable = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: variable('--ink'),
    quiet: variable('--muted'),
    faint: variable('--faint'),
    line: variable('--line'),
    float: variable('--popup'),
    hover: variable('--hover'),
    primary: variable('--primary'),
    fontFamily: getComputedStyle(document.body).fontFamily,
    isMotionReduced: matchMedia('(prefers-reduced-motion: reduce)').matches,
    tone: (tone) => variable(/--[\w-]+/.exec(tones[tone])?.[0] ?? '--muted'),
  };
}

/** Updated when the colour scheme or the theme colour changes. */
export function useChartColours(): ChartColours {
  const [colours, setColours] = useState(readChartColours);
  useEffect(() => {
    const observer = new MutationObserver(() => setColours(readChartColours()));
    observer.observe(document.documentElement, { attributeFilter: ['data-scheme', 'style'] });
    return () => observer.disconnect();
  }, []);
  return colours;
}
