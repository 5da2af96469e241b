import { SvgIcon } from '../../ui/drawn.tsx';

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
