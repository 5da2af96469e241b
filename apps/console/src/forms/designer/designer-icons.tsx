import type { FieldType } from '@suyuan/forms';
import { SvgIcon } from '../../ui/icon.tsx';

/** Designer-only icons, bundled with the designer to keep other pages small. */
const glyphPaths = {
  undo: 'M8 4 4 8l4 4M4 8h10a5.500 5.500 0 0 1 0 11H8',
  redo: 'm16 4 4 4-4 4M20 8H10a5.500 5.500 0 0 0 0 11h6',
  bin: 'M4 6.500h16M9 6.500V4h6v2.500M6 6.500 7 20h10l1-13.500M10 10.500v6M14 10.500v6',
  play: 'M7 4.500v15l12-7.500z',
  phone: 'M7 3h10v18H7zM11 18h2',
  tablet: 'M5 3h14v18H5zM11 18h2',
  fit: 'M3 6h18v12H3zM7 12h10M9.500 9.500 7 12l2.500 2.500M14.500 9.500 17 12l-2.500 2.500',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  rule: 'M5 5h5v5H5zM14 14h5v5h-5zM10 7.500h4a2.500 2.500 0 0 1 2.500 2.500v4',
  panel: 'M3 5h18v14H3zM15 5v14',
  add: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 17h6M17 14v6',
  outline: 'M4 6h7M8 12h8M12 18h8M6 6v12h2M9.500 12v6',
  up: 'm6 14 6-6 6 6',
} as const;
export type GlyphName = keyof typeof glyphPaths;

export function Glyph({ name }: { name: GlyphName }) {
  return <SvgIcon path={glyphPaths[name]} />;
}

/** One icon per type: paths in a 24-unit view box, as in the UI kit. */
const iconPaths: Record<FieldType, string> = {
  input: 'M3 7h18v10H3zM7 10v4M6 10h2M6 14h2',
  textarea: 'M3 5h18v14H3zM7 9h10M7 12h10M7 15h6',
  password: 'M3 7h18v10H3zM8 12h.01M12 12h.01M16 12h.01',
  number: 'M3 7h18v10H3zM14 7v10M16 11l1.500-1.500L19 11M16 13.500l1.500 1.500 1.500-1.500M7 14v-4l-1 .800',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13M15.500 15.500l5 5',
  'auto-complete': 'M3 4h18v6H3zM7 7h5M5 13h14M5 16.500h14M5 20h9',
  mentions: 'M15.500 12a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0v1.500a2.500 2.500 0 0 0 5 0V12a8.500 8.500 0 1 0-3.500 6.900',
  'rich-text': 'M4 5h16M4 9h9M4 19h16M4 15h9M17 9l-2 6M17 9l2 6M15.700 13h2.600',
  select: 'M3 7h18v10H3zM14.500 11l2 2 2-2M6.500 12h4',
  cascader: 'M4 5h6v4H4zM14 10h6v4h-6zM14 17h6v4h-6zM7 9v10h7M7 12h7',
  'tree-select': 'M5 5h5M9 12h5M13 19h6M6 7v5h2M11 14v5h1',
  transfer: 'M3 4h7v16H3zM14 4h7v16h-7zM5.500 8h2M5.500 12h2M16.500 8h2M10 12h4',
  radio: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  checkbox: 'M4 4h16v16H4zM8 12l3 3 5-6',
  switch: 'M8 7h8a5 5 0 0 1 0 10H8A5 5 0 0 1 8 7M16 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
  slider: 'M3 12h8M16 12h5M13.500 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
  rate: 'm12 4 2.500 5.300 5.500.700-4 4 1 5.800-5-2.800-5 2.800 1-5.800-4-4 5.500-.700z',
  upload: 'M12 16V5M7.500 9 12 4.500 16.500 9M4 16v4h16v-4',
  color: 'M12 4s6 6.500 6 10.500a6 6 0 0 1-12 0C6 10.500 12 4 12 4M9 14.500a3 3 0 0 0 3 3',
  time: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17M12 7v5l3.500 2',
  date: 'M4 6h16v14H4zM4 10h16M8 3.500V7M16 3.500V7M8 14h.01M12 14h.01',
  month: 'M4 6h16v14H4zM4 10h16M8 3.500V7M16 3.500V7M9 17v-4l3 2.500 3-2.500v4',
  week: 'M4 6h16v14H4zM4 10h16M8 3.500V7M16 3.500V7M7 14h10',
  range: 'M4 6h16v14H4zM4 10h16M8 3.500V7M16 3.500V7M7 15h10M9 13l-2 2 2 2M15 13l2 2-2 2',
  'time-range': 'M9 17a6 6 0 1 0-3-11M9 8v3.500l2 1.500M11 20h10M13 18l-2 2 2 2M19 18l2 2-2 2',
  row: 'M3 6h18v12H3zM9 6v12M15 6v12',
  group: 'M3 6h6l2 2h10v11H3zM7 13h10',
  tabs: 'M3 8h18v11H3zM3 8V5h6v3M9 5h6v3',
  tab: 'M3 8h18v11H3zM3 8V5h8v3',
  subtable: 'M3 5h18v14H3zM3 10h18M3 14.500h18M9 5v14M15 5v14',
  divider: 'M3 12h18M7 6h10M7 18h10',
  text: 'M5 6h14M12 6v13M9.500 19h5',
  button: 'M3 8h18v8H3zM8 12h8',
  'map-view':
    'M6 20.500A2.500 2.500 0 1 0 6 15.500a2.500 2.500 0 0 0 0 5M18 8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M8.500 18H15a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h6.500',
  signature: 'M3 19h18M5 15c3-7 6-11 7-8s-4 8-2 8 3-4 4.500-4 0 3.500 2 3.500 2-1 2.500-2',
  unknown: 'M4 4h16v16H4zM10 9.500a2 2 0 1 1 2.700 1.900c-.5.2-.7.600-.7 1.600M12 16h.01',
};

export function TypeIcon({ type, className = '' }: { type: FieldType; className?: string }) {
  return <SvgIcon path={iconPaths[type]} stroke={1.6} className={`icon ${className}`} />;
}
