import { createCanvas, loadImage } from '@napi-rs/canvas';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertCaptcha } from '../../../test/captcha.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as captchaService from './captcha.service.ts';
import { glyphs, strokesOf } from './captcha.service.ts';

const problemOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'none',
    (error) => error.problem,
  );

describe('captchas', () => {
  let server: TestServer;
  /** Each call uses another address, to avoid the rate limit. */
  let visitors = 0;
  const fetchCaptcha = async (remoteAddress = `198.51.100.${++visitors}`) => {
    const reply = await server.app.inject({ method: 'GET', url: '/api/captchaImage', remoteAddress });
    return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
  };
  const stored = () => server.db.selectFrom('captcha').selectAll().execute();

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('serves a picture in the size that clients expect, without revealing the answer', async () => {
    const { body } = await fetchCaptcha();
    expect(Object.keys(body).sort()).toEqual(['captchaEnabled', 'code', 'extensions', 'img', 'msg', 'settings', 'uuid']);
    expect(body).toMatchObject({ code: 200, captchaEnabled: true, uuid: expect.stringMatching(/^[\da-f]{32}$/) });
    const bytes = Buffer.from(body.img, 'base64');
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const image = await loadImage(bytes);
    expect([image.width, image.height]).toEqual([160, 60]);
    expect(countDarkPixels(image)).toBeGreaterThan(300);
  });

  it('renders each character with distinct strokes', () => {
    for (const sign of Object.keys(glyphs)) {
      const points = strokesOf(sign).flat();
      expect(points.length, sign).toBeGreaterThan(2);
      expect(points.every(([x, y]) => x >= 0 && x <= 4 && y >= 0 && y <= 6)).toBe(true);
    }
    expect(new Set(Object.values(glyphs)).size).toBe(Object.keys(glyphs).length);
  });

  it('stores digests only, and accepts one answer, right or wrong', async () => {
    const wrong = await insertCaptcha(server.installation);
    const right = await insertCaptcha(server.installation);
    expect((await stored()).every(({ answer }) => answer.length === 32)).toBe(true);
    expect(await problemOf(captchaService.redeem(server.installation, wrong.uuid, 'nope'))).toBe('captchaWrong');
    expect(await problemOf(captchaService.redeem(server.installation, wrong.uuid, wrong.text))).toBe('captchaExpired');
    expect(await problemOf(captchaService.redeem(server.installation, right.uuid, ` ${right.text.toLowerCase()} `))).toBe('none');
    expect(await problemOf(captchaService.redeem(server.installation, right.uuid, right.text))).toBe('captchaExpired');
  });

  it('accepts one of many parallel correct answers', async () => {
    const captcha = await insertCaptcha(server.installation);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => problemOf(captchaService.redeem(server.installation, captcha.uuid, captcha.text))),
    );
    expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1);
  });

  it('expires after two minutes', async () => {
    const captcha = await insertCaptcha(server.installation);
    const left = sql<boolean>`expire_time - now() between interval '110 seconds' and interval '2 minutes'`.as('left');
    const query = server.db.selectFrom('captcha').select(left).where('captchaId', '=', captcha.uuid);
    expect(await query.executeTakeFirst()).toEqual({ left: true });
    await server.db.updateTable('captcha').set({ expireTime: '2020-01-01' }).execute();
    expect(await problemOf(captchaService.redeem(server.installation, captcha.uuid, captcha.text))).toBe('captchaExpired');
  });

  it('treats invalid captcha IDs as expired', async () => {
    for (const uuid of ['', 'x', "' or 1=1", '0'.repeat(32), '\0'.repeat(32), 'g'.repeat(32)])
      expect(await problemOf(captchaService.redeem(server.installation, uuid, '1')), uuid).toBe('captchaExpired');
  });

  it('allows sixty requests per minute and address, and reports the time to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, () => fetchCaptcha('203.0.113.9')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(8);
    expect(refused.length).toBeLessThanOrEqual(10);
    expect(refused[0]?.body).toMatchObject({ code: 429, problem: 'tooManyRequests' });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await fetchCaptcha('203.0.113.10')).status).toBe(200);
  });

  it('reports only that captchas are off while the setting is off', async () => {
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
    const { body } = await fetchCaptcha();
    expect(body).toMatchObject({ code: 200, captchaEnabled: false });
    expect(body).not.toHaveProperty('uuid');
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'true');
  });
});

/** Number of dark pixels. */
function countDarkPixels(image: Awaited<ReturnType<typeof loadImage>>): number {
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let dark = 0;
  for (let index = 0; index < data.length; index += 4)
    if ((data[index] ?? 0) + (data[index + 1] ?? 0) + (data[index + 2] ?? 0) < 400) dark++;
  return dark;
}
