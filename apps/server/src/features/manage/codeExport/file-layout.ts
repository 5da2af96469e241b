import type { LinePart } from '@suyuan/codes/derive';
import type { ExportColumn } from '@suyuan/contract';
import type { ContainerPart, FileLayout } from './code-file.ts';

/** What the cells of a batch's file are made of. */
interface Facts {
  batchNo: string;
  gtin: string | null;
  madeDate: string;
  expiryDate: string | null;
  pinDigits: number;
  /** What stands before the code in what a camera reads. */
  payloadPrefix: string;
  /** What goes around the codes, where anything does. */
  container: Omit<ContainerPart, 'slot'> | undefined;
  /** Whether they are containers with an SSCC each. */
  hasSscc: boolean;
}

interface Form {
  format: 'txt' | 'csv';
  columns: readonly ExportColumn[];
  header?: boolean | undefined;
  bom?: boolean | undefined;
}

const CODE: LinePart = { slot: 'code' };

/** One code a line, or RFC 4180: commas, CRLF, and quotes around what needs them. */
export function fileLayout({ format, columns, header, bom }: Form, facts: Facts): FileLayout {
  if (format === 'txt') return { head: '', parts: [CODE, { text: '\n' }] };
  const cells = columns.map((column) => cellOf(column, facts));
  return {
    head: `${bom ? '\u{feff}' : ''}${header ? `${columns.join(',')}\r\n` : ''}`,
    parts: [...cells.flatMap((cell, index) => (index ? [{ text: ',' }, ...cell] : cell)), { text: '\r\n' }],
  };
}

/**
 * A cell without a value is empty: goods without a GTIN, a rule without a second code, a code that goes into nothing, a unit
 * for an SSCC.
 */
function cellOf(column: ExportColumn, { payloadPrefix, pinDigits, container, hasSscc, ...facts }: Facts): FileLayout['parts'] {
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
    case 'case':
      return container ? [{ slot: 'container', ...container }] : [];
    case 'sscc':
      return hasSscc ? [{ slot: 'sscc' }] : [];
    default:
      return [{ text: quoted(facts[column] ?? '') }];
  }
}

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
