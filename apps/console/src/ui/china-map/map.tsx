import { provinceOf } from '@suyuan/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { currentLanguage, useTranslations } from '../../data/i18n.ts';
import type { ChinaMapProps, MapPlace } from '../china-map.tsx';
import { FigureRows, type FigureTable, FigureTools } from '../figure-tools.tsx';
import { formatShare } from '../format-amount.ts';
import { groupDigits } from '../number-format.ts';
import { type Tone, tones } from '../status-tones.tsx';
import { stepFill } from './map-marks.tsx';
import { type MapPoint, MapSvg } from './map-svg.tsx';
import { provinces } from './outlines.ts';
import { project } from './project.ts';
import { isProvince, type Outline, outlineOf } from './region-outline.ts';
import { useCities } from './use-cities.ts';

interface LegendProps {
  /** Absent: the map has no fill. */
  measure: string | undefined;
  /** Value of the darkest step; 0: nothing is filled. */
  maxValue: number;
  steps: number;
  format: (value: number) => string;
  tone: Tone | undefined;
  outlined: string | undefined;
  dots: string | undefined;
  dotTone: Tone | undefined;
}

const legendPart = 'inline-flex items-center gap-1';

function Legend({ measure, maxValue, steps, format, tone, outlined, dots, dotTone }: LegendProps) {
  return (
    <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs/5 text-muted">
      {measure && (
        <span className={legendPart}>
          {measure}
          <span className="tabular-nums">{format(0)}</span>
          {Array.from({ length: maxValue > 0 ? steps + 1 : 1 }, (_, step) => shadeOf(step, steps)).map((shade) => (
            <i key={shade} className="h-2 w-5" style={{ background: stepFill(shade, tone && tones[tone]) }} aria-hidden="true" />
          ))}
          {maxValue > 0 && <span className="tabular-nums">{format(maxValue)}</span>}
        </span>
      )}
      {outlined && (
        <span className={legendPart}>
          <i className="w-4 border-t-2 border-ink" aria-hidden="true" /> {outlined}
        </span>
      )}
      {dots && (
        <span className={legendPart}>
          <i className="size-2 rounded-full" style={{ background: tones[dotTone ?? 'attention'] }} aria-hidden="true" /> {dots}
        </span>
      )}
    </figcaption>
  );
}

/** Shades of a fill, from above 0 to the maximum. */
const SHADES = 5;

/** Shade of a step: the last one is the darkest. */
const shadeOf = (step: number, steps: number) => (step === 0 ? 0 : SHADES - steps + step);

/** Smallest round number (1, 2, 2.5 or 5 times a power of ten) not below the largest value. */
function roundUpMax(maxValue: number): number {
  if (maxValue <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(maxValue));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= maxValue * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Step of a value: 0 for none, otherwise 1 to `steps`. */
const stepOf = (value: number, maxValue: number, steps: number) =>
  value <= 0 ? 0 : Math.min(steps, Math.max(1, Math.ceil((value / maxValue) * steps - 1e-9)));

const percent = (value: number) => formatShare(value, 1);
const indexByCode = (outlines: readonly Outline[]) => new Map(outlines.map((outline) => [outline.code, outline]));
const provinceByCode = indexByCode(provinces);

const needsCities = (places: readonly MapPlace[]) =>
  places.some(({ regionCode, lng }) => lng == null && regionCode && !isProvince(regionCode));

export default function ChinaMapView(props: ChinaMapProps) {
  const {
    title,
    values = [],
    measure,
    isCount = false,
    format = isCount ? groupDigits : percent,
    tone,
    outlined = [],
    dots = [],
    route = [],
    selectedCodes = [],
    onSelect,
    onOpen,
    getHref,
  } = props;
  const { level = 'province', outlinedName, dotsName } = props;
  const t = useTranslations();
  const navigate = useNavigate();
  const english = currentLanguage() === 'en-US';
  const [asTable, showTable] = useState(false);
  const [open, setOpen] = useState<string>();
  const cities = useCities(
    open !== undefined || [...outlined, ...selectedCodes].some((code) => !isProvince(code)) || needsCities([...dots, ...route]),
  );
  const outlineByCode = useMemo(() => indexByCode([...provinces, ...(cities ?? [])]), [cities]);
  const nameOf = (code: string) => {
    const outline = outlineOf(outlineByCode, code);
    return outline ? (english ? outline.en : outline.zh) : code;
  };
  const toPoint = (place: MapPlace): MapPoint | undefined => {
    const { regionCode, lng, lat } = place;
    if (lng != null && lat != null) {
      const [x, y] = project(lng, lat);
      return { ...place, x, y };
    }
    const outline = regionCode ? outlineOf(outlineByCode, regionCode) : undefined;
    return outline && { ...place, x: outline.x, y: outline.y };
  };

  const visibleRegions = open
    ? [...outlineByCode.values()].filter(({ code }) => !isProvince(code) && provinceOf(code) === open)
    : provinces;
  const regions = visibleRegions.length > 0 ? visibleRegions : provinces.filter(({ code }) => code === open);
  const valueByRegion = new Map(values.map((value) => [value.regionCode, value]));
  const largest = Math.max(0, ...regions.map(({ code }) => valueByRegion.get(code)?.value ?? 0));
  const maxValue = isCount ? Math.ceil(roundUpMax(largest)) : roundUpMax(largest);
  const steps = isCount ? Math.min(SHADES, maxValue) : SHADES;
  const isSelected = (code: string) => selectedCodes.includes(code) || selectedCodes.includes(provinceOf(code));

  const openRegion = (code: string | undefined) => {
    setOpen(code);
    onOpen?.(code);
  };
  const opensRegions = !open && level === 'city';
  const hrefOf = (code: string) => (valueByRegion.has(code) ? getHref?.(code) : undefined);
  const activate = (code: string) => {
    if (opensRegions) return openRegion(code);
    onSelect?.(code);
    const to = hrefOf(code);
    if (to) void navigate(to);
  };
  const rows = [
    ...regions.flatMap(({ code }) => {
      const value = valueByRegion.get(code);
      const text = [value?.text, isSelected(code) && t('kit.map.picked')].filter(Boolean).join(' · ');
      return text ? [{ code, name: nameOf(code), text, rate: value?.value ?? 0 }] : [];
    }),
  ].sort((a, b) => b.rate - a.rate);
  const places = [
    ...outlined.map((code) => ({ name: nameOf(code), text: outlinedName ?? t('kit.map.outlined') })),
    ...dots.map(({ regionCode, text }) => ({ name: regionCode ? nameOf(regionCode) : '', text })),
    ...route.map(({ text }, at) => ({ name: t('kit.map.step', { place: at + 1 }), text })),
  ];
  const table: FigureTable = {
    columns: [t('kit.figure.place'), measure ?? t('kit.figure.value')],
    rows: [...rows, ...places].map(({ name, text }) => [name, text]),
    getHref: (row) => (rows[row] ? getHref?.(rows[row].code) : undefined),
  };
  return (
    <figure className="@container relative m-0 min-w-0" aria-label={title}>
      <FigureTools title={title} table={table} isTable={asTable} onSwitch={showTable} picture="map">
        {open && (
          <Button size="small" onClick={() => openRegion(undefined)}>
            {t('kit.map.country')}
          </Button>
        )}
        {open && <strong>{nameOf(open)}</strong>}
        {open && onSelect && (
          <Button size="small" onClick={() => onSelect(open)}>
            {t(selectedCodes.includes(open) ? 'kit.map.drop' : 'kit.map.whole', { name: nameOf(open) })}
          </Button>
        )}
      </FigureTools>
      {asTable ? (
        <FigureRows title={title} table={table} />
      ) : (
        <MapSvg
          open={open ? provinceByCode.get(open) : undefined}
          tone={tone}
          regions={regions.map((outline) => {
            const value = valueByRegion.get(outline.code);
            const name = nameOf(outline.code);
            return {
              ...{
                outline,
                name,
                step: value ? shadeOf(stepOf(value.value, maxValue, steps), steps) : 0,
                text: value?.text,
                selected: isSelected(outline.code),
              },
              clickable: opensRegions || onSelect !== undefined || hrefOf(outline.code) !== undefined,
            };
          })}
          outlined={[...new Set(outlined.flatMap((code) => outlineOf(outlineByCode, code)?.path ?? []))]}
          dots={dots.flatMap((dot) => toPoint(dot) ?? [])}
          route={route.flatMap((stop) => toPoint(stop) ?? [])}
          filled={values.length > 0}
          onActivate={activate}
          selectable={onSelect !== undefined && (level === 'province' || open !== undefined)}
        />
      )}
      {!asTable && (
        <Legend
          measure={values.length > 0 ? (measure ?? t('kit.figure.value')) : undefined}
          maxValue={largest > 0 ? maxValue : 0}
          steps={steps}
          format={format}
          tone={tone}
          outlined={outlined.length > 0 ? (outlinedName ?? t('kit.map.outlined')) : undefined}
          dots={dots.length > 0 ? (dotsName ?? t('kit.map.dots')) : undefined}
          dotTone={dots[0]?.tone}
        />
      )}
    </figure>
  );
}
