import {
  BizStep,
  batchLifeCycle,
  CodeForm,
  categoryKinds,
  DealerState,
  Disposition,
  type Language,
  PaperKind,
  ShipmentKind,
  ShipmentState,
  stepNames,
  TraceData,
  TraceField,
  traceFillers,
} from '@suyuan/contract';
import { FormDoc } from '@suyuan/forms';
import { z } from 'zod';
import batchesJson from '../../../../../../reference-data/sample/batches.json' with { type: 'json' };
import categoriesJson from '../../../../../../reference-data/sample/categories.json' with { type: 'json' };
import codeRulesJson from '../../../../../../reference-data/sample/code-rules.json' with { type: 'json' };
import consumersJson from '../../../../../../reference-data/sample/consumers.json' with { type: 'json' };
import dealersJson from '../../../../../../reference-data/sample/dealers.json' with { type: 'json' };
import english from '../../../../../../reference-data/sample/en-US.json' with { type: 'json' };
import firstNotices from '../../../../../../reference-data/sample/first-notices.en-US.json' with { type: 'json' };
import formsJson from '../../../../../../reference-data/sample/forms.json' with { type: 'json' };
import picturesJson from '../../../../../../reference-data/sample/pictures.json' with { type: 'json' };
import productsJson from '../../../../../../reference-data/sample/products.json' with { type: 'json' };
import shipmentsJson from '../../../../../../reference-data/sample/shipments.json' with { type: 'json' };
import suppliersJson from '../../../../../../reference-data/sample/suppliers.json' with { type: 'json' };
import textsJson from '../../../../../../reference-data/sample/texts.json' with { type: 'json' };
import traceTemplatesJson from '../../../../../../reference-data/sample/trace-templates.json' with { type: 'json' };

/** The sample data, read from `reference-data/sample`: in Chinese, with the translation of each text in `en-US.json`. */

const optional = <T extends z.ZodType>(schema: T) => schema.exactOptional();
const text = z.string();
const texts = z.array(z.string());
/** Days from the day of loading; negative in the past. */
const days = z.number();
const daysAgo = z.number();

const Supplier = z.strictObject({
  ...{ code: text, name: text, gln: text, uscc: text, contactName: text, contactPhone: text, address: text },
  ...{ regionCode: text, grade: text, bankName: text, bankAccount: text },
  papers: z.array(z.strictObject({ kind: PaperKind, name: text, number: text, issuer: text, validFrom: days, validTo: days.nullable() })),
});

const Dealer = z.strictObject({
  ...{ code: text, name: text, uscc: text, grade: text, contactName: text, contactPhone: text, regionCode: text, contractNo: text },
  /** Parents are listed before their children. */
  parent: optional(text),
  state: DealerState,
  /** Of the state. */
  reason: optional(text),
  exclusive: optional(z.literal(true)),
  depositYuan: z.int(),
  contractTo: days,
  addedDaysAgo: daysAgo,
  regions: texts,
  /** Absent: all products. */
  products: optional(texts),
});

const CodeRule = z.strictObject({
  ...{ name: text, prefix: text, remark: text, serialDigits: z.int(), tagDigits: z.int(), pinDigits: z.int() },
  alphabet: z.enum(['base32', 'decimal']),
  form: CodeForm,
});

const Shape = z.enum(['carton', 'cup', 'pouch', 'box', 'tin']);
const ProductPicture = z.strictObject({ shape: Shape, ground: text, body: text, band: text });
export type ProductPicture = z.output<typeof ProductPicture>;

const Product = z.strictObject({
  ...{ code: text, name: text, gtin: text, brand: text, spec: text, unit: text, origin: text, standardNo: text, intro: text },
  ...{ shelfLife: z.int(), shelfLifeUnit: z.enum(['day', 'month', 'year']), codeRule: text, productionLine: text },
  ...{ netContent: z.number(), netContentUnit: z.enum(['g', 'ml']), suggestedPriceFen: z.int(), originRegionCode: text },
  /** Units per box, boxes per case, cases per pallet; 0: no such level. */
  packs: z.strictObject({ box: z.int(), case: z.int(), pallet: z.int() }),
  attributes: z.array(z.strictObject({ name: text, value: text })),
  picture: ProductPicture,
});
export type Product = z.output<typeof Product>;

const Subcategory = z.strictObject({
  ...{ code: text, name: text },
  /** Codes of products and suppliers, levels of dealers, business steps of trace steps. */
  holds: optional(texts),
  disposition: optional(Disposition),
  /** `1`: hidden from consumers. */
  publicFlag: optional(z.enum(['0', '1'])),
});
const Category = Subcategory.extend({ below: optional(z.array(Subcategory)) });
export type Category = z.output<typeof Category>;

/** Ordinals from 0. */
const Run = z.strictObject({ from: z.int(), count: z.int() });
const BatchAction = z.enum(['add', 'issued', ...stepNames(batchLifeCycle)]);
/** One step of a batch, for a run of its codes or all of them. */
const PlanStep = z.strictObject({ action: BatchAction, daysAgo, run: optional(Run), reason: optional(text) });
export type PlanStep = z.output<typeof PlanStep>;

const Batch = z.strictObject({
  ...{ product: text, supplier: text, quantity: z.int(), madeDaysAgo: daysAgo },
  /** Code of the intended dealer, and the region. */
  ...{ dealer: optional(text), region: optional(text) },
  /** Number of codes that consumers scanned, and of those with many scans, like copies. */
  ...{ scanned: z.int(), cloned: optional(z.int()) },
  plannedDaysAgo: daysAgo,
  /** Submitted, approved and issued within half a day; `steps` follow. */
  issued: optional(z.literal(true)),
  steps: z.array(PlanStep),
});
export type BatchPlan = z.output<typeof Batch>;

function stepsToIssue({ plannedDaysAgo, issued }: BatchPlan): PlanStep[] {
  const planned: PlanStep = { action: 'add', daysAgo: plannedDaysAgo };
  if (!issued) return [planned];
  return [
    planned,
    { action: 'submit', daysAgo: plannedDaysAgo - 0.1 },
    { action: 'approve', daysAgo: plannedDaysAgo - 0.4 },
    { action: 'issue', daysAgo: plannedDaysAgo - 0.45 },
    { action: 'issued', daysAgo: plannedDaysAgo - 0.4501 },
  ];
}

/** Public and optional by default. */
const Field = z.preprocess((field) => ({ required: false, public: true, ...(field as object) }), TraceField);
const Place = z.strictObject({ name: text, regionCode: text });
const ScenePicture = z.strictObject({ scene: text, ground: text, shape: text });
export type ScenePicture = z.output<typeof ScenePicture>;

/** What differs from the step for a product. */
const ProductStep = z.strictObject({
  ...{ data: optional(TraceData), place: optional(Place) },
  /** Day of the year of a harvest, as month and day: the last one that lies ten days before manufacture. */
  on: optional(z.string().regex(/^\d\d-\d\d$/)),
  /** Mass of the material for the same mass of the product. */
  perProduct: optional(z.number()),
});

const Step = z.strictObject({
  ...{ name: text, bizStep: BizStep, disposition: Disposition, filler: z.enum(traceFillers), required: z.boolean().default(true) },
  /** Days from manufacture to the step, where no day of the year is given. */
  after: days,
  ...{ fields: z.array(Field), data: TraceData, place: optional(Place) },
  /** Placeholder for a photograph of the step. */
  picture: optional(ScenePicture),
  /** Material of the first step. Its lot is named after the day of that step. */
  input: optional(z.strictObject({ inputName: text, lotPrefix: text, perProduct: z.number() })),
  byProduct: optional(z.record(text, ProductStep)),
});
export type TraceStep = z.output<typeof Step>;
const TraceTemplate = z.strictObject({ name: text, products: texts, steps: z.array(Step) });

const Shipment = z.strictObject({
  ...{ kind: ShipmentKind, state: ShipmentState },
  /** Range of the activated units, in percent. */
  part: z.strictObject({ from: z.int(), to: z.int() }),
  /** Index of the top-level dealer; `below` transfers to its first child. */
  ...{ dealer: z.int(), below: optional(z.literal(true)) },
  /** Days after activation; for shipments in transit or pending, days before now. */
  days: z.number(),
});
/** A carrier with the prefix of its tracking numbers. */
const Carrier = z.strictObject({ name: text, prefix: z.string() });
const Logistics = z.strictObject({ carriers: z.array(Carrier), shipments: z.array(Shipment) });

const consumers = z
  .strictObject({ places: z.array(z.strictObject({ region: text, weight: z.int() })), agents: texts })
  .parse(consumersJson);
/** Consumer regions, weighted by repetition, in the spelling of the address data. */
export const places = consumers.places.flatMap(({ region, weight }) => Array<string>(weight).fill(region));
/** `User-Agent` headers. */
export const { agents } = consumers;

const formFacts = { key: text, name: text, remark: text, addedDaysAgo: daysAgo };
const Version = z.strictObject({ publishedDaysAgo: daysAgo, note: text.nullable(), answeredDaysAgo: z.array(daysAgo), doc: FormDoc });
/** A published form with two versions and its answers, and a draft. */
const Forms = z.strictObject({
  inspection: z.strictObject({ ...formFacts, versions: z.tuple([Version, Version]) }),
  audit: z.strictObject({ ...formFacts, doc: FormDoc }),
  answers: z.strictObject({ shops: texts, products: texts, reasons: texts, remark: text }),
});

/** `{brand}` in the story of products is replaced. */
const Texts = z.strictObject({
  accounts: z.strictObject({ admin: text, planner: text, approver: text, printing: text }),
  ...{ printingHouse: text, secondPrintingHouse: text, printOrderRefusal: text, printedList: text, frozenCase: text, story: text },
  copied: z.strictObject({ words: text, boughtAt: text, note: text }),
  gift: z.strictObject({ note: text }),
  unknown: z.strictObject({ words: text, boughtAt: text }),
});

const dictionary = new Map(Object.entries(english));

/** A copy of `json` whose texts are translated. Codes and texts without translation stay. */
function translated<T>(json: T, language: Language): T {
  if (language === 'zh-CN') return json;
  return JSON.parse(JSON.stringify(json), (_key, value) => (typeof value === 'string' ? (dictionary.get(value) ?? value) : value));
}

/** The sample data in a language, validated. */
export function readSample(language: Language) {
  const read = <S extends z.ZodType>(schema: S, json: unknown): z.output<S> => schema.parse(translated(json, language));
  return {
    suppliers: read(z.array(Supplier), suppliersJson),
    dealers: read(z.array(Dealer), dealersJson),
    codeRules: read(z.array(CodeRule), codeRulesJson),
    products: read(z.array(Product), productsJson),
    categories: read(z.record(z.enum(categoryKinds), z.array(Category)), categoriesJson),
    /** Batches in every state, oldest first. `steps` are all of them. */
    plans: read(z.array(Batch), batchesJson).map((batch): BatchPlan => ({ ...batch, steps: [...stepsToIssue(batch), ...batch.steps] })),
    traceTemplates: read(z.array(TraceTemplate), traceTemplatesJson),
    /** Shipments of each batch: to two dealers, a transfer, a return, the rest pending. */
    ...read(Logistics, shipmentsJson),
    forms: read(Forms, formsJson),
    texts: readTexts(language),
  };
}
export type SampleData = ReturnType<typeof readSample>;

const readTexts = (language: Language) => Texts.parse(translated(textsJson, language));

/** The first notices of an installation, which migrations store in Chinese. */
export const englishNotices = z.array(z.strictObject({ noticeId: z.int(), noticeTitle: text, noticeContent: text })).parse(firstNotices);

/** Display names of the administrator and the sample's users. */
export const accountNames = (language: Language) => readTexts(language).accounts;

/** Names of the list of the bulk action, in all languages. */
export const printedLists = (['zh-CN', 'en-US'] as const).map((language) => readTexts(language).printedList);

/** SVG path on a canvas of 480 × 480; with a width it is a stroke. Fill: the step's color, solid or translucent, white, or dark. */
const ScenePart = z.strictObject({ tone: z.enum(['shape', 'soft', 'light', 'ink']), path: text, width: optional(z.number()) });
/** Outlines of packages on a canvas of 640 × 480, and scenes of trace steps. */
export const pictures = z.strictObject({ packages: z.record(Shape, text), scenes: z.record(text, z.array(ScenePart)) }).parse(picturesJson);
