import { gs1CheckDigit } from './gs1-key.ts';

/** EPCIS 2.0 event in its JSON-LD form. */
export type EventObject = Readonly<Record<string, unknown>>;

const CBV = 'https://ref.gs1.org/cbv/';

/** Fields in the order of the standard. The second item is the prefix of the vocabulary terms. */
const FIELD_ORDER: readonly [field: string, words?: string][] = [
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

/** Lists of typed members, with the key that holds the member's value. */
const MEMBER_KEYS: Record<string, string> = { bizTransactionList: 'bizTransaction', sourceList: 'source', destinationList: 'destination' };

/** Fields excluded from the hash because they do not describe the event itself. */
const EXCLUDED_FIELDS = new Set([
  'type',
  'eventID',
  'recordTime',
  'errorDeclaration',
  'certificationInfo',
  '@context',
  'rdfs:comment',
  'comment',
]);

/**
 * Pre-hash text of an event, independent of its notation (CBV 2.0 §8.9, "EPCIS Event Hash ID"). Sensor elements are not supported.
 * @param namespaces by prefix, from the context of the document
 */
export function eventText(event: EventObject, namespaces: Readonly<Record<string, string>> = {}): string {
  const standardFields = FIELD_ORDER.map(([field, termPrefix]) => fieldText(field, event[field], termPrefix));
  const otherFields = Object.entries(event).filter(([key]) => !EXCLUDED_FIELDS.has(key) && !FIELD_ORDER.some(([field]) => field === key));
  const [ilmd, extensionFields] = [otherFields.filter(([key]) => key === 'ilmd'), otherFields.filter(([key]) => key !== 'ilmd')];
  const masterData = ilmd.map(([, value]) => `ilmd${extensions(Object.entries(value as object), namespaces)}`);
  return `eventType=${event.type}${standardFields.join('')}${masterData.join('')}${extensions(extensionFields, namespaces)}`;
}

function fieldText(field: string, value: unknown, termPrefix = ''): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return '';
  if (field === 'readPoint' || field === 'bizLocation') return `${field}id=${valueText(String((value as { id?: unknown }).id ?? ''))}`;
  if (field === 'persistentDisposition') {
    const { set = [], unset = [] } = value as Record<'set' | 'unset', string[]>;
    const each = (name: string, list: string[]) => list.map((word) => `${name}=${termText(word, termPrefix)}`).toSorted();
    return `${field}${[...each('set', set), ...each('unset', unset)].join('')}`;
  }
  const kind = MEMBER_KEYS[field];
  if (kind !== undefined)
    return `${field}${sorted(value, (member) => `${pair('type', termText(String(member.type ?? ''), termPrefix))}${kind}=${valueText(String(member[kind]))}`)}`;
  if (/quantityList$/i.test(field)) return `${field}${sorted(value, quantityText)}`;
  if (Array.isArray(value)) return `${field}${sorted(value, (member) => `epc=${valueText(String(member))}`)}`;
  const text = String(value);
  return `${field}=${field === 'eventTime' ? timeText(text) : termPrefix ? termText(text, termPrefix) : valueText(text)}`;
}

const pair = (key: string, value: string) => (value === '' ? '' : `${key}=${value}`);

// biome-ignore lint/suspicious/noExplicitAny: members of a list are objects or texts, as its field has them
const sorted = (list: unknown, textOf: (member: any) => string) => (list as unknown[]).map(textOf).toSorted(byCode).join('');

const quantityText = ({ epcClass, quantity, uom }: { epcClass: string; quantity?: number; uom?: string }) =>
  `quantityElementepcClass=${valueText(epcClass)}${quantity === undefined ? '' : `quantity=${valueText(String(quantity))}`}${pair('uom', uom ?? '')}`;

/** Extension fields with their full names, sorted at every level. */
function extensions(entries: [string, unknown][], namespaces: Readonly<Record<string, string>>): string {
  return entries
    .filter(([key]) => !key.startsWith('@xmlns') && key !== '#text' && !EXCLUDED_FIELDS.has(key))
    .flatMap(([key, value]) => {
      const innerNamespaces = namespacesIn(value, namespaces);
      return (Array.isArray(value) ? value : [value]).map(
        (each) => `${fullName(key, innerNamespaces)}${extensionText(each, innerNamespaces)}`,
      );
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

/** Namespaces in scope of a value that may declare more. */
function namespacesIn(value: unknown, namespaces: Readonly<Record<string, string>>) {
  if (typeof value !== 'object' || value === null) return namespaces;
  const own = Object.entries(value).flatMap(([key, address]) => (key.startsWith('@xmlns:') ? [[key.slice(7), String(address)]] : []));
  // A prototype chain, because copies would grow with every level.
  return own.length === 0 ? namespaces : Object.create(namespaces, Object.getOwnPropertyDescriptors(Object.fromEntries(own)));
}

function fullName(key: string, namespaces: Readonly<Record<string, string>>): string {
  const [, prefix = '', name = ''] = /^([^:]+):(.+)$/.exec(key) ?? [];
  const address = namespaces[prefix];
  return address === undefined ? key : `{${address}}${name}`;
}

/** Sorts by UTF-16 code unit, which differs from the standard's code point order only outside the basic plane. */
const byCode = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** UTC with milliseconds. */
function timeText(text: string): string {
  // Rounds half a millisecond up, which `Date` would truncate.
  const milliseconds = Date.parse(text) + (/\.\d{3}[5-9]/.test(text) ? 1 : 0);
  return Number.isNaN(milliseconds) ? text.trim() : new Date(milliseconds).toISOString();
}

function termText(rawText: string, termPrefix: string): string {
  const text = rawText.trim();
  if (text === '' || text.startsWith('http')) return text;
  if (text.startsWith('cbv:')) return CBV + text.slice(4);
  const urn = /^urn:epcglobal:cbv:[a-z]+:(.+)$/.exec(text);
  return text.includes(':') && !urn ? valueText(text) : `${CBV}${termPrefix}${urn?.[1] ?? text}`;
}

/** Maximum lengths of normalised numbers and names. Longer values remain plain text. */
const [MAX_NUMBER_LENGTH, MAX_NAME_LENGTH] = [64, 2000];

/** Removes surrounding space, trailing zeros, and the host and query of a GS1 Digital Link. */
function valueText(rawText: string): string {
  const text = rawText.trim();
  if (text.length <= MAX_NUMBER_LENGTH && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) {
    const number = Number(text);
    return Number.isInteger(number) ? BigInt(number).toString() : String(number);
  }
  return normaliseName(text);
}

const GS1 = 'https://id.gs1.org';

/**
 * Normalises an identifier to a canonical GS1 Digital Link, from a link on any host or from a URN. Only the finest qualifier is
 * retained. Other names remain unchanged.
 */
export function normaliseName(name: string): string {
  if (name.length > MAX_NAME_LENGTH) return name;
  return name.startsWith('urn:epc') ? linkOfUrn(name) : name.startsWith('http') ? normaliseLink(name) : name;
}

const KEYS = new Set('00 01 253 255 401 402 414 417 8003 8004 8006 8010 8017 8018'.split(' '));

function normaliseLink(address: string): string {
  const parts = address.split(/[?#]/, 1)[0]!.replace(/\/$/, '').split('/');
  const last = Math.max(0, parts.lastIndexOf(''));
  const start = parts.findIndex((part, at) => at > last && (parts.length - at) % 2 === 0 && KEYS.has(part));
  const [key = '', value = '', ...rest] = start === -1 ? [] : parts.slice(start);
  if (start === -1 || !isKeyValue(key, value)) return address;
  const qualifiers = new Map(rest.flatMap((name, at) => (at % 2 === 0 ? [[name, rest[at + 1]] as const] : [])));
  const finest = (QUALIFIERS[key] ?? []).find((name) => qualifiers.has(name));
  const paddedValue = key === '01' ? value.padStart(14, '0') : value;
  return `${GS1}/${key}/${paddedValue}${finest ? `/${finest}/${qualifiers.get(finest)}` : ''}`;
}

/** Qualifiers of each key, finest first. */
const QUALIFIERS: Record<string, readonly string[]> = { '01': ['21', '235', '10'], '414': ['254'], '8006': ['21', '10'], '8010': ['8011'] };

const DIGITS: Record<string, RegExp> = {
  '00': /^\d{18}$/,
  '01': /^(\d{8}|\d{12,14})$/,
  '402': /^\d{17}$/,
  '414': /^\d{13}$/,
  '417': /^\d{13}$/,
};

const isKeyValue = (key: string, value: string) => DIGITS[key]?.test(value) ?? /^[\w!"'%&()*+,\-.:;<=>]+$/.test(value);

/** EPC URN schemes: number of key digits and the primary key. */
const URN_SCHEMES: Record<string, { key: string; digits: number; isIndicatorFirst?: boolean; qualifier?: string }> = {
  'id:sgtin': { key: '01', digits: 13, isIndicatorFirst: true, qualifier: '21' },
  'idpat:sgtin': { key: '01', digits: 13, isIndicatorFirst: true },
  'class:lgtin': { key: '01', digits: 13, isIndicatorFirst: true, qualifier: '10' },
  'id:sscc': { key: '00', digits: 17, isIndicatorFirst: true },
  'id:sgln': { key: '414', digits: 12, qualifier: '254' },
  'id:pgln': { key: '417', digits: 12 },
};

/** Converts an EPC URN to a GS1 Digital Link. Unsupported schemes remain unchanged. */
function linkOfUrn(urn: string): string {
  const [, scheme = '', prefix = '', reference = '', suffix] = /^urn:epc:([a-z]+:[a-z]+):(\d+)\.(\d*)(?:\.(.+))?$/.exec(urn) ?? [];
  const kind = URN_SCHEMES[scheme];
  const body = kind?.isIndicatorFirst ? reference.slice(0, 1) + prefix + reference.slice(1) : prefix + reference;
  if (!kind || body.length !== kind.digits) return urn;
  const digits = body + gs1CheckDigit(body);
  const hasQualifier = kind.qualifier !== undefined && suffix !== undefined && suffix !== '*' && !(kind.key === '414' && suffix === '0');
  return `${GS1}/${kind.key}/${digits}${hasQualifier ? `/${kind.qualifier}/${escapeSuffix(suffix)}` : ''}`;
}

const escapeSuffix = (text: string) => text.replace(/[!()*+,:]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
