import { provinceOf } from '@suyuan/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { currentLanguage, useWords } from '../../data/words.ts';
import type { ChinaMapProps, MapPlace } from '../china-map.tsx';
import { FigureRows, type FigureTable, FigureTools } from '../figure-tools.tsx';
import { shareText } from '../share-text.ts';
import { Legend } from './legend.tsx';
import '../figure.css';
import './map.css';
import { provinces } from './outlines.ts';
import { MapPicture, type Spot } from './picture.tsx';
import { project } from './project.ts';
import { roundTop, stepOf } from './scale.ts';
import { isProvince, type Outline, outlineOf } from './shape.ts';
import { useCities } from './use-cities.ts';

const percent = (value: number) => shareText(value, 1);
const keyed = (outlines: readonly Outline[]) => new Map(outlines.map((outline) => [outline.code, outline]));
const byProvince = keyed(provinces);

const needsCities = (places: readonly MapPlace[]) =>
  places.some(({ regionCode, lng }) => lng == null && regionCode && !isProvince(regionCode));

export default function DrawnMap(props: ChinaMapProps) {
  const {
    title,
    values = [],
    measure,
    format = percent,
    tone,
    outlined = [],
    dots = [],
    route = [],
    picked = [],
    onPick,
    onOpen,
    behind,
  } = props;
  const { grain = 'province', outlinedName, dotsName } = props;
  const t = useWords();
  const navigate = useNavigate();
  const english = currentLanguage() === 'en-US';
  const [asTable, showTable] = useState(false);
  const [open, setOpen] = useState<string>();
  const cities = useCities(
    open !== undefined || [...outlined, ...picked].some((code) => !isProvince(code)) || needsCities([...dots, ...route]),
  );
  const known = useMemo(() => keyed([...provinces, ...(cities ?? [])]), [cities]);
  const nameOf = (code: string) => {
    const outline = outlineOf(known, code);
    return outline ? (english ? outline.en : outline.zh) : code;
  };
  const spot = (place: MapPlace): Spot | undefined => {
    const { regionCode, lng, lat, unnamed } = place;
    const text = unnamed && regionCode ? `${nameOf(regionCode)} · ${place.text}` : place.text;
    if (lng != null && lat != null) {
      const [x, y] = project(lng, lat);
      return { ...place, text, x, y };
    }
    const outline = regionCode ? outlineOf(known, regionCode) : undefined;
    return outline && { ...place, text, x: outline.x, y: outline.y };
  };

  const shown = open ? [...known.values()].filter(({ code }) => !isProvince(code) && provinceOf(code) === open) : provinces;
  const regions = shown.length > 0 ? shown : provinces.filter(({ code }) => code === open);
  const figureOf = new Map(values.map((value) => [value.regionCode, value]));
  const largest = Math.max(0, ...regions.map(({ code }) => figureOf.get(code)?.value ?? 0));
  const most = roundTop(largest);
  const isPicked = (code: string) => picked.includes(code) || picked.includes(provinceOf(code));

  const enter = (code: string | undefined) => {
    setOpen(code);
    onOpen?.(code);
  };
  const opens = !open && grain === 'city';
  const leadsTo = (code: string) => (figureOf.has(code) ? behind?.(code) : undefined);
  const act = (code: string) => {
    if (opens) return enter(code);
    onPick?.(code);
    const to = leadsTo(code);
    if (to) void navigate(to);
  };
  const rows = [
    ...regions.flatMap(({ code }) => {
      const value = figureOf.get(code);
      const text = [value?.text, isPicked(code) && t('kit.map.picked')].filter(Boolean).join(' · ');
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
    behind: (row) => (rows[row] ? behind?.(rows[row].code) : undefined),
  };
  return (
    <figure className="map" aria-label={title}>
      <FigureTools title={title} table={table} asTable={asTable} onSwitch={showTable} picture="map">
        {open && (
          <Button size="small" onClick={() => enter(undefined)}>
            {t('kit.map.country')}
          </Button>
        )}
        {open && <strong>{nameOf(open)}</strong>}
        {open && onPick && (
          <Button size="small" onClick={() => onPick(open)}>
            {t(picked.includes(open) ? 'kit.map.drop' : 'kit.map.whole', { name: nameOf(open) })}
          </Button>
        )}
      </FigureTools>
      {asTable ? (
        <FigureRows title={title} table={table} />
      ) : (
        <MapPicture
          open={open ? byProvince.get(open) : undefined}
          tone={tone}
          regions={regions.map((outline) => {
            const value = figureOf.get(outline.code);
            const name = nameOf(outline.code);
            return {
              ...{ outline, name, step: value ? stepOf(value.value, most) : 0, text: value?.text, picked: isPicked(outline.code) },
              pressable: opens || onPick !== undefined || leadsTo(outline.code) !== undefined,
            };
          })}
          outlined={[...new Set(outlined.flatMap((code) => outlineOf(known, code)?.path ?? []))]}
          dots={dots.flatMap((dot) => spot(dot) ?? [])}
          route={route.flatMap((stop) => spot(stop) ?? [])}
          filled={values.length > 0}
          onAct={act}
          pickable={onPick !== undefined && (grain === 'province' || open !== undefined)}
        />
      )}
      {!asTable && (
        <Legend
          measure={values.length > 0 ? (measure ?? t('kit.figure.value')) : undefined}
          most={largest > 0 ? most : 0}
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
