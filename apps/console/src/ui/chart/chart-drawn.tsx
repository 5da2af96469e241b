import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChartProps } from '../chart.tsx';
import { FigureRows, type FigureTable, FigureTools } from '../figure-tools.tsx';
import '../figure.css';
import { currentLanguage, useWords } from '../../data/words.ts';
import { tones } from '../tones.ts';
import { init } from './engine.ts';
import { type Ink, useInk } from './ink.ts';
import { nearestOf } from './nearest.ts';
import { optionOf } from './option.ts';
import { pieOptionOf } from './pie-option.ts';

export default function DrawnChart(props: ChartProps) {
  const { title, category: product, series, partial, behind, onPick, height = 240 } = props;
  const t = useWords();
  const [asTable, showTable] = useState(false);
  const products = props.categories.map((name, at) => (at === partial ? t('kit.figure.soFar', { name }) : name));
  const table: FigureTable = {
    columns: [product, ...series.map(({ name }) => name)],
    rows: products.map((name, at) => [name, ...series.map(({ values }) => values[at] ?? null)]),
    behind,
    onRow: onPick,
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
      {asTable ? <FigureRows title={title} table={table} /> : <Picture {...props} told={products} height={height} />}
    </figure>
  );
}

/** Follows its element's width, also after a resize in a hidden tab. */
function Picture({ told, ...props }: ChartProps & { height: number; told: readonly string[] }) {
  const ink = useInk();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init>>(undefined);
  const pick = useRef<(index: number, place: number[], series: number | undefined) => void>(undefined);
  pick.current = (index, place, hit) => {
    if (index >= props.categories.length) return;
    const to = props.behind?.(index, hit ?? nearestOf(props, index, place));
    if (to) void navigate(to);
    else props.onPick?.(index);
  };
  useEffect(() => {
    if (!box.current) return;
    const drawn = init(box.current, undefined, { renderer: 'svg' });
    chart.current = drawn;
    // the engine reports the bar before the canvas reports the position
    let hit: number | undefined;
    drawn.on('click', ({ seriesIndex }) => {
      hit = seriesIndex;
    });
    drawn.getZr().on('click', ({ offsetX, offsetY }) => {
      const series = hit;
      hit = undefined;
      if (!drawn.containPixel('grid', [offsetX, offsetY])) return;
      const place = drawn.convertFromPixel('grid', [offsetX, offsetY]);
      const index = props.kind === 'bar' ? place[1] : place[0];
      if (index !== undefined && index >= 0) pick.current?.(Math.round(index), place, props.kind === 'line' ? undefined : series);
    });
    const watcher = new ResizeObserver(() => drawn.resize());
    watcher.observe(box.current);
    return () => {
      watcher.disconnect();
      drawn.dispose();
    };
  }, [props.kind]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `told` is derived from the same props
  useEffect(() => chart.current?.setOption(engineOption(props, told, ink, currentLanguage()), true), [props, ink]);
  return <div ref={box} style={{ height: props.height }} />;
}

const engineOption = (props: ChartProps, ...rest: [told: readonly string[], ink: Ink, language: 'zh-CN' | 'en-US']) =>
  props.kind === 'pie' ? pieOptionOf(props, rest[1]) : optionOf(props, ...rest);
