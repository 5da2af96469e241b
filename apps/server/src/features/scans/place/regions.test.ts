import { minimalRegions, regionContains, regionsOutside, regionsShared } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { allRegions, isRegion, parseRegion, placeName, regionCodeOf, regionFullName } from './regions.ts';

describe('regions of China', () => {
  it('contain all provinces, cities and counties, each with an existing parent', () => {
    const all = allRegions();
    const codes = new Set(all.map(({ code }) => code));
    expect(codes.size).toBe(all.length);
    expect(all.filter(({ parent }) => parent === null)).toHaveLength(34);
    expect(all.length).toBeGreaterThan(3200);
    expect(all.filter(({ parent }) => parent !== null && !codes.has(parent))).toEqual([]);
    expect(all.filter(({ code, parent }) => parent !== null && !regionContains(parent, code))).toEqual([]);
    expect(['441900', '110101', '469001', '710000'].every(isRegion)).toBe(true);
    expect(isRegion('110100')).toBe(false);
  });

  it('contain regions with the same leading digits', () => {
    expect(regionContains('440000', '440305')).toBe(true);
    expect(regionContains('440300', '440305')).toBe(true);
    expect(regionContains('440305', '440300')).toBe(false);
    expect(regionContains('440300', '440400')).toBe(false);
    expect(regionsOutside(['440305', '330100'], ['440000', '330200'])).toEqual(['330100']);
    expect(regionsShared(['440000', '310000'], ['440305', '320000'])).toEqual(['440305']);
    expect(minimalRegions(['440305', '440000', '330100', '330100'])).toEqual(['330100', '440000']);
  });

  it.each([
    ['浙江省杭州市', '330100'],
    ['上海市', '310000'],
    ['北京市海淀区', '110108'],
    ['广东省深圳市南山区', '440305'],
    ['广东深圳', '440300'],
    ['香港', '810000'],
    ['台湾省台北市', '710000'],
    ['内蒙古呼和浩特市', '150100'],
    ['广西壮族自治区南宁市', '450100'],
    ['广西南宁', '450100'],
    ['新疆乌鲁木齐', '650100'],
    ['海南省五指山市', '469001'],
    ['吉林省吉林市', '220200'],
    ['湖北省恩施', '422800'],
    ['广东省某处', '440000'],
    ['中国', null],
    ['美国', null],
    [null, null],
  ])('are found by name: %s is %s', (text, code) => {
    expect(regionCodeOf(text)).toBe(code);
  });

  it('have full names', () => {
    expect(regionFullName('440305', 'zh-CN')).toBe('广东省深圳市南山区');
    expect(regionFullName('310115', 'zh-CN')).toBe('上海市浦东新区');
  });

  it('have English names, which exports use and imports accept', () => {
    expect(allRegions().filter(({ en }) => !en || /\p{Script=Han}/u.test(en))).toEqual([]);
    expect(regionFullName('440305', 'en-US')).toBe('Nanshan, Shenzhen, Guangdong');
    expect(placeName('云南省大理白族自治州', 'en-US')).toBe('Dali, Yunnan');
    expect([placeName('日本', 'en-US'), placeName('内网', 'en-US'), placeName(null, 'en-US')]).toEqual(['Japan', '内网', null]);
    expect(['Shenzhen, Guangdong', 'guangdong', 'Nanshan, Shenzhen, Guangdong'].map((name) => parseRegion(name, 'f'))).toEqual([
      '440300',
      '440000',
      '440305',
    ]);
    const wrong = allRegions().filter(({ code }) => parseRegion(regionFullName(code, 'en-US'), 'f') !== code);
    expect(wrong).toEqual([]);
    expect(() => parseRegion('Nanshan', 'f')).toThrow();
  });

  describe('when requested', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer();
      return () => server.close();
    });

    it('are returned completely, by parent or by search, to any signed-in user', async () => {
      const clerk = await server.as([]);
      const search = async (query: string) => (await clerk.get(`/common/regions${query}`)).body;
      expect((await search('')).data).toHaveLength(allRegions().length);
      expect((await search('?parent=440300')).data).toContainEqual({ code: '440305', name: '南山区', en: 'Nanshan', parent: '440300' });
      expect((await search(`?search=${encodeURIComponent('南山')}`)).data).toContainEqual({
        code: '440305',
        name: '南山区',
        en: 'Nanshan',
        parent: '440300',
        fullName: '广东省深圳市南山区',
      });
      expect((await search('?search=xi%27an')).data).toContainEqual(expect.objectContaining({ code: '610100' }));
      expect((await search('?search=zz')).data).toEqual([]);
      expect(await search('?parent=44')).toMatchObject({ problem: 'invalidInput', params: { field: 'parent' } });
      expect((await server.stranger.get('/common/regions')).body).toMatchObject({ code: 401 });
    });
  });
});
