import { z } from 'zod';
import type { ProblemName } from '../problems.ts';
import type { Extension } from './extensions.ts';
import {
  absentIfBlank,
  Day,
  decimal,
  Flag,
  Id,
  int,
  lines,
  MAX_INT,
  optionalDay,
  optionalId,
  optionalLines,
  optionalText,
  orNone,
  Time,
  text,
} from './fields.ts';
import { optionalRegion, RegionCode } from './region.ts';

/** How a field behaves: its filter on the server (`platform/db/record-table.ts`), its control, filter and cell on the console (`ui/`). */
export type FieldKind =
  | 'text'
  /** An identifier: monospaced, with a copy button. */
  | 'code'
  /** Text with line breaks. */
  | 'lines'
  | 'number'
  | 'day'
  | 'time'
  | 'boolean'
  /** RuoYi's `0` normal, `1` disabled. */
  | 'flag'
  /** One of a few values, each with a label. */
  | 'choice'
  /** ID of another record. */
  | 'reference'
  | 'region'
  /** Path of an uploaded file. */
  | 'file'
  /** Any other structure. Has no control, filter or column. */
  | 'json'
  | 'version';

export interface FieldLimits {
  /** Longest text, or greatest number. */
  max?: number;
  min?: number;
  /** Of a text. */
  pattern?: RegExp;
  /** Values of a choice. */
  values?: readonly string[];
}

/**
 * `input`: the user sets it. `writeOnly`: the same, but not part of the record, e.g. a password. `stored`: the server sets a column.
 * `computed`: derived when read, so neither filtered nor sorted by.
 */
export type FieldSource = 'input' | 'writeOnly' | 'stored' | 'computed';

/** The filter may accept less than a complete value: a part of a text without its pattern. */
type Schemas<Value> = { required: z.ZodType<Value>; optional: z.ZodType<Value | null | undefined>; filter: z.ZodType };

interface FieldOptions {
  source: FieldSource;
  optional: boolean;
  omittable: boolean | 'orBlank';
  initialValue?: unknown;
  proposed?: boolean | string;
  needs?: Extension;
  taken?: ProblemName;
  read?: z.ZodType;
}

/** `Optional`: null without a value. `Omittable`: may be absent in an input, never null. */
export class Field<
  Value = unknown,
  Source extends FieldSource = FieldSource,
  Optional extends boolean = boolean,
  Omittable extends boolean = boolean,
> {
  readonly kind: FieldKind;
  readonly limits: FieldLimits;
  readonly #schemas: Schemas<Value>;
  readonly #options: FieldOptions;
  /** The type parameters; no value at run time. */
  declare readonly types: { value: Value; source: Source; optional: Optional; omittable: Omittable };

  constructor(
    kind: FieldKind,
    schemas: Schemas<Value>,
    limits: FieldLimits = {},
    options: FieldOptions = { source: 'input', optional: false, omittable: false },
  ) {
    this.kind = kind;
    this.limits = limits;
    this.#schemas = schemas;
    this.#options = options;
  }

  #with(changes: Partial<FieldOptions>) {
    // The cast: only the caller knows how the changes affect the type.
    return new Field(this.kind, this.#schemas, this.limits, { ...this.#options, ...changes }) as never;
  }

  /** May be empty: null. */
  optional(): Field<Value, Source, true, Omittable> {
    return this.#with({ optional: true });
  }

  /** May be absent; the database sets a default. */
  omittable(): Field<Value, Source, Optional, true> {
    return this.#with({ omittable: true });
  }

  /** Like `omittable`. Null and empty text count as absent, as RuoYi clients send them. */
  absentIfBlank(): Field<Value, Source, Optional, true> {
    return this.#with({ omittable: 'orBlank' });
  }

  /** Part of the input, not of the record. */
  writeOnly(): Field<Value, 'writeOnly', Optional, Omittable> {
    return this.#with({ source: 'writeOnly' });
  }

  /** Set by the server. */
  stored(): Field<Value, 'stored', Optional, Omittable> {
    return this.#with({ source: 'stored' });
  }

  /** Derived when the record is read. */
  computed(): Field<Value, 'computed', Optional, Omittable> {
    return this.#with({ source: 'computed' });
  }

  /** Proposed in the form of a new record. */
  initially(initialValue: Value): Field<Value, Source, Optional, Omittable> {
    return this.#with({ initialValue });
  }

  /**
   * The server proposes a value for a new record, see `proposalOf`. With a prefix it is the next number, e.g. `S0042` for `S`. A proposal
   * reserves nothing: a unique constraint still decides.
   */
  proposed(prefix: boolean | string = true): Field<Value, Source, Optional, Omittable> {
    return this.#with({ proposed: prefix });
  }

  /** A unique constraint of the table on this column decides. */
  unique(taken: ProblemName): Field<Value, Source, Optional, Omittable> {
    return this.#with({ taken });
  }

  /** Absent on servers without the extension. */
  onlyWith(needs: Extension): Field<Value, Source, Optional, Omittable> {
    return this.#with({ needs });
  }

  /** The record holds another value than an input sets, e.g. null where an input is required. Must be the last call. */
  readAs<Read>(read: z.ZodType<Read>): Field<Value, Source, Optional, Omittable> & { types: { read: Read } } {
    return this.#with({ read });
  }

  get source(): FieldSource {
    return this.#options.source;
  }

  /** Value of the form of a new record. */
  get initialValue(): unknown {
    return this.#options.initialValue;
  }

  /** Whether the server proposes a value, or the prefix of a proposed number. */
  get proposal(): boolean | string {
    return this.#options.proposed ?? false;
  }

  /** Absent on a server without this extension. */
  get needs(): Extension | undefined {
    return this.#options.needs;
  }

  /** The value is unique; this problem refuses another record with it. */
  get taken(): ProblemName | undefined {
    return this.#options.taken;
  }

  /** Schema in the body of a request. */
  get input(): z.ZodType {
    const { required, optional } = this.#schemas;
    if (this.#options.optional) return optional;
    if (this.#options.omittable === 'orBlank') return absentIfBlank(required);
    return this.#options.omittable ? required.optional() : required;
  }

  /** Schema in a record. Texts have no rules, because a record may be older than a rule. */
  get output(): z.ZodType {
    const { read, optional, source } = this.#options;
    if (read) return read;
    if (['text', 'code', 'lines'].includes(this.kind)) return optional ? z.string().nullable() : z.string();
    if (source === 'input') return z.nonoptional(this.input);
    return optional ? z.nonoptional(this.#schemas.optional) : this.#schemas.required;
  }

  /** Schema in the query of a list. */
  get filter(): z.ZodType {
    return this.#schemas.filter;
  }
}

const field = <Value>(kind: FieldKind, schemas: Schemas<Value>, limits?: FieldLimits) =>
  new Field<Value, 'input', false, false>(kind, schemas, limits);

const textField = (kind: 'text' | 'code', max: number, pattern?: RegExp) =>
  field<string>(
    kind,
    { required: text(max, pattern), optional: optionalText(max, pattern), filter: text(max) },
    { max, ...(pattern && { pattern }) },
  );

const orNull = <Value>(required: z.ZodType<Value>) => ({ required, optional: orNone(required), filter: required });

/** Fields by kind, e.g. `f.text(50).optional()`. */
export const f = {
  /** Single line of 1 to `max` characters. */
  text: (max: number, pattern?: RegExp) => textField('text', max, pattern),
  code: (max: number, pattern?: RegExp) => textField('code', max, pattern),
  lines: (max: number) => field<string>('lines', { required: lines(max), optional: optionalLines(max), filter: text(max) }, { max }),
  /** Integer, both ends included. */
  number: (min: number, max: number) => field<number>('number', orNull(int(min, max)), { min, max }),
  /** At most `places` decimals. */
  decimal: (min: number, max: number, places: number) => field<number>('number', orNull(decimal(min, max, places)), { min, max }),
  /** Angle (WGS 84), from `-most` to `most`. */
  degrees: (most: number) => field<number>('number', orNull(z.coerce.number().min(-most).max(most)), { min: -most, max: most }),
  /** Integer of the server. Computed, unless `stored`. */
  serverNumber: () => field<number>('number', orNull(z.int())).computed(),
  /** Text of the server, e.g. the name behind a reference. Computed, unless `stored`. */
  serverText: () => field<string>('text', { required: z.string(), optional: z.string().nullish(), filter: text(100) }).computed(),
  day: () => field<string>('day', { required: Day, optional: optionalDay, filter: Day }),
  /** Instant that the server sets. */
  time: () => field<string>('time', { required: Time, optional: Time.nullish(), filter: Time }).stored(),
  boolean: () => field<boolean>('boolean', orNull(z.boolean())),
  flag: () => field<'0' | '1'>('flag', { required: Flag, optional: orNone(Flag), filter: Flag }, { values: ['0', '1'] }),
  choice: <const Value extends string>(values: readonly Value[]) => {
    const schema = z.enum(values as readonly [Value, ...Value[]]) as unknown as z.ZodType<Value>;
    return field<Value>('choice', orNull(schema), { values });
  },
  reference: () => field<number>('reference', { required: Id, optional: optionalId, filter: Id }),
  /** In a tree. 0: top level. */
  parent: () => field<number>('reference', orNull(int(0, Number.MAX_SAFE_INTEGER))),
  region: () => field<string>('region', { required: RegionCode, optional: optionalRegion, filter: RegionCode }),
  /** @param schemas where the optional value is not the nullable one, e.g. blank counts as absent */
  of: <Schema extends z.ZodType>(kind: FieldKind, schema: Schema, schemas: Partial<Schemas<z.output<Schema>>> = {}, limits?: FieldLimits) =>
    field<z.output<Schema>>(kind, { ...orNull(schema as z.ZodType<z.output<Schema>>), ...schemas }, limits),
  json: <Schema extends z.ZodType>(schema: Schema) => field<z.output<Schema>>('json', orNull(schema as z.ZodType<z.output<Schema>>)),
};

/** Of every record that people edit. */
export const audited = {
  createBy: f.text(30).stored(),
  createTime: f.time(),
  updateBy: f.text(30).stored().optional(),
  updateTime: f.time().optional(),
  /** Optimistic locking: an outdated version is rejected, a missing one is not checked. */
  version: f.of('version', int(1, MAX_INT)).omittable(),
};

export type Fields = Readonly<Record<string, Field>>;

type SourceOf<F> = F extends { types: { source: infer Source } } ? Source : never;
type ValueOf<F> = F extends { types: { value: infer Value; optional: infer Optional } }
  ? true extends Optional
    ? Value | null
    : Value
  : never;

export type InputNames<Fs> = { [Name in keyof Fs]: SourceOf<Fs[Name]> extends 'input' | 'writeOnly' ? Name : never }[keyof Fs];
type RecordNames<Fs> = { [Name in keyof Fs]: SourceOf<Fs[Name]> extends 'writeOnly' ? never : Name }[keyof Fs];
type InputSchemaOf<F> = F extends { types: { optional: true } | { omittable: true } }
  ? z.ZodOptional<z.ZodType<ValueOf<F>>>
  : z.ZodType<ValueOf<F>>;
type RecordSchemaOf<F> = F extends { types: { read: infer Read } }
  ? undefined extends Read
    ? z.ZodOptional<z.ZodType<Exclude<Read, undefined>>>
    : z.ZodType<Read>
  : z.ZodType<ValueOf<F>>;
type FilterValue<F> = F extends { types: { value: infer Value } } ? Value : never;

export type InputShape<Fs> = { [Name in InputNames<Fs>]: InputSchemaOf<Fs[Name]> };
export type RecordShape<Fs> = { [Name in RecordNames<Fs>]: RecordSchemaOf<Fs[Name]> };
export type FilterShape<Fs, Names extends PropertyKey> = {
  [Name in Names & keyof Fs]: z.ZodOptional<z.ZodType<FilterValue<Fs[Name]>>>;
};
/** Fields that have a column in the database. */
export type StoredNames<Fs> = { [Name in keyof Fs]: SourceOf<Fs[Name]> extends 'computed' | 'writeOnly' ? never : Name }[keyof Fs];
