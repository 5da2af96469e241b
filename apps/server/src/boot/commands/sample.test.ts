import { expect, it, onTestFinished } from 'vitest';
import { loadSample } from '../../features/devtools/sample/sample.service.ts';
import { insertDealer } from '../../test/dealers.ts';
import { startTestServer } from '../../test/test-server.ts';
import { sample } from './sample.ts';

it('reports in both languages which sample records remain after the removal', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { db, installation } = server;
  await loadSample(installation);
  const goods = db.selectFrom('product').select(['categoryId', 'categoryName']).where('categoryCode', '=', 'TEA-TGY');
  const { categoryId, categoryName } = await goods.executeTakeFirstOrThrow();
  const { channelBusinessName: dealer } = await insertDealer(db, { categoryIds: [categoryId] });
  const output = await sample.run(installation, { values: { remove: true }, positionals: [], language: 'zh-CN' });
  const [chinese, english] = output.split(' / ');
  // the planner created the product and its code rule
  expect(chinese).toBe(
    `示例业务已删除；您自己的记录用到的留下，归您所有：${categoryName}、通用 16 位；商品 ${categoryName} 留下，是因为渠道商 ${dealer} 有它们的授权；在授权中移除后就可以删除；示例账号 planner 名下还有您的记录，已停用而没有删除，要继续用时由 admin 在用户管理中启用`,
  );
  expect(english).toBe(
    `the sample data is removed; what your own records use stays and is yours: ${categoryName}, 通用 16 位; ${categoryName} kept because ${dealer} may sell them; take them out of their authority to remove them; your own records name planner, who are disabled, not removed: admin can enable them under Users`,
  );
});
