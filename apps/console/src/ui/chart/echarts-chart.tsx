import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { currentLanguage, useTranslations } from '../../data/i18n.ts';
import type { ChartProps } from '../chart.tsx';
import { FigureRows, type FigureTable, FigureTools } from '../figure-tools.tsx';
import { tones } from '../status-tones.tsx';
import { type ChartColours, useChartColours } from './chart-colours.ts';
import { buildChartOption, buildPieOption } from './echarts-option.ts';
import { init } from './engine.ts';

/** Series whose value is nearest to a click next to a bar or along a line. */
function nearestSeries({ kind, series }: Pick<ChartProps, 'kind' | 'series'>, index: number, place: readonly number[]): number {
  const clickedValue = (kind === 'bar' ? place[0] : place[1]) ?? 0;
  const distances = series.map(({ values, isShare }) =>
    isShare ? Number.POSITIVE_INFINITY : Math.abs((values[index] ?? Number.POSITIVE_INFINITY) - clickedValue),
  );
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

export default function EChartsChart(props: ChartProps) {
  const { title, category: categoryTitle, series, incompleteIndex, getHref, onSelect, height = 240 } = props;
  const t = useTranslations();
  const [asTable, showTable] = useState(false);
  const categoryLabels = props.categories.map((name, at) => (at === incompleteIndex ? t('kit.figure.soFar', { name }) : name));
  const incompleteName = incompleteIndex === undefined ? undefined : categoryLabels[incompleteIndex];
  const table: FigureTable = {
    columns: [categoryTitle, ...series.map(({ name }) => name)],
    rows: categoryLabels.map((name, at) => [name, ...series.map(({ values }) => values[at] ?? null)]),
    getHref,
    onRow: onSelect,
  };
  return (
    <figure className="relative m-0 min-w-0" aria-label={title}>
      <FigureTools title={title} table={table} isTable={asTable} onSwitch={showTable} picture="chart">
        {series.length > 1 &&
          series.map(({ name, tone, faint, isShare }, at) => (
            <span key={name} className="inline-flex items-center gap-1 text-xs text-muted">
              {isShare && props.kind === 'bar' ? (
                <span aria-hidden="true">· %</span>
              ) : (
                <i
                  className="h-[3px] w-3 rounded-xs"
                  style={{ background: faint ? 'var(--faint)' : tone ? tones[tone] : at === 0 ? 'var(--primary)' : 'var(--muted)' }}
                  aria-hidden="true"
                />
              )}
              {name}
            </span>
          ))}
        {props.kind === 'line' && incompleteName && (
          <span className="inline-flex items-center gap-1 text-xs text-muted">
            <i className="size-2 rounded-full border-2 border-primary" aria-hidden="true" />
            {incompleteName}
          </span>
        )}
      </FigureTools>
      {asTable ? <FigureRows title={title} table={table} /> : <ChartCanvas {...props} categoryLabels={categoryLabels} height={height} />}
    </figure>
  );
}

/** Follows its element's width, also after a resize in a hidden tab. */
function ChartCanvas({ categoryLabels, ...props }: ChartProps & { height: number; categoryLabels: readonly string[] }) {
  const colours = useChartColours();
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init>>(undefined);
  const onMarkClick = useRef<(index: number, place: number[], series: number | undefined) => void>(undefined);
  onMarkClick.current = (index, place, hit) => {
    if (index >= props.categories.length) return;
    const to = props.getHref?.(index, hit ?? nearestSeries(props, index, place));
    if (to) void navigate(to);
    else props.onSelect?.(index);
  };
  useEffect(() => {
    if (!container.current) return;
    const instance = init(container.current, undefined, { renderer: 'svg' });
    chart.current = instance;
    // the engine reports the bar before the canvas reports the position
    let clickedSeries: number | undefined;
    instance.on('click', ({ seriesIndex }) => {
      clickedSeries = seriesIndex;
    });
    instance.getZr().on('click', ({ offsetX, offsetY }) => {
      const series = clickedSeries;
      clickedSeries = undefined;
      if (!instance.containPixel('grid', [offsetX, offsetY])) return;
      const place = instance.convertFromPixel('grid', [offsetX, offsetY]);
      const index = props.kind === 'bar' ? place[1] : place[0];
      if (index !== undefined && index >= 0) onMarkClick.current?.(Math.round(index), place, props.kind === 'line' ? undefined : series);
    });
    const resizeObserver = new ResizeObserver(() => instance.resize());
    resizeObserver.observe(container.current);
    return () => {
      resizeObserver.disconnect();
      instance.dispose();
    };
  }, [props.kind]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `categoryLabels` is derived from the same props
  useEffect(() => chart.current?.setOption(engineOption(props, categoryLabels, colours, chart.current.getWidth()), true), [props, colours]);
  return <div ref={container} style={{ height: props.height }} />;
}

const engineOption = (props: ChartProps, categoryLabels: readonly string[], colours: ChartColours, width: number) =>
  props.kind === 'pie' ? buildPieOption(props, colours) : buildChartOption(props, categoryLabels, colours, currentLanguage(), width);
