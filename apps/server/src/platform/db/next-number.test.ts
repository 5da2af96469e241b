import { beforeAll, describe, expect, it } from 'vitest';
import { insertDepartment, productInput, supplierInput } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';

describe('proposed codes of products, suppliers and dealers', () => {
  let server: TestServer;
  const nouns = ['category', 'supplier', 'channelBusiness'];
  const verbs = ['list', 'query', 'add'];

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('follow the greatest number of their form, also of records out of scope', async () => {
    const clerk = await server.as(nouns.flatMap((noun) => verbs.map((verb) => `manage:${noun}:${verb}`)));
    const stranger = await server.as(['manage:supplier:add'], { deptId: (await insertDepartment(server.db)).deptId, dataScope: '3' });
    const proposal = async (noun: string, by = clerk) => (await by.get(`/manage/${noun}/proposal`)).body.data;
    expect(await proposal('supplier')).toEqual({ supplierCode: 'S0001' });
    for (const supplierCode of ['S0009', 'S9', 'S-0100', 'SX0200']) await clerk.post('/manage/supplier', supplierInput({ supplierCode }));
    expect(await proposal('supplier', stranger)).toEqual({ supplierCode: 'S0010' });
    await clerk.post('/manage/supplier', supplierInput({ supplierCode: 'S9999' }));
    expect(await proposal('supplier')).toEqual({ supplierCode: 'S10000' });
    await clerk.post('/manage/category', productInput({ categoryCode: 'P0041' }));
    expect(await proposal('category')).toEqual({ categoryCode: 'P0042' });
    expect(await proposal('channelBusiness')).toEqual({ channelBusinessCode: 'D0001' });
  });

  it('reserve nothing: of two who save the same code, one is refused at the field and gets the next', async () => {
    const clerk = await server.as(['manage:category:add']);
    const propose = async () => (await clerk.get('/manage/category/proposal')).body.data.categoryCode as string;
    const save = async (categoryCode: string) => (await clerk.post('/manage/category', productInput({ categoryCode }))).body;
    const [one, other] = await Promise.all([propose(), propose()]);
    const answers = await Promise.all([save(one), save(other)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(answers.find(({ code }) => code === 500)).toMatchObject({ problem: 'productCodeTaken', params: { field: 'categoryCode' } });
    expect((await save(await propose())).code).toBe(200);
  });
});
