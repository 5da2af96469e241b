import { beforeAll, describe, expect, it } from 'vitest';
import { taskHandlers } from '../../../boot/task-handlers.ts';
import { readOneSymbol } from '../../../test/barcode-reader.ts';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { codeRuleInput, productInput } from '../../../test/factories.ts';
import { picturesOfPdf, pngOfSvg } from '../../../test/label-pictures.ts';
import { openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { unzip } from '../../../test/unzip.ts';
import { startTasks } from '../../system/task/task-worker.ts';
import { ssccsOf } from '../code/sscc.service.ts';

const verbs = [
  ...['handover:list', 'handover:query', 'batch:releaseExport', 'codeList:list', 'codeList:query', 'codeRecord:inspect'],
  ...['code:pack', 'code:unpack', 'dispatch:add', 'dispatch:edit', 'dispatch:query'],
];
const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' };

/** A QR code of the plain code needs no GTIN. */
const forms = ['url', 'digitalLink', 'number'] as const;
const kinds = ['svg', 'png', 'pdf'] as const;
const symbologies = ['qr', 'dataMatrix'] as const;
const gtins = {
  url: ['6901234567892', '16901234567899'],
  digitalLink: ['6901234567885', '16901234567882'],
  number: ['6901234567878', '16901234567875'],
};

describe('printed symbols', () => {
  let server: TestServer;
  let site: PublicSite;
  let desk: BatchFixture;
  let printer: Client;
  let releaser: Client;
  let dealerId: number;

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    desk = await openBatchFixture(server);
    const rights = [...batchPermissions, ...verbs.map((verb) => `manage:${verb}`)];
    [printer, releaser] = [await server.as(rights), await server.as(rights)];
    dealerId = (await insertDealer(server.db)).channelBusinessId;
    const tasks = startTasks(server.installation, taskHandlers, (error) => console.error(error), 20);
    return async () => {
      await tasks.stop();
      await site.close();
      await server.close();
    };
  });

  const dataOf = async (reply: ReturnType<Client['get']>) => {
    const { body } = await reply;
    expect(body, body.msg).toMatchObject({ code: 200 });
    return body.data;
  };

  /** The pictures of a print order with one label. */
  async function printLabel(batchId: number, kind: (typeof kinds)[number], form: object) {
    const { handoverId } = await dataOf(printer.put(`/manage/batch/${batchId}/handOver`, { recipient: '华彩印务', kind, ...form }));
    await dataOf(releaser.put(`/manage/handover/${handoverId}/release`, {}));
    await expect.poll(async () => (await printer.get(`/manage/handover/${handoverId}`)).body.data.state).toBe('ready');
    const { url } = await dataOf(printer.put(`/manage/handover/${handoverId}/link`, {}));
    const { password } = await dataOf(releaser.put(`/manage/handover/${handoverId}/password`, {}));
    const zip = await server.app.inject({ method: 'GET', url });
    const [file = Buffer.alloc(0)] = unzip(zip.rawPayload, password).values();
    if (kind === 'svg') return pngOfSvg(file.toString());
    const [picture] = kind === 'pdf' ? picturesOfPdf(file) : [file];
    if (!picture) throw new Error('no symbol in the document');
    return picture;
  }

  const goodsByForm = new Map<string, Promise<{ categoryId: number; codeRuleId: number }>>();
  /** Cases have a GTIN, pallets only an SSCC. */
  async function goodsOf(form: (typeof forms)[number]) {
    const { codeRuleId } = await dataOf(desk.planner.post('/manage/codeRule', codeRuleInput({ form })));
    const [gtin, caseGtin] = gtins[form];
    const packaging = [
      { level: 2, contains: 3, gtin: caseGtin, ssccPrefix: '06901234' },
      { level: 3, contains: 3, gtin: null, ssccPrefix: '06901234' },
    ];
    const goods = productInput({ gtin, codeRuleId, packaging });
    return { codeRuleId, categoryId: (await dataOf(desk.planner.post('/manage/category', goods))).categoryId };
  }

  async function activeBatch(form: (typeof forms)[number]) {
    const goods = goodsByForm.get(form) ?? goodsOf(form);
    goodsByForm.set(form, goods);
    const batchId = await desk.issued({ ...(await goods), quantity: 60, expiryDate: '2099-01-31' });
    await dataOf(desk.act(batchId, 'activate'));
    return batchId;
  }

  /** Submits the form of the verification page. */
  async function verifyTyped(text: string) {
    const { headers, text: html } = await site.open(`/c?code=${encodeURIComponent(text)}`, phone);
    return headers.location ? (await site.open(String(headers.location), phone)).text : html;
  }

  async function actByList(action: 'freeze' | 'unfreeze', text: string) {
    const { codeListId } = await dataOf(printer.upload(`/manage/codeList/${action}?reason=抽检`, 'codes.txt', Buffer.from(`${text}\n`)));
    const read = async () => (await printer.get(`/manage/codeList/${codeListId}`)).body.data;
    await expect.poll(async () => (await read()).state, { interval: 20 }).toMatch(/done|failed/);
    return read();
  }

  async function ship(text: string, level: number) {
    const { dispatchId } = await dataOf(printer.post('/manage/dispatch', { kind: 'out', toId: dealerId }));
    const selection = level > 0 ? { container: text } : { codes: [text] };
    await dataOf(printer.put(`/manage/dispatch/${dispatchId}/lines`, selection));
    return (await dataOf(printer.get(`/manage/dispatch/${dispatchId}/content`))).lines;
  }

  for (const form of forms)
    for (const level of [0, 2, 3])
      it(`as ${form} at level ${level} are decoded from the picture and found by every input`, async () => {
        const batchId = await activeBatch(form);
        let ordinal = 0;
        for (const symbology of symbologies)
          for (const kind of kinds) {
            ordinal++;
            const picture = await printLabel(batchId, kind, { level, symbology, sizeMm: 20, from: ordinal, to: ordinal });
            const label = `${symbology} ${kind}`;
            for (const text of await readOneSymbol(picture)) {
              const at = `${label} ${JSON.stringify(text)}`;
              const place = { batchId, level, ordinal };
              const query = encodeURIComponent(text);
              expect((await desk.planner.get(`/manage/code/detail?code=${query}`)).body, at).toMatchObject({ data: place });
              expect((await desk.planner.get(`/manage/code/list?code=${query}`)).body, at).toMatchObject({ total: 1, rows: [place] });
              const isNumberOnly = level === 3 && symbology === 'dataMatrix';
              const { body } = await site.verify(text);
              // an SSCC is easy to guess, so it does not verify for consumers
              expect(body, at).toMatchObject({
                verdict: isNumberOnly ? 'unknown' : expect.stringMatching(/genuine|alreadyVerified/),
                reason: null,
              });
              const [, advice = ''] = /<(?:h1|p class="advice")>(这是.*物流编号|已验证过)/.exec(await verifyTyped(text)) ?? [];
              expect(advice, at).toMatch(isNumberOnly ? /物流编号$/ : /^已验证过$/);
              const inspection = await dataOf(printer.post('/manage/codeRecord/inspect', { code: text, regionCode: '330106' }));
              expect(inspection, at).toMatchObject({ reason: null, code: place });
              const [line] = await ship(text, level);
              expect(line, at).toMatchObject({ batchId, level, from: ordinal, to: ordinal, codeCount: 1 });
              for (const action of ['freeze', 'unfreeze'] as const)
                expect(await actByList(action, text), `${action} ${at}`).toMatchObject({ doneCount: 1, refusedCount: 0 });
            }
          }
      });

  it('identify the container by its SSCC in any form when it is packed and shipped', async () => {
    const batchId = await activeBatch('url');
    await printLabel(batchId, 'svg', { level: 2, from: 1, to: 8 });
    const cases = (await desk.planner.get(`/manage/code/list?batchId=${batchId}&level=2&pageSize=8`)).body.rows;
    const units = (await desk.planner.get(`/manage/code/list?batchId=${batchId}&pageSize=60`)).body.rows;
    const ssccs = await ssccsOf(server.db, { batchId, level: 2, from: 0, count: 8 });
    const forms = [
      (sscc: string) => `https://id.gs1.org/00/${sscc}`,
      (sscc: string) => `HTTPS://BRAND.EXAMPLE/path/00/${sscc}?linkType=all`,
      (sscc: string) => `]C100${sscc}`,
      (sscc: string) => `]d200${sscc}`,
      (sscc: string) => `]e000${sscc}`,
      (sscc: string) => `(00) ${sscc}`,
      (sscc: string) => `00${sscc}`,
      (sscc: string) => sscc.replace(/(.{6})(?=.)/g, '$1 '),
    ];
    for (const [index, form] of forms.entries()) {
      const container = form(ssccs.get(index) ?? '');
      const codes = units.slice(3 * index, 3 * index + 3).map(({ code }: { code: string }) => code);
      await dataOf(printer.put('/manage/code/pack', { container, codes, join: true }));
      expect((await dataOf(desk.planner.get(`/manage/code/detail?code=${encodeURIComponent(container)}`))).code).toBe(cases[index].code);
      expect(await ship(container, 2), container).toMatchObject([{ batchId, level: 2, from: index + 1, to: index + 1 }]);
      const [line] = await ship(container, 0);
      expect(line, container).toMatchObject({ batchId, level: 2, from: index + 1, to: index + 1 });
    }
    const wrong = await printer.put('/manage/code/pack', { container: 'https://id.gs1.org/00/069012340000000000', codes: [units[0].code] });
    expect(wrong.body).toMatchObject({ problem: 'containerUnreadable', params: { field: 'container' } });
  });
});
