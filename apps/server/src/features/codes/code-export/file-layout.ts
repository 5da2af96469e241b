import type { LinePart } from '@suyuan/codes/derive';
import { type ExportColumn, levelNames } from '@suyuan/contract';
import type { ContainerPart, FileLayout, SsccPart } from './code-file.ts';

interface ColumnValues {
  batchNo: string;
  gtin: string | null;
  madeDate: string;
  expiryDate: string | null;
  pinDigits: number;
  /** The part of a symbol before the code. */
  payloadPrefix: string;
  /** Packaging levels around the codes. */
  containers: readonly Omit<ContainerPart, 'slot'>[];
  /** Level of the SSCC column. Undefined: no SSCCs. */
  sscc: Required<Omit<SsccPart, 'slot'>> | undefined;
}

interface ExportFormat {
  format: 'txt' | 'csv';
  columns: readonly ExportColumn[];
  header?: boolean | undefined;
  bom?: boolean | undefined;
}

const CODE: LinePart = { slot: 'code' };

/** TXT has one code per line. CSV follows RFC 4180. */
export function fileLayout({ format, columns, header, bom }: ExportFormat, values: ColumnValues): FileLayout {
  if (format === 'txt') return { head: '', parts: [CODE, { text: '\n' }] };
  const cells = columns.map((column) => cellOf(column, values));
  return {
    head: `${bom ? '\u{feff}' : ''}${header ? `${columns.join(',')}\r\n` : ''}`,
    parts: [...cells.flatMap((cell, index) => (index ? [{ text: ',' }, ...cell] : cell)), { text: '\r\n' }],
  };
}

/** A missing value gives an empty cell. */
function cellOf(column: ExportColumn, { payloadPrefix, pinDigits, containers, sscc, ...values }: ColumnValues): FileLayout['parts'] {
  switch (column) {
    case 'ordinal':
      return [{ slot: 'ordinal', digits: 1 }];
    case 'code':
      return [CODE];
    case 'payload': {
      const [before, after] = quoted(payloadPrefix) === payloadPrefix ? [payloadPrefix, ''] : [quoted(payloadPrefix).slice(0, -1), '"'];
      return [{ text: before }, CODE, { text: after }];
    }
    case 'pin':
      return pinDigits ? [{ slot: 'pin', digits: pinDigits }] : [];
    case 'box':
    case 'case':
    case 'pallet': {
      const container = containers.find(({ level }) => levelNames[level] === column);
      return container ? [{ slot: 'container', ...container }] : [];
    }
    case 'sscc':
      return sscc ? [{ slot: 'sscc', level: sscc.level, size: sscc.size }] : [];
    default:
      return [{ text: quoted(values[column] ?? '') }];
  }
}

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
