import { createHmac, hkdfSync, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Captcha } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as configService from '../../system/setting/setting.service.ts';
import * as queries from './captcha.queries.ts';
import { glyphs } from './captcha-glyphs.ts';
import { renderPicture } from './captcha-picture.ts';

const CHARACTERS = Object.keys(glyphs);
const LENGTH = 4;

export const isEnabled = async (db: Db) => configService.isCaptchaEnabled(await configService.get(db, 'sys.account.captchaEnabled'));

/** Creates a captcha, valid for two minutes and one answer. Returns only `captchaEnabled: false` while the setting is off. */
export async function create(installation: Installation): Promise<Captcha> {
  if (!(await isEnabled(installation.db))) return { captchaEnabled: false };
  const text = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  const captchaId = randomUUID();
  await queries.insert(installation.db, captchaId, digest(installation, captchaId, text));
  const picture = await renderPicture(text);
  return { captchaEnabled: true, uuid: captchaId.replaceAll('-', ''), img: picture.toString('base64') };
}

/** Checks an answer. Any answer consumes the captcha. @throws captchaExpired, captchaWrong */
export async function redeem(installation: Installation, uuid: string, answer: string): Promise<void> {
  const captchaId = uuid.toLowerCase().replace(/^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/, '$1-$2-$3-$4-$5');
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(captchaId)) throw new Problem('captchaExpired');
  const row = await queries.consume(installation.db, captchaId);
  if (!row?.alive) throw new Problem('captchaExpired');
  if (!timingSafeEqual(row.answer, digest(installation, captchaId, answer))) throw new Problem('captchaWrong');
}

/** Invalidates one captcha or all; clients then request another. */
export const invalidate = (db: Db, captchaId?: string) => queries.remove(db, captchaId);

/** Answers are stored as HMAC digests. The key is not in the database, so a copy of the table reveals no answer. */
export const digest = ({ masterKey }: Installation, captchaId: string, answer: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', masterKey, '', 'suyuan/captcha/v1', 32)))
    .update(`${captchaId}|${answer.trim().toUpperCase()}`)
    .digest();
