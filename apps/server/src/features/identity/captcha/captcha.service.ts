import { createHmac, hkdfSync, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Captcha } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { Problem } from '../../../platform/problem.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as queries from './captcha.queries.ts';

/** Pixels, as RuoYi clients display it. */
const WIDTH = 160;
const HEIGHT = 60;

/** Random number in [from, to), in steps of 0.01. */
const between = (from: number, to: number) => from + randomInt(Math.round((to - from) * 100)) / 100;
const randomColour = (lightness: number) => `hsl(${randomInt(360)} 60% ${lightness}%)`;

/** Renders distorted text with crossing lines as a JPEG, to hinder automatic recognition. */
async function renderPicture(text: string): Promise<Buffer> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f5f7fa';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (let index = 0; index < 6; index++) drawCurve(context, randomColour(80), 1.5);
  for (const [index, character] of [...text].entries()) drawCharacter(context, character, 22 + index * 34);
  for (let index = 0; index < 2; index++) drawCurve(context, randomColour(45), 1.2);
  for (let index = 0; index < 60; index++) {
    context.fillStyle = randomColour(60);
    context.fillRect(randomInt(WIDTH), randomInt(HEIGHT), 1.5, 1.5);
  }
  return canvas.encode('jpeg', 70);
}

function drawCharacter(context: SKRSContext2D, character: string, x: number) {
  context.save();
  context.translate(x + between(-3, 3), 30 + between(-4, 4));
  context.rotate(between(-0.3, 0.3));
  context.scale(between(0.85, 1.1), between(0.85, 1.1));
  context.strokeStyle = randomColour(32);
  context.lineWidth = between(2.4, 3.4);
  for (const stroke of strokesOf(character)) {
    context.beginPath();
    for (const [column, row] of stroke) context.lineTo((column - 2) * 5.5 + between(-0.8, 0.8), (row - 3) * 5.5 + between(-0.8, 0.8));
    context.stroke();
  }
  context.restore();
}

function drawCurve(context: SKRSContext2D, colour: string, width: number) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(between(-5, 20), between(0, HEIGHT));
  context.bezierCurveTo(between(30, 60), between(0, HEIGHT), between(90, 120), between(0, HEIGHT), between(140, 165), between(0, HEIGHT));
  context.stroke();
}

/**
 * Characters as pen strokes on a 4 × 6 grid, so no font is needed. A stroke is a list of points, two digits each. Of characters that look
 * alike (0 O, 1 I L, 5 S, 2 Z, 8 B, 6 G, U V) at most one is included.
 */
export const glyphs: Record<string, string> = {
  '3': '01103041423323 334445361605',
  '4': '300444 3036',
  '7': '004016',
  '8': '133342413010010213 1304051636454433',
  '9': '423313020110304142453616',
  A: '0620 2046 0444',
  C: '4130100105163645',
  D: '0006 0020424426 0626',
  E: '4000 0006 0646 0333',
  F: '4000 0006 0333',
  H: '0006 4046 0343',
  J: '4045361605',
  K: '0006 4003 1346',
  M: '06002340 4046',
  N: '060046 4640',
  P: '0006 003041423303',
  R: '0006 003041423303 2346',
  T: '0040 2026',
  U: '000516364540',
  W: '0016233640',
  X: '0046 4006',
  Y: '0023 4023 2326',
};

/** Strokes as points, x from 0 to 4 and y from 0 to 6 downwards. */
export const strokesOf = (character: string): [x: number, y: number][][] =>
  (glyphs[character] ?? '').split(' ').map((stroke) => (stroke.match(/\d\d/g) ?? []).map((point) => [Number(point[0]), Number(point[1])]));

const CHARACTERS = Object.keys(glyphs);
const LENGTH = 4;

export const isEnabled = async (db: Db) => settingService.isCaptchaEnabled(await settingService.get(db, 'sys.account.captchaEnabled'));

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
