import { Moment, Time } from '@suyuan/contract';
import type { z } from 'zod';
import { parseRfc3339 } from '../../shanghai-time.ts';
import { definitionOf, isObject, type SchemaDefinition, unwrapped } from './schema-definition.ts';

/** Returns a value with other times; unchanged parts are shared. */
type Convert = (value: unknown) => unknown;
/** What a converter does to one time. */
type Leaf = (text: string) => string;

/** The wire time of RuoYi is that of China, which has no summer time. */
const OFFSET = '+08:00';
const OFFSET_MS = 8 * 3_600_000;

/** `2026-11-21 08:00:00` → `2026-11-21T08:00:00+08:00` */
const toRfc3339: Leaf = (text) => (text.length === 19 ? `${text.replace(' ', 'T')}${OFFSET}` : text);

/** Any other text is left for the schema to refuse. */
function fromRfc3339(text: string): string {
  const milliseconds = parseRfc3339(text);
  return Number.isNaN(milliseconds) ? text : new Date(milliseconds + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

const isTime = (schema: z.core.$ZodType) => schema === Time || schema === Moment;

/** Converts the declared times of a value; undefined if its schema declares none. Texts that only look like times are untouched. */
function converterOf(schema: z.core.$ZodType, leaf: Leaf, cache = new Map<z.core.$ZodType, Convert | undefined>()): Convert | undefined {
  if (isTime(schema)) return (value) => (typeof value === 'string' ? leaf(value) : value);
  if (cache.has(schema)) return cache.get(schema);
  // a recursive schema finds this entry
  let convert: Convert | undefined;
  cache.set(schema, (value) => (convert ? convert(value) : value));
  convert = containerConverter(definitionOf(schema), (inner) => converterOf(inner, leaf, cache));
  cache.set(schema, convert);
  return convert;
}

function containerConverter(definition: SchemaDefinition, inner: (schema: z.core.$ZodType) => Convert | undefined): Convert | undefined {
  const { type, shape, element, valueType, options } = definition;
  if (shape) {
    const fields = Object.entries(shape).flatMap(([name, each]) => {
      const convert = inner(each);
      return convert ? [[name, convert] as const] : [];
    });
    if (fields.length === 0) return undefined;
    return (value) =>
      isObject(value)
        ? { ...value, ...Object.fromEntries(fields.flatMap(([name, convert]) => (name in value ? [[name, convert(value[name])]] : []))) }
        : value;
  }
  if (element) {
    const convert = inner(element);
    return convert && ((value) => (Array.isArray(value) ? value.map(convert) : value));
  }
  if (type === 'record' && valueType) {
    const convert = inner(valueType);
    return (
      convert &&
      ((value) => (isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, convert(each)])) : value))
    );
  }
  if (options) {
    const converters = options.flatMap((each) => inner(each) ?? []);
    return converters.length > 0 ? (value) => converters.reduce((result: unknown, convert) => convert(result), value) : undefined;
  }
  const wrapped = unwrapped(definition);
  return wrapped && inner(wrapped);
}

/** Made for the first value, because most routes of a process get no request. */
function lazily(schema: z.ZodType, leaf: Leaf): Convert {
  let converter: { convert: Convert | undefined } | undefined;
  return (value) => {
    converter ??= { convert: converterOf(schema, leaf) };
    return converter.convert ? converter.convert(value) : value;
  };
}

/** RFC 3339 in a response. */
export const timesOut = (schema: z.ZodType) => lazily(schema, toRfc3339);

/** Converts RFC 3339 in a request to the times that its schema accepts. */
export const timesIn = (schema: z.ZodType) => lazily(schema, fromRfc3339);
