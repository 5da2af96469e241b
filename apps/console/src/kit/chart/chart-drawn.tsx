import { useEffect, useRef, useState } from 'react';
import type { ChartProps } from '../chart.tsx';
import { FigureRows, type FigureTable, FigureTools } from '../figure-tools.tsx';
import '../figure.css';
import { tones } from '../tones.ts';
import { currentLanguage } from '../words.ts';
import { init } from './engine.ts';
import { useInk } from './ink.ts';
import { optionOf } from './option.ts';

export default function DrawnChart(props: ChartProps) {
  const { title, category, categories, series, height = 240 } = props;
  const [asTable, showTable] = useState(false);
  const table: FigureTable = {
    columns: [category, ...series.map(({ name }) => name)],
    rows: categories.map((name, at) => [name, ...series.map(({ values }) => values[at] ?? null)]),
  };
  return (
    <figure className="chart" aria-label={title}>
      <FigureTools title={title} table={table} asTable={asTable} onSwitch={showTable} picture="chart">
        {series.length > 1 &&
          series.map(({ name, tone, faint }, at) => (
            <span key={name} className="chart-key">
              <i
                style={{ background: faint ? 'var(--faint)' : tone ? tones[tone] : at === 0 ? 'var(--primary)' : 'var(--quiet)' }}
                aria-hidden="true"
              />
              {name}
            </span>
          ))}
      </FigureTools>
      {asTable ? <FigureRows title={title} table={table} /> : <Picture {...props} height={height} />}
    </figure>
  );
}

/** The drawing; it follows its own width, also in a tab that was not seen while the window changed. */
function Picture(props: ChartProps & { height: number }) {
  const ink = useInk();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init>>(undefined);
  const pick = useRef(props.onPick);
  pick.current = props.onPick;
  useEffect(() => {
    if (!box.current) return;
    const drawn = init(box.current, undefined, { renderer: 'svg' });
    chart.current = drawn;
    drawn.getZr().on('click', ({ offsetX, offsetY }) => {
      if (!drawn.containPixel('grid', [offsetX, offsetY])) return;
      const place = drawn.convertFromPixel('grid', [offsetX, offsetY]);
      const index = props.kind === 'bar' ? place[1] : place[0];
      if (index !== undefined && index >= 0) pick.current?.(Math.round(index));
    });
    const watcher = new ResizeObserver(() => drawn.resize());
    watcher.observe(box.current);
    return () => {
      watcher.disconnect();
      drawn.dispose();
    };
  }, [props.kind]);
  useEffect(() => chart.current?.setOption(optionOf(props, ink, currentLanguage()), true), [props, ink]);
  return <div ref={box} style={{ height: props.height }} />;
}
