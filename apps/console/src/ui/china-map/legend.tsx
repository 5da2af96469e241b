import { type Tone, tones } from '../tones.ts';
import { STEPS } from './scale.ts';

interface LegendProps {
  /** Absent: the map has no fill. */
  measure: string | undefined;
  /** Value of the darkest step; 0: nothing is filled. */
  maxValue: number;
  format: (value: number) => string;
  tone: Tone | undefined;
  outlined: string | undefined;
  dots: string | undefined;
  dotTone: Tone | undefined;
}

export function Legend({ measure, maxValue, format, tone, outlined, dots, dotTone }: LegendProps) {
  return (
    <figcaption className="map-legend">
      {measure && (
        <span className="map-scale" style={{ ['--map-fill' as string]: tone ? tones[tone] : undefined }}>
          {measure}
          <span className="numeral">{format(0)}</span>
          {Array.from({ length: maxValue > 0 ? STEPS : 0 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by their index
            <i key={at} className={`map-step map-step-${at + 1}`} aria-hidden="true" />
          ))}
          {maxValue > 0 && <span className="numeral">{format(maxValue)}</span>}
        </span>
      )}
      {outlined && (
        <span>
          <i className="map-line" aria-hidden="true" /> {outlined}
        </span>
      )}
      {dots && (
        <span>
          <i className="map-point" style={{ background: tones[dotTone ?? 'attention'] }} aria-hidden="true" /> {dots}
        </span>
      )}
    </figcaption>
  );
}
