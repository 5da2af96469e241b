import {
  type ChangesOf,
  type ConfigKind,
  configKindOf,
  configKinds,
  extensionNames,
  type InputOf,
  namesSecret,
  type PublicSettings,
  type QueryOf,
  type RecordOf,
  SECRET_MASK,
  SETTING_KEY,
  type ServerAbout,
  type settings,
  type WordKey,
} from '@suyuan/contract';
import { z } from 'zod';
import { readCached } from '../../../platform/cache/cache.ts';
import { invalidateUntilCommit } from '../../../platform/cache/local-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isAddressList, isListed, normaliseAddress } from '../../../platform/http/address-list.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { seedNames } from '../../../platform/http/seed-names.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './setting.queries.ts';

interface Validator {
  schema: z.ZodType<string>;
  /** Expected format in language-neutral notation, or a word key. */
  expected: string;
  /** Parameter of that word. */
  max?: number;
}

const oneLine = (max: number): Validator => ({
  schema: z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u),
  expected: 'system.config.oneLine' satisfies WordKey,
  max,
});

const validators: { [Name in ConfigKind['kind']]: (kind: Extract<ConfigKind, { kind: Name }>) => Validator } = {
  switch: () => ({ schema: z.enum(['true', 'false']), expected: 'true / false' }),
  whole: ({ min, max }) => ({
    schema: z
      .string()
      .regex(/^\d{1,9}$/)
      .refine((value) => Number(value) >= min && Number(value) <= max),
    expected: `${min}–${max}`,
  }),
  choice: ({ choices }) => ({ schema: z.string().refine((value) => choices.includes(value)), expected: choices.join(' / ') }),
  several: ({ choices }) => ({
    schema: z.string().refine((value) => value === '' || value.split(',').every((part) => choices.includes(part))),
    expected: choices.join(','),
  }),
  line: ({ max }) => oneLine(max),
  addresses: () => ({
    schema: z.string().max(4000).refine(isAddressList),
    expected: '10.0.0.7; 10.1.*; 10.2.0.1-10.2.0.9',
  }),
  secret: () => oneLine(500),
};

export function validatorOf(configKey: string): Validator {
  const kind = configKindOf(configKey);
  // The one cast: the table has a matching validator for each kind.
  return (validators[kind.kind] as (kind: ConfigKind) => Validator)(kind);
}

/** Numbers of which the first has no effect unless it is below the second. */
const orderedKeys = [['suyuan.scan.repeatedFrom', 'suyuan.scan.suspectFrom']] as const;

type Configs = typeof settings;

const service = recordService(queries.settingTable, {
  orderBy: 'configId',
  seeds: (ctx) => seedNames(ctx, 'system.config.seed.name.'),
});

export const { table } = service;

/** The value of a setting; empty if missing. */
export const get = async (db: Db, configKey: string): Promise<string> => (await queries.findValue(db, configKey))?.configValue ?? '';

/** Several settings in one query; missing ones are empty. */
export async function getMany<Key extends string>(db: Db, configKeys: readonly Key[]): Promise<Record<Key, string>> {
  const valuesByKey = new Map((await queries.findMany(db, configKeys)).map(({ configKey, configValue }) => [configKey, configValue]));
  // The one cast: the result has every requested key.
  return Object.fromEntries(configKeys.map((key) => [key, valuesByKey.get(key) ?? ''])) as Record<Key, string>;
}

/** A numeric setting; `fallback` if missing or not a number. */
export async function number(db: Db, configKey: string, fallback: number): Promise<number> {
  const text = await get(db, configKey);
  return /^\d{1,9}$/.test(text) ? Number(text) : fallback;
}

/** Accepts all of RuoYi's spellings of true. */
const isOn = (text: string): boolean => /^(true|yes|ok|1|是)$/i.test(text.trim());

/** A captcha is required unless the setting is explicitly off. */
export const isCaptchaEnabled = (text: string): boolean => text.trim() === '' || isOn(text);

/** Sets a value for the operator's command. @throws configUnknown, configValueWrong, configValuesContradict */
export async function set(db: Db, configKey: string, configValue: string): Promise<void> {
  ensureValid(configKey, configValue);
  await ensureOrdered(db, configKey, configValue);
  invalidateUntilCommit(db, 'sys_config');
  if (!(await queries.updateValue(db, configKey, configValue))) throw new Problem('configUnknown', { configKey });
}

/** All settings by key for the operator's commands, with secrets masked. */
export const listByOperator = async (db: Db): Promise<{ configKey: string; configValue: string }[]> =>
  (await queries.listValues(db)).map(({ configKey, configValue }) => ({
    configKey,
    configValue: configValue && namesSecret(configKey) ? SECRET_MASK : configValue,
  }));

const publicKeys = [
  'suyuan.footer.company',
  'suyuan.footer.icp',
  'sys.account.captchaEnabled',
  'sys.account.registerUser',
  'suyuan.password.minLength',
  'sys.account.chrtype',
] as const;

/** Cannot be the key of a setting. */
const PUBLIC_CACHE_KEY = '(public)';

/** One object while the values are in memory, so that it is encoded once. */
const publicByValues = new WeakMap<object, PublicSettings>();

/** Public settings for the sign-in page and the console shell: an allow-list. */
export async function publicSettings({ db, englishEnabled, previewSite, publicBaseUrl }: Installation): Promise<PublicSettings> {
  const values = await readCached(db, 'sys_config', PUBLIC_CACHE_KEY, () => getMany(db, publicKeys));
  const cached = publicByValues.get(values);
  if (cached) return cached;
  const settings: PublicSettings = {
    company: values['suyuan.footer.company'],
    icp: values['suyuan.footer.icp'],
    captchaEnabled: isCaptchaEnabled(values['sys.account.captchaEnabled']),
    registerEnabled: values['sys.account.registerUser'] === 'true',
    passwordMinLength: Number(values['suyuan.password.minLength']),
    passwordClass: values['sys.account.chrtype'],
    englishEnabled,
    previewSite,
    publicBaseUrl,
  };
  publicByValues.set(values, settings);
  return settings;
}

/** Extensions and public settings, which the console loads first. */
export const about = async (installation: Installation): Promise<ServerAbout> => ({
  extensions: extensionNames,
  settings: await publicSettings(installation),
});

/** Addresses that may not sign in. */
export const ADDRESS_BLACKLIST = 'sys.login.blackIPList';

/** The initial password is visible only with permissions that create accounts or read settings. */
const INIT_PASSWORD = 'sys.user.initPassword';
const ACCOUNT_PERMISSIONS = ['system:user:add', 'system:user:import', 'system:user:resetPwd', 'system:config:query'];

/** A setting for signed-in users. Secrets are masked; the initial password requires a permission. */
export async function readForDisplay({ actor, installation: { db } }: Context, configKey: string): Promise<string> {
  // passwords are never cached
  if (configKey === INIT_PASSWORD)
    return ACCOUNT_PERMISSIONS.some((permission) => hasPermission(actor, permission)) ? get(db, configKey) : '';
  const read = async () => maskSecret({ configKey, configValue: await get(db, configKey) }).configValue;
  // the request names the key: only one that a setting can have may be the key of a cache entry
  return SETTING_KEY.test(configKey) ? readCached(db, 'sys_config', configKey, read) : read();
}

export async function list(ctx: Context, query: QueryOf<Configs>) {
  const { rows, total } = await service.list(ctx, query);
  return { rows: rows.map(maskSecret), total };
}

/** @throws notFound */
export const read = async (ctx: Context, id: number): Promise<RecordOf<Configs>> => maskSecret(await service.read(ctx, id));

/** @throws configKeyTaken, configValueWrong, configValueMissing */
export async function add(ctx: Context, { configValue = '', ...input }: InputOf<Configs>) {
  invalidateUntilCommit(ctx.installation.db, 'sys_config');
  const configId = await service.add(ctx, { ...input, configValue });
  // a duplicate key is reported before its value is validated
  ensureValid(input.configKey, configValue, input.configName);
  return configId;
}

/**
 * The key of a built-in setting cannot change, and a setting that the server reads stays built in.
 * @throws notFound, recordStale, configKeyFixed, configBuiltIn, configKeyTaken, configValueWrong, configValueMissing, ownAddressBlocked,
 * configValuesContradict
 */
export async function edit(ctx: Context, id: number, { configValue, ...changes }: ChangesOf<Configs>) {
  const { db, installation } = ctx;
  const { configKey, configType, ...before } = orNotFound(await queries.lock(db, id));
  const configName = changes.configName ?? before.configName;
  const newKey = changes.configKey ?? configKey;
  const isReadByServer = configKinds[configKey] !== undefined;
  if (configType === 'Y' && newKey !== configKey) throw new Problem('configKeyFixed', { field: 'configKey', configKey });
  if (isReadByServer && changes.configType === 'N') throw new Problem('configBuiltIn', { field: 'configType', configKey });
  const isUnchanged = configValue === SECRET_MASK && isSecret(configKey);
  const value = configValue === undefined || isUnchanged ? {} : { configValue };
  // under a key that is not masked, the stored secret would be readable
  if (value.configValue === undefined && isRevealedBy(configKey, newKey))
    throw new Problem('configValueMissing', { field: 'configValue', configKey: newKey, configName });
  if (value.configValue !== undefined) ensureValid(newKey, value.configValue, configName);
  else if (newKey !== configKey) ensureValid(newKey, await get(db, configKey), configName);
  if (value.configValue !== undefined) await ensureOrdered(db, newKey, value.configValue);
  if (newKey === ADDRESS_BLACKLIST && isListed(normaliseAddress(ctx.ip), value.configValue ?? ''))
    throw new Problem('ownAddressBlocked', { field: 'configValue', ip: ctx.ip });
  await service.edit(ctx, id, { ...changes, ...value });
  invalidateUntilCommit(installation.db, 'sys_config');
}

/** @throws notFound if one of `ids` does not exist, configBuiltIn naming a built-in one */
export async function remove({ db, installation }: Context, ids: number[]) {
  invalidateUntilCommit(installation.db, 'sys_config');
  const rows = await queries.remove(db, ids);
  const builtIn = rows.find(({ configType }) => configType === 'Y');
  if (builtIn) throw new Problem('configBuiltIn', { configKey: builtIn.configKey });
  if (rows.length < ids.length) throw new Problem('notFound');
}

function ensureValid(configKey: string, configValue: string, configName = configKey) {
  const { schema, ...format } = validatorOf(configKey);
  const params = { field: 'configValue', configKey, configName };
  // neither the answer nor the log contains a secret
  const value = namesSecret(configKey) ? SECRET_MASK : configValue.length > 50 ? `${configValue.slice(0, 50)}…` : configValue;
  const isValid = schema.safeParse(configValue).success;
  // the kind of a declared setting may allow an empty value
  if (configValue.trim() === '' && !(isValid && configKinds[configKey])) throw new Problem('configValueMissing', params);
  if (!isValid) throw new Problem('configValueWrong', { ...params, value, ...format });
}

/** @throws configValuesContradict */
async function ensureOrdered(db: Db, configKey: string, configValue: string) {
  for (const [lower, higher] of orderedKeys) {
    if (configKey !== lower && configKey !== higher) continue;
    const values = { ...(await getMany(db, [lower, higher])), [configKey]: configValue };
    if (!values[lower] || !values[higher] || Number(values[lower]) < Number(values[higher])) continue;
    const [lowerName, higherName] = [lower, higher].map((key) => `system.config.seed.name.${key}`);
    const numbers = { lower: values[lower], higher: values[higher] };
    throw new Problem('configValuesContradict', { field: 'configValue', lowerName, higherName, ...numbers });
  }
}

const isSecret = (configKey: string) => configKindOf(configKey).kind === 'secret';

const isRevealedBy = (configKey: string, newKey: string) => isSecret(configKey) && !isSecret(newKey);

const maskSecret = <Row extends { configKey: string; configValue: string }>(row: Row): Row =>
  isSecret(row.configKey) && row.configValue !== '' ? { ...row, configValue: SECRET_MASK } : row;
