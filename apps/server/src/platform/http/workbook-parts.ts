import path from 'node:path/posix';
import { type Handler, Parser } from 'htmlparser2';

/** Parses workbook parts (ECMA-376, Part 1) as far as cell values require. */

/** A parsed cell; null if blank. */
export type Cell = string | number | boolean | Date | null;

export interface RawCell {
  /** `t`; '' for numbers. */
  type: string;
  /** Index of its style. */
  style: number;
  text: string;
}

export type XmlHandlers = Partial<Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>>;

/** A streaming XML parser. Entities declared in the document are not expanded. */
export const xmlParser = (handlers: XmlHandlers) => new Parser(handlers, { xmlMode: true });

function parseXml(xml: string, handlers: XmlHandlers) {
  xmlParser(handlers).end(xml);
}

/** A tag without its namespace prefix, which some programs add. */
export const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1);

/** Relationships of a part, by the last word of their type and by ID. */
export function readRelations(xml: string, folder: string) {
  const relations: { id: string; type: string; target: string }[] = [];
  parseXml(xml, {
    onopentag(tag, { Id = '', Type = '', Target = '' }) {
      if (localName(tag) !== 'Relationship') return;
      const target = path.resolve('/', folder, Target).slice(1);
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
  });
  return {
    byType: (type: string) => relations.find((relation) => relation.type === type)?.target,
    byId: (id: string) => relations.find((relation) => relation.id === id)?.target,
  };
}

/** Relationship ID of the first sheet, and whether dates count from 1904. */
export function readWorkbook(xml: string): { firstSheet: string; starts1904: boolean } {
  let firstSheet: string | undefined;
  let starts1904 = false;
  parseXml(xml, {
    onopentag(tag, attributes) {
      if (localName(tag) === 'workbookPr') starts1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (localName(tag) === 'sheet') firstSheet ??= Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];
    },
  });
  return { firstSheet: firstSheet ?? '', starts1904 };
}

/** Numbers of built-in date and time formats, including Chinese ones (§18.8.30). */
const DATE_FORMATS = /^(1[4-9]|2[0-2]|2[7-9]|3[0-6]|4[5-7]|5[0-8])$/;

/** Whether a format has a date or time letter outside quotes, escapes and colours. */
const isTimeFormat = (format: string) => /[ymdhs]/i.test(format.replace(/"[^"]*"|\\.|[_*].|\[(?!(h+|m+|s+)\])[^\]]*\]/gi, ''));

/** Tests by style index whether a number is a date or time. */
export function readDateStyles(xml: string): (style: number) => boolean {
  const formats = new Map<string, string>();
  const dates: boolean[] = [];
  let inCells = false;
  parseXml(xml, {
    onopentag(tag, { numFmtId = '', formatCode = '' }) {
      const name = localName(tag);
      if (name === 'numFmt') formats.set(numFmtId, formatCode);
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const own = formats.get(numFmtId);
        dates.push(own === undefined ? DATE_FORMATS.test(numFmtId) : isTimeFormat(own));
      }
    },
    onclosetag(tag) {
      if (localName(tag) === 'cellXfs') inCells = false;
    },
  });
  return (style) => dates[style] === true;
}

/** Drops formatting and phonetic readings. */
export function stringReader(strings: string[]): XmlHandlers {
  let text = '';
  let [isText, isReading] = [false, false];
  return {
    onopentag(tag) {
      const name = localName(tag);
      if (name === 'si') text = '';
      else if (name === 'rPh') isReading = true;
      isText = name === 't' && !isReading;
    },
    ontext(part) {
      if (isText) text += part;
    },
    onclosetag(tag) {
      const name = localName(tag);
      isText = false;
      if (name === 'rPh') isReading = false;
      else if (name === 'si') strings.push(unescaped(text));
    },
  };
}

interface Workbook {
  strings: readonly string[];
  isDate(style: number): boolean;
  starts1904: boolean;
}

/** Characters invalid in XML are escaped as `_x000D_` (§22.9.2.19). */
const unescaped = (text: string) => text.replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** The value of a cell (§18.18.11); errors are texts. */
export function readCell({ type, style, text }: RawCell, { strings, isDate, starts1904 }: Workbook): Cell {
  if (type === 's') return strings[Number(text)] ?? null;
  if (type === 'str' || type === 'inlineStr') return unescaped(text);
  if (text === '') return null;
  if (type === 'b') return text === '1' || text === 'true';
  const number = type === '' || type === 'n' ? Number(text) : Number.NaN;
  if (Number.isNaN(number)) return text;
  return isDate(style) ? dateOfSerial(number, starts1904) : number;
}

const DAY = 86_400_000;

/** Converts a serial date. 1900 has a 29 February there (§18.17.4.1), so earlier days count one less. */
function dateOfSerial(days: number, starts1904: boolean): Date | null {
  const since = starts1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const moment = new Date(since + Math.round(days * DAY));
  return Number.isNaN(moment.getTime()) ? null : moment;
}
