import { beforeAll, describe, expect, it } from 'vitest';
import { insertDealer } from '../../../test/dealers.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { type CodeState, evaluateScan } from './evaluate-scan.ts';
import { isOutside, isTooFast, type LastLocation } from './scan-location.ts';

const hangzhou = '112.10.0.1';
const beijing = { lng: 116.4, lat: 39.9, accuracy: 30 };
const shenzhen = { lng: 114.05, lat: 22.54, accuracy: 30 };

describe('suspicion', () => {
  let server: TestServer;
  let site: PublicSite;
  let live: Awaited<ReturnType<typeof issueCodes>>;
  let next = 0;
  const freshCode = () => live.code(next++);
  const verify = async (code: string, position?: object, ip = hangzhou, device: string = crypto.randomUUID()) =>
    (
      await site.call({
        method: 'POST',
        url: '/v1/verifications',
        payload: { code, device, ...(position && { position }) },
        remoteAddress: ip,
      })
    ).body;
  const storedScans = (batchId: number) =>
    server.db.selectFrom('scan').selectAll().where('batchId', '=', batchId).orderBy('scanId', 'desc').execute();

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    live = await issueCodes(server.installation);
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('arises for a code that moves faster than transport, and only on another device', async () => {
    const code = freshCode();
    expect(await verify(code, beijing, hangzhou, 'one phone')).toMatchObject({ verdict: 'genuine', firstRegion: '北京市' });
    expect(await verify(code, shenzhen, hangzhou, 'one phone')).toMatchObject({ verdict: 'genuine' });
    expect(await verify(code, beijing)).toMatchObject({ verdict: 'alreadyVerified', reason: null, sessions: 2 });
    expect((await storedScans(live.batchId))[0]).toMatchObject({
      verdict: 'suspect',
      reason: 'tooFast',
      regionCode: '110000',
      lng: 116.4,
      lat: 39.9,
      accuracy: 30,
    });
  });

  it('treats IP addresses as approximate locations', () => {
    const placeAt = (place: Partial<LastLocation>): LastLocation => ({ device: 'a', time: 0, lng: 116.4, lat: 39.9, within: 0, ...place });
    const rules = { speedKmh: 1000, speedKm: 100 };
    const hour = 3_600_000;
    // Beijing to Shijiazhuang by address within a minute: adjacent provinces
    expect(isTooFast(placeAt({ within: 250 }), placeAt({ device: 'b', time: 60_000, lng: 114.5, lat: 38.05, within: 250 }), rules)).toBe(
      false,
    );
    // Beijing to Guangzhou, 1890 km: three hours by air
    expect(isTooFast(placeAt({}), placeAt({ device: 'b', time: hour, lng: 113.26, lat: 23.13 }), rules)).toBe(true);
    expect(isTooFast(placeAt({}), placeAt({ device: 'b', time: 3 * hour, lng: 113.26, lat: 23.13 }), rules)).toBe(false);
    expect(isTooFast(placeAt({}), placeAt({ device: 'b', time: hour, lng: 113.26, lat: 23.13 }), { ...rules, speedKmh: 2000 })).toBe(false);
    expect(isTooFast(null, placeAt({}), rules)).toBe(false);
  });

  it('compares addresses by province and positions by city', () => {
    const address = (regionCode: string | null) => ({ regionCode, lng: null });
    expect(isOutside(address('330100'), ['440000'], 'province')).toBe(true);
    expect(isOutside(address('440100'), ['440300'], 'province')).toBe(false);
    expect(isOutside(address('440100'), ['440300'], 'city')).toBe(true);
    expect(isOutside(address('440000'), ['440300'], 'city')).toBe(false);
    expect(isOutside({ regionCode: '440100', lng: 113 }, ['440300'], 'province')).toBe(true);
    expect(isOutside({ regionCode: '440300', lng: 113 }, ['440305'], 'province')).toBe(false);
    expect(isOutside(address(null), ['440000'], 'province')).toBe(false);
    expect(isOutside(address('330100'), [], 'province')).toBe(false);
  });

  it('arises outside the region of the holder, or of its nearest parent with a region', async () => {
    const top = await insertDealer(server.db, { regionCodes: ['440000'] });
    const below = await insertDealer(server.db, { parent: top });
    const unrestricted = await insertDealer(server.db);
    for (const [dealer, verdict] of [
      [top, 'suspect'],
      [below, 'suspect'],
      [unrestricted, 'genuine'],
    ] as const) {
      const goods = await issueCodes(server.installation);
      await server.db.updateTable('codeSegment').set({ holderId: dealer.channelBusinessId }).where('batchId', '=', goods.batchId).execute();
      expect(await verify(goods.code(0))).toMatchObject({ verdict: 'genuine', reason: null });
      expect(await verify(goods.code(1), shenzhen)).toMatchObject({ verdict: 'genuine' });
      expect(await storedScans(goods.batchId)).toMatchObject([
        { regionCode: '440300', verdict: 'genuine', reason: null },
        { regionCode: '330100', verdict, reason: verdict === 'suspect' ? 'otherRegion' : null, holderId: dealer.channelBusinessId },
      ]);
    }
  });

  it('does not arise for codes without a place, and more serious reasons take precedence', () => {
    const codeState: CodeState = {
      batchState: 'active',
      status: 'activated',
      gtin: null,
      batchNo: 'B1',
      expiryDate: null,
      throughDealers: false,
    };
    const rules = { tooFast: 'staff', foreign: 'staff' } as const;
    const context = { link: {}, today: '2026-11-20', visitNumber: 20, suspectFrom: 11, blocked: null, ...rules };
    const reason = (contextChanges: object, stateChanges: object = {}) =>
      evaluateScan({ ...codeState, ...stateChanges }, { ...context, ...contextChanges }).reason ??
      evaluateScan({ ...codeState, ...stateChanges }, { ...context, ...contextChanges }).verdict;
    expect(reason({})).toBe('manySessions');
    expect(reason({ visitNumber: 2 })).toBe('tooFast');
    expect(reason({ visitNumber: 2, tooFast: 'off' })).toBe('otherRegion');
    expect(reason({ blocked: 'code' })).toBe('blocked');
    expect(reason({ blocked: 'visitor' })).toBe('blockedVisitor');
    expect(reason({ link: { lot: 'B2' } })).toBe('otherLot');
    expect(reason({ quiet: true })).toBe('alreadyVerified');
    expect(reason({ quiet: true, link: { lot: 'B2' } })).toBe('otherLot');
    expect(reason({ blocked: 'code' }, { status: 'void' })).toBe('void');
    expect(reason({ blocked: 'code' }, { batchState: 'recalled' })).toBe('recalled');
  });
});
