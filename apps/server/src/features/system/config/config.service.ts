import type { PublicSettings } from '@suyuan/contract';
import type { Db } from '../../../db/database.types.ts';
import type { Installation } from '../../../http/installation.ts';
import { Problem } from '../../../http/problem.ts';
import { ANY_LINE, kinds } from './config.keys.ts';
import * as queries from './config.queries.ts';

/** The text of a setting; empty where there is none. */
export const get = async (db: Db, configKey: string): Promise<string> => (await queries.find(db, configKey))?.configValue ?? '';

/** Several settings in one question; what is not set is empty. */
export async function getMany<Key extends string>(db: Db, configKeys: readonly Key[]): Promise<Record<Key, string>> {
  const known = new Map((await queries.findMany(db, configKeys)).map(({ configKey, configValue }) => [configKey, configValue]));
  // The one cast: every key asked for is in the answer.
  return Object.fromEntries(configKeys.map((key) => [key, known.get(key) ?? ''])) as Record<Key, string>;
}

/** A setting that counts; `absent` where it is missing or holds no number. */
export async function number(db: Db, configKey: string, absent: number): Promise<number> {
  const text = await get(db, configKey);
  return /^\d{1,9}$/.test(text) ? Number(text) : absent;
}

/** A switch, in all the spellings of the family. */
export const isOn = (text: string): boolean => /^(true|yes|ok|1|是)$/i.test(text.trim());

/** Changes a setting, as the operator's command does. @throws configUnknown, configValueWrong */
export async function set(db: Db, configKey: string, configValue: string): Promise<void> {
  const { schema, expected } = kinds[configKey] ?? ANY_LINE;
  if (!schema.safeParse(configValue).success)
    throw new Problem('configValueWrong', { configKey, value: configValue.slice(0, 50), expected });
  if (!(await queries.update(db, configKey, configValue))) throw new Problem('configUnknown', { configKey });
}

/** What the sign-in page and the shell may know before anybody has signed in: an allow-list. */
export async function publicSettings({ db, englishEnabled, previewSite, publicBaseUrl }: Installation): Promise<PublicSettings> {
  const settings = await getMany(db, [
    'suyuan.footer.company',
    'suyuan.footer.icp',
    'sys.account.captchaEnabled',
    'sys.account.registerUser',
    'suyuan.password.minLength',
    'sys.account.chrtype',
  ]);
  return {
    company: settings['suyuan.footer.company'],
    icp: settings['suyuan.footer.icp'],
    captchaEnabled: captchaOn(settings['sys.account.captchaEnabled']),
    registerEnabled: settings['sys.account.registerUser'] === 'true',
    passwordMinLength: Number(settings['suyuan.password.minLength']),
    passwordClass: settings['sys.account.chrtype'],
    englishEnabled,
    previewSite,
    publicBaseUrl,
  };
}

/** A captcha is asked for unless somebody switched it off; a setting that says nothing switches nothing off. */
export const captchaOn = (text: string): boolean => text.trim() === '' || isOn(text);
