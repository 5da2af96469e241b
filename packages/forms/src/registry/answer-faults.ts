import { isDay, isMoment, isMonth, isTime, isWeek } from '../answers/days.ts';
import type { Fault } from '../answers/fault.ts';
import type { Json } from '../json.ts';
import { isObject } from '../json.ts';
import { type FormNode, flattenOptions, limits, type Option } from '../model.ts';

/** Validators by kind of answer. They receive non-empty answers only. */
type Validator = (node: FormNode, value: Json) => Fault | undefined;

const typeFault: Fault = { fault: 'type' };
const numberProp = (node: FormNode, key: string): number | undefined => {
  const value = node.props[key];
  return typeof value === 'number' ? value : undefined;
};

/** Control characters except line breaks and tabs, and lone surrogates. PostgreSQL rejects some of them. */
const CONTROL_CHARACTERS = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;

export const noAnswerFault: Validator = () => typeFault;

/** Single line unless the component allows more. */
export const textFault: Validator = (node, value) => {
  if (typeof value !== 'string') return typeFault;
  if (CONTROL_CHARACTERS.test(value)) return { fault: 'controlCharacter' };
  const max = numberProp(node, 'maxLength') ?? limits.text;
  if (value.length > max) return { fault: 'tooLong', params: { max } };
  return node.type !== 'textarea' && node.type !== 'mentions' && /[\n\r]/.test(value) ? { fault: 'controlCharacter' } : undefined;
};

/** Length only. The server sanitises the HTML. */
export const htmlFault: Validator = (_node, value) => {
  if (typeof value !== 'string') return typeFault;
  if (CONTROL_CHARACTERS.test(value)) return { fault: 'controlCharacter' };
  return value.length > limits.richText ? { fault: 'tooLong', params: { max: limits.richText } } : undefined;
};

/** Checks bounds and decimal places. */
export const numberFault: Validator = (node, value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { fault: 'number' };
  const [min, max, places] = [numberProp(node, 'min'), numberProp(node, 'max'), numberProp(node, 'precision')];
  if (min !== undefined && value < min) return { fault: 'tooSmall', params: { min } };
  if (max !== undefined && value > max) return { fault: 'tooLarge', params: { max } };
  return places !== undefined && Number(value.toFixed(places)) !== value ? { fault: 'places', params: { places } } : undefined;
};

/** Whole stars, or halves if the component allows them. */
export const rateFault: Validator = (node, value) => {
  const max = numberProp(node, 'count') ?? 5;
  const fault = numberFault({ ...node, props: { min: 0, max } }, value);
  const stars = (value as number) * (node.props.allowHalf === true ? 2 : 1);
  return fault ?? (Number.isInteger(stars) ? undefined : typeFault);
};

/** Two numbers in ascending order. */
export const sliderFault: Validator = (node, value) => {
  if (!Array.isArray(value) || value.length !== 2) return typeFault;
  const fault = value.map((each) => numberFault(node, each)).find((each) => each);
  return fault ?? ((value[0] as number) > (value[1] as number) ? { fault: 'pairOrder' } : undefined);
};

export const flagFault: Validator = (_node, value) => (typeof value === 'boolean' ? undefined : typeFault);

/** Static options are in the document. For other sources only the type can be checked. */
const hasStaticOptions = (node: FormNode) => (node.source?.mode ?? 'static') === 'static';
const isKey = (value: Json): value is string | number =>
  (typeof value === 'string' && value.length <= 500 && !CONTROL_CHARACTERS.test(value)) ||
  (typeof value === 'number' && Number.isFinite(value));

/** Documents are immutable, so a list of options is indexed once. Every answer, in every row, is then one lookup per value. */
function indexed<Index>(indexOf: (options: readonly Option[]) => Index): (options: readonly Option[]) => Index {
  const indexes = new WeakMap<readonly Option[], Index>();
  return (options) => {
    const index = indexes.get(options) ?? indexOf(options);
    indexes.set(options, index);
    return index;
  };
}

const isEnabled = (option: Option) => !option.disabled;
/** Of all levels. */
const enabledValues = indexed(
  (options) =>
    new Set<Json>(
      flattenOptions(options)
        .filter(isEnabled)
        .map(({ value }) => value),
    ),
);
/** Of one level. The first of equal values wins. */
const enabledByValue = indexed(
  (options) =>
    new Map<Json, Option>(
      options
        .filter(isEnabled)
        .reverse()
        .map((option) => [option.value, option]),
    ),
);
const hasOption = (node: FormNode, value: Json) => !hasStaticOptions(node) || enabledValues(node.options ?? []).has(value);

export const choiceFault: Validator = (node, value) => {
  if (!isKey(value)) return typeFault;
  return hasOption(node, value) ? undefined : { fault: 'choice' };
};

export const choicesFault: Validator = (node, value) => {
  if (!Array.isArray(value) || !value.every(isKey) || new Set(value).size !== value.length) return typeFault;
  if (value.length > limits.options) return { fault: 'tooMany', params: { max: limits.options } };
  if (!value.every((each) => hasOption(node, each))) return { fault: 'choice' };
  return countFault(node, value.length);
};

function countFault(node: FormNode, count: number): Fault | undefined {
  const [min, max] = [numberProp(node, 'min'), numberProp(node, 'max')];
  if (min !== undefined && count < min) return { fault: 'tooFew', params: { min } };
  return max !== undefined && count > max ? { fault: 'tooMany', params: { max } } : undefined;
}

/** From a root to a leaf, or to any node if the form allows it. */
export const pathFault: Validator = (node, value) => {
  if (!Array.isArray(value) || value.length > limits.depth * 2 || !value.every(isKey)) return typeFault;
  if (!hasStaticOptions(node)) return undefined;
  let level: readonly Option[] = node.options ?? [];
  for (const each of value) {
    const option = enabledByValue(level).get(each);
    if (!option) return { fault: 'choice' };
    level = option.children ?? [];
  }
  return level.length > 0 && node.props.changeOnSelect !== true ? { fault: 'choice' } : undefined;
};

/** `#rrggbb`, or `#rrggbbaa` if alpha is enabled. */
export const colorFault: Validator = (node, value) => {
  if (typeof value !== 'string') return typeFault;
  const shape = node.props.disabledAlpha === true ? /^#[0-9a-f]{6}$/i : /^#[0-9a-f]{6}([0-9a-f]{2})?$/i;
  return shape.test(value) ? undefined : { fault: 'color' };
};

/** Uploads are paths below one `/`, never on another host. */
const isOwnFile = (value: Json) =>
  isObject(value) &&
  typeof value.name === 'string' &&
  value.name.length > 0 &&
  value.name.length <= 200 &&
  !CONTROL_CHARACTERS.test(value.name) &&
  typeof value.url === 'string' &&
  /^\/(?![/\\])[\w\-./%]{1,300}$/.test(value.url) &&
  !value.url.includes('..');

export const filesFault: Validator = (node, value) => {
  if (!Array.isArray(value)) return typeFault;
  if (!value.every(isOwnFile)) return { fault: 'file' };
  const max = numberProp(node, 'maxCount') ?? 50;
  if (value.length > max) return { fault: 'tooMany', params: { max } };
  const kinds = String(node.props.accept ?? '')
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .filter((kind) => kind.startsWith('.'));
  const isAccepted = (name: string) => kinds.some((kind) => name.toLowerCase().endsWith(kind));
  const areAllAccepted = kinds.length === 0 || value.every((file) => isObject(file) && isAccepted(String(file.name)));
  return areAllAccepted ? undefined : { fault: 'fileKind', params: { kinds: kinds.join(' ') } };
};

export const rowsFault: Validator = (node, value) => {
  if (!Array.isArray(value) || !value.every(isObject)) return typeFault;
  if (value.length > limits.rows) return { fault: 'tooMany', params: { max: limits.rows } };
  return countFault(node, value.length);
};

/** `HH:mm:ss` */
export const timeFault: Validator = (_node, value) => (isTime(value) ? undefined : { fault: 'time' });

/** `YYYY-MM` */
export const monthFault: Validator = (_node, value) => (isMonth(value) ? undefined : { fault: 'month' });

export const weekFault: Validator = (_node, value) => (isWeek(value) ? undefined : { fault: 'week' });

function dateLimitFault(node: FormNode, text: string): Fault | undefined {
  const [min, max] = [node.props.minDate, node.props.maxDate];
  if (typeof min === 'string' && min && text.slice(0, 10) < min) return { fault: 'tooSmall', params: { min } };
  return typeof max === 'string' && max && text.slice(0, 10) > max ? { fault: 'tooLarge', params: { max } } : undefined;
}

/** An existing date within bounds, with a time if the component has one. */
export const dateFault: Validator = (node, value) => {
  const exists = node.props.showTime === true ? isMoment(value) : isDay(value);
  return exists ? dateLimitFault(node, value as string) : { fault: 'day' };
};

const pairFault = (value: Json, validate: (each: Json) => Fault | undefined): Fault | undefined => {
  if (!Array.isArray(value) || value.length !== 2) return typeFault;
  if (value.includes('')) return { fault: 'pairEnd' };
  const fault = value.map(validate).find((each) => each);
  return fault ?? ((value[0] as string) > (value[1] as string) ? { fault: 'pairOrder' } : undefined);
};

/** Two dates in ascending order. */
export const rangeFault: Validator = (node, value) => pairFault(value, (each) => dateFault(node, each));

/** Two times in ascending order. */
export const timeRangeFault: Validator = (node, value) => pairFault(value, (each) => timeFault(node, each));
