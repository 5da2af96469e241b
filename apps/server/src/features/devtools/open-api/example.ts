import { emptyDoc } from '@suyuan/forms';
import type { JsonSchema } from './components.ts';

const PICTURE = '/profile/upload/2026/11/21/0199a3f27c1b7d529c0e5b1f6f0a2c11.png';
const TIME = '2026-11-21 08:00:00';

/** Example values by field name, where the schema is not enough: check digits and formats. */
const examplesByField: Record<string, unknown> = {
  batchNo: 'B20261121',
  carrier: '顺丰',
  catalogueCode: 'TEA-01',
  categoryCode: 'TEA-001',
  categoryName: '武夷岩茶',
  channelBusinessCode: 'DLR-001',
  channelBusinessName: '福州一部',
  code: '8K3M-7QPD-X2TA',
  codes: ['8K3M-7QPD-X2TA'],
  component: 'manage/batch/index',
  configKey: 'suyuan.example',
  contactName: '王五',
  contactPhone: '13800138000',
  cronExpression: '0 0 2 * * ?',
  day: '2026-11-21',
  deptName: '质检部',
  doc: emptyDoc(),
  dictType: 'sys_normal_disable',
  dispatchNo: 'DS-001',
  email: 'wangwu@example.cn',
  eventTime: TIME,
  expiryDate: '2028-11-21',
  fileName: PICTURE,
  gln: '4012345000009',
  gtin: '06901234567892',
  intendedRegionCode: '350000',
  leader: '王五',
  month: '2026-11',
  newPassword: 'seven quiet rivers',
  nickName: '王五',
  noticeContent: '<p>周六停机升级。</p>',
  noticeTitle: '停机通知',
  noticeType: '1',
  oldPassword: 'six quiet rivers',
  originRegionCode: '350000',
  password: 'seven quiet rivers',
  path: 'batch',
  perms: 'manage:batch:list',
  phone: '13800138000',
  phonenumber: '13800138000',
  pictures: [PICTURE],
  postCode: 'qa',
  postName: '质检员',
  query: '{"state":"active"}',
  reason: '外箱破损',
  regionCode: '350000',
  regionCodes: ['350000'],
  remark: '常温保存',
  roleKey: 'auditor',
  roleName: '审计员',
  supplierCode: 'SUP-001',
  supplierName: '武夷山茶厂',
  userName: 'wangwu',
  username: 'wangwu',
  uscc: '91350100M000100Y43',
};

/** Fields to omit when an alternative is given: codes identify themselves, so container and ordinals are left out. */
const supersededFields: Record<string, readonly string[]> = { codes: ['container', 'batchId', 'level', 'from', 'to'] };

type Schemas = Record<string, JsonSchema>;

/** An example value that `schema` accepts. `name` selects known values. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, name = '', depth = 0): unknown {
  if (depth > 12) return undefined;
  const nestedExample = (each: JsonSchema, field = name) => exampleOf(each, schemas, field, depth + 1);
  if (name === 'doc') return examplesByField.doc;
  if (schema.$ref) return nestedExample(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (Object.hasOwn(examplesByField, name) && matchesSchema(examplesByField[name], schema)) return examplesByField[name];
  const choice = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.find((each) => (each as JsonSchema).type !== 'null');
  if (choice) return nestedExample(choice as JsonSchema);
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  if (type === 'object' || schema.properties) {
    const omitted = Object.keys(supersededFields).flatMap((field) =>
      schema.properties && field in schema.properties ? (supersededFields[field] ?? []) : [],
    );
    const { required = [], properties = {}, additionalProperties } = schema;
    const others = Object.fromEntries(required.map((field) => [field, additionalProperties]));
    const fields = Object.entries({ ...others, ...properties })
      .filter(([field]) => !omitted.includes(field) || required.includes(field))
      // null: the only value, or any value
      .map(([field, each]) => [field, nestedExample(each as JsonSchema, field) ?? (required.includes(field) ? null : undefined)]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  if (type === 'array') {
    // a tree ends after some levels
    const length = Math.max(depth < 8 ? 1 : 0, schema.minItems ?? 0);
    return Array.from({ length }, () => nestedExample((schema.items ?? {}) as JsonSchema));
  }
  if (type === 'string') return textOf(schema, name);
  if (type === 'integer' || type === 'number') return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1);
  if (type === 'boolean') return false;
  return undefined;
}

/** Whether a known value matches the field's type, since names are shared. */
function matchesSchema(value: unknown, schema: JsonSchema): boolean {
  const { type, anyOf, enum: choices, format, pattern, minLength = 0, maxLength = 1e6 } = schema;
  if (choices) return choices.some((each) => each === value);
  if (anyOf) return anyOf.some((each) => matchesSchema(value, each as JsonSchema));
  const types = [type].flat();
  if (typeof value !== 'string') return types.includes('array') && Array.isArray(value);
  if (!types.includes('string') || value.length < minLength || value.length > maxLength) return false;
  return (format !== 'date-time' || value.includes('T')) && (!pattern || new RegExp(pattern, 'u').test(value));
}

/** Texts that match the patterns in use. */
const sampleTexts = [
  TIME,
  '2026-11-21',
  'a001',
  'A001',
  'Goods',
  '1',
  '13800138000',
  '350000',
  PICTURE,
  'goods@example.cn',
  'https://example.cn/video.mp4',
  '08:00',
  '#1677ff',
];

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: JsonSchema, name: string): string {
  if (format === 'date') return '2026-11-21';
  if (format === 'date-time') return '2026-11-21T08:00:00+08:00';
  if (format === 'uuid') return '0199a3f2-7c1b-7d52-9c0e-5b1f6f0a2c11';
  if (pattern) {
    const regex = new RegExp(pattern, 'u');
    return sampleTexts.find((each) => regex.test(each) && each.length <= maxLength) ?? '';
  }
  if (/Time$/.test(name)) return TIME;
  if (/Date$|^(begin|end)/.test(name)) return TIME.slice(0, 10);
  return name.slice(0, maxLength).padEnd(minLength, 'x');
}
