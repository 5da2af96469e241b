import core from 'qrcode/lib/core/qrcode.js';

/** Quiet zone in modules (ISO/IEC 18004, 6.3.8). */
const QUIET_ZONE = 4;

function modulesPath({ size, get }: { size: number; get(row: number, column: number): number }): string {
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const runStart = column;
      while (column < size && get(row, column)) column++;
      if (column > runStart) path += `M${runStart + QUIET_ZONE} ${row + QUIET_ZONE}h${column - runStart}v1h${runStart - column}z`;
    }
  }
  return path;
}

/** `text` as a QR symbol in SVG. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = core.create(text, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * QUIET_ZONE;
  const d = modulesPath({ size: modules.size, get: (row, column) => modules.get(row, column) });
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges" className="block size-36">
      <rect width={side} height={side} fill="#fff" />
      <path d={d} fill="#000" />
    </svg>
  );
}
