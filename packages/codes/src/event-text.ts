import { gs1CheckDigit } from './gs1-key.ts';

/** An event of EPCIS 2.0 as JSON-LD has it. */
export type EventObject = Readonly<Record<string, unknown>>;

/** Where the words of the standard live. */
const CBV = 'https://ref.gs1.org/cbv/';

/** Fields in the order of the standard; what a list is of, or what a part holds, stands beside it. */
const ORDER: readonly [field: string, words?: string][] = [
  ['eventTime'],
  ['eventTimeZoneOffset'],
  ['epcList'],
  ['parentID'],
  ['inputEPCList'],
  ['childEPCs'],
  ['quantityList'],
  ['childQuantityList'],
  ['inputQuantityList'],
  ['outputEPCList'],
  ['outputQuantityList'],
  ['action'],
  ['transformationID'],
  ['bizStep', 'BizStep-'],
  ['disposition', 'Disp-'],
  ['persistentDisposition', 'Disp-'],
  ['readPoint'],
  ['bizLocation'],
  ['bizTransactionList', 'BTT-'],
  ['sourceList', 'SDT-'],
  ['destinationList', 'SDT-'],
];

/** Members of the lists whose members have a kind, by the key that holds what they are. */
const KINDS: Record<string, string> = { bizTransactionList: 'bizTransaction', sourceList: 'source', destinationList: 'destination' };

/** What says nothing of what happened: who calls the event what, when it was taken in, and that it was wrong. */
const LEFT_OUT = new Set(['type', 'eventID', 'recordTime', 'errorDeclaration', 'certificationInfo', '@context', 'rdfs:comment', 'comment']);

/**
 * The text of an event that its hash is taken of, the same however the event is written down (CBV 2.0 §8.9, "EPCIS Event Hash ID"). Sensor
 * elements are not read.
 * @param namespaces by their prefixes, as the document's context gives them
 */
export function eventText(event: EventObject, namespaces: Readonly<Record<string, string>> = {}): string {
  const known = ORDER.map(([field, words]) => fieldText(field, event[field], words));
  const more = Object.entries(event).filter(([key]) => !LEFT_OUT.has(key) && !ORDER.some(([field]) => field === key));
  const [ilmd, own] = [more.filter(([key]) => key === 'ilmd'), more.filter(([key]) => key !== 'ilmd')];
  const master = ilmd.map(([, value]) => `ilmd${extensions(Object.entries(value as object), namespaces)}`);
  return `eventType=${event.type}${known.join('')}${master.join('')}${extensions(own, namespaces)}`;
}

/** One field of the standard; nothing where the event has none. */
function fieldText(field: string, value: unknown, words = ''): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return '';
  if (field === 'readPoint' || field === 'bizLocation') return `${field}id=${valueText(String((value as { id?: unknown }).id ?? ''))}`;
  if (field === 'persistentDisposition') {
    const { set = [], unset = [] } = value as Record<'set' | 'unset', string[]>;
    const each = (name: string, list: string[]) => list.map((word) => `${name}=${wordText(word, words)}`).toSorted();
    return `${field}${[...each('set', set), ...each('unset', unset)].join('')}`;
  }
  const kind = KINDS[field];
  if (kind !== undefined)
    return `${field}${sorted(value, (member) => `${pair('type', wordText(String(member.type ?? ''), words))}${kind}=${valueText(String(member[kind]))}`)}`;
  if (/quantityList$/i.test(field)) return `${field}${sorted(value, quantityText)}`;
  if (Array.isArray(value)) return `${field}${sorted(value, (member) => `epc=${valueText(String(member))}`)}`;
  const text = String(value);
  return `${field}=${field === 'eventTime' ? timeText(text) : words ? wordText(text, words) : valueText(text)}`;
}

const pair = (key: string, value: string) => (value === '' ? '' : `${key}=${value}`);

// biome-ignore lint/suspicious/noExplicitAny: members of a list are objects or texts, as its field has them
const sorted = (list: unknown, textOf: (member: any) => string) => (list as unknown[]).map(textOf).toSorted(byCode).join('');

const quantityText = ({ epcClass, quantity, uom }: { epcClass: string; quantity?: number; uom?: string }) =>
  `quantityElementepcClass=${valueText(epcClass)}${quantity === undefined ? '' : `quantity=${valueText(String(quantity))}`}${pair('uom', uom ?? '')}`;

/** Fields of others, each under its whole name, sorted at every level. */
function extensions(entries: [string, unknown][], namespaces: Readonly<Record<string, string>>): string {
  return entries
    .filter(([key]) => !key.startsWith('@xmlns') && key !== '#text' && !LEFT_OUT.has(key))
    .flatMap(([key, value]) => {
      const own = scoped(value, namespaces);
      return (Array.isArray(value) ? value : [value]).map((each) => `${wholeName(key, own)}${extensionText(each, own)}`);
    })
    .toSorted(byCode)
    .join('');
}

function extensionText(value: unknown, namespaces: Readonly<Record<string, string>>): string {
  if (typeof value !== 'object' || value === null) return `=${valueText(String(value ?? ''))}`;
  if (Array.isArray(value)) return value.map((each) => extensionText(each, namespaces)).join('');
  const text = (value as EventObject)['#text'];
  return `${text === undefined ? '' : `=${valueText(String(text))}`}${extensions(Object.entries(value), namespaces)}`;
}

/** The namespaces within a value that declares some of its own. */
function scoped(value: unknown, namespaces: Readonly<Record<string, string>>) {
  if (typeof value !== 'object' || value === null) return namespaces;
  const own = Object.entries(value).flatMap(([key, address]) => (key.startsWith('@xmlns:') ? [[key.slice(7), String(address)]] : []));
  // upon those around it rather than beside copies of them, which would grow with every level
  return own.length === 0 ? namespaces : Object.create(namespaces, Object.getOwnPropertyDescriptors(Object.fromEntries(own)));
}

function wholeName(key: string, namespaces: Readonly<Record<string, string>>): string {
  const [, prefix = '', name = ''] = /^([^:]+):(.+)$/.exec(key) ?? [];
  const address = namespaces[prefix];
  return address === undefined ? key : `{${address}}${name}`;
}

/** By the value of each character, as the standard wants it; JavaScript's own order of texts differs beyond the first plane only. */
const byCode = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** A time in UTC to the millisecond. */
function timeText(text: string): string {
  // half a millisecond rounds up, where a Date would cut it off
  const milliseconds = Date.parse(text) + (/\.\d{3}[5-9]/.test(text) ? 1 : 0);
  return Number.isNaN(milliseconds) ? text.trim() : new Date(milliseconds).toISOString();
}

/** A word of the vocabulary by its web address, whichever way it was written. */
function wordText(given: string, words: string): string {
  const text = given.trim();
  if (text === '' || text.startsWith('http')) return text;
  if (text.startsWith('cbv:')) return CBV + text.slice(4);
  const urn = /^urn:epcglobal:cbv:[a-z]+:(.+)$/.exec(text);
  return text.includes(':') && !urn ? valueText(text) : `${CBV}${words}${urn?.[1] ?? text}`;
}

/** Characters of a number and of a name that are read as one, at most; longer ones are texts like any other. */
const [LONGEST_NUMBER, LONGEST_NAME] = [64, 2000];

/** A value without what does not count: space around it, zeros behind it, the host and the query of a GS1 Digital Link. */
function valueText(given: string): string {
  const text = given.trim();
  if (text.length <= LONGEST_NUMBER && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) {
    const number = Number(text);
    return Number.isInteger(number) ? BigInt(number).toString() : String(number);
  }
  return plainName(text);
}

const GS1 = 'https://id.gs1.org';

/**
 * What names a thing, a place or a party, as one GS1 Digital Link at its home, however it was written: as a link of any host, with what names
 * the thing no more finely, or in the older notation. Other names stay as they are.
 */
export function plainName(name: string): string {
  if (name.length > LONGEST_NAME) return name;
  return name.startsWith('urn:epc') ? linkOfUrn(name) : name.startsWith('http') ? plainLink(name) : name;
}

/** Keys that a GS1 Digital Link begins with. */
const KEYS = new Set('00 01 253 255 401 402 414 417 8003 8004 8006 8010 8017 8018'.split(' '));

function plainLink(address: string): string {
  const parts = address.split(/[?#]/, 1)[0]!.replace(/\/$/, '').split('/');
  const last = Math.max(0, parts.lastIndexOf(''));
  // from its key on, a link is pairs of a name and a value to its end
  const start = parts.findIndex((part, at) => at > last && (parts.length - at) % 2 === 0 && KEYS.has(part));
  const [key = '', value = '', ...rest] = start === -1 ? [] : parts.slice(start);
  if (start === -1 || !valueFits(key, value)) return address;
  const qualifiers = new Map(rest.flatMap((name, at) => (at % 2 === 0 ? [[name, rest[at + 1]] as const] : [])));
  const finest = (QUALIFIERS[key] ?? []).find((name) => qualifiers.has(name));
  const whole = key === '01' ? value.padStart(14, '0') : value;
  return `${GS1}/${key}/${whole}${finest ? `/${finest}/${qualifiers.get(finest)}` : ''}`;
}

/** What names a thing more finely than its key, the finest first. */
const QUALIFIERS: Record<string, readonly string[]> = { '01': ['21', '235', '10'], '414': ['254'], '8006': ['21', '10'], '8010': ['8011'] };

/** Digits of the keys that are of digits alone. */
const DIGITS: Record<string, RegExp> = {
  '00': /^\d{18}$/,
  '01': /^(\d{8}|\d{12,14})$/,
  '402': /^\d{17}$/,
  '414': /^\d{13}$/,
  '417': /^\d{13}$/,
};

const valueFits = (key: string, value: string) => DIGITS[key]?.test(value) ?? /^[\w!"'%&()*+,\-.:;<=>]+$/.test(value);

/** Names of things, places and parties in the older notation: how many digits their key has, and its address. */
const URNS: Record<string, { key: string; digits: number; leads?: boolean; finer?: string }> = {
  'id:sgtin': { key: '01', digits: 13, leads: true, finer: '21' },
  'idpat:sgtin': { key: '01', digits: 13, leads: true },
  'class:lgtin': { key: '01', digits: 13, leads: true, finer: '10' },
  'id:sscc': { key: '00', digits: 17, leads: true },
  'id:sgln': { key: '414', digits: 12, finer: '254' },
  'id:pgln': { key: '417', digits: 12 },
};

/** A URN of EPC as the link that names the same; one that this trade has no use for stays as it is. */
function linkOfUrn(urn: string): string {
  const [, scheme = '', prefix = '', reference = '', more] = /^urn:epc:([a-z]+:[a-z]+):(\d+)\.(\d*)(?:\.(.+))?$/.exec(urn) ?? [];
  const kind = URNS[scheme];
  const body = kind?.leads ? reference.slice(0, 1) + prefix + reference.slice(1) : prefix + reference;
  if (!kind || body.length !== kind.digits) return urn;
  const digits = body + gs1CheckDigit(body);
  const named = kind.finer !== undefined && more !== undefined && more !== '*' && !(kind.key === '414' && more === '0');
  return `${GS1}/${kind.key}/${digits}${named ? `/${kind.finer}/${escaped(more)}` : ''}`;
}

const escaped = (text: string) => text.replace(/[!()*+,:]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
