import { expectNoColumn, latestRequest, openForm, openNewForm, removeRows, row, save, test } from './support/ruoyi-console.ts';
import { expect } from './support/test.ts';
import { t } from './support/text.ts';

test.describe('departments, posts and menus on a RuoYi server', () => {
  test('adds a department below another one, clears fields, and offers no top-level department', async ({ ruoyi, visit }) => {
    const page = await visit('/system/dept', t('system.dept.title'));
    await expectNoColumn(page, t('system.dept.userCount'));
    const newForm = await openNewForm(page, t('system.dept'));
    await newForm.getByLabel(t('system.dept.parentId')).click();
    const departmentTree = page.locator('.ant-select-tree-list');
    await expect(departmentTree.getByText('深圳总公司')).toBeVisible();
    await expect(departmentTree.getByText(t('kit.tree.top'))).toHaveCount(0);
    await page.keyboard.press('Escape');
    await newForm.getByLabel(t('system.dept.deptName')).fill('仓储部');
    await save(newForm);
    expect(ruoyi.db.depts.find(({ deptName }) => deptName === '仓储部')).toMatchObject({ parentId: 100, ancestors: '0,100' });
    const form = await openForm(page, t('system.dept'), /深圳总公司/);
    for (const name of [t('system.dept.leader'), t('system.dept.phone'), t('system.dept.email')]) await form.getByLabel(name).fill('');
    await save(form);
    expect(ruoyi.db.depts.find(({ deptId }) => deptId === 101)).toMatchObject({ leader: '', phone: '', email: '', parentId: 100 });
    await openForm(page, t('system.dept'), /若依科技/);
    await expect(form.getByLabel(t('system.dept.deptName'))).toHaveValue('若依科技');
    await form.getByLabel(t('system.dept.deptName')).fill('若依集团');
    await save(form);
    expect(ruoyi.db.depts.find(({ deptId }) => deptId === 100)).toMatchObject({ deptName: '若依集团', parentId: 0, ancestors: '0' });
  });

  test('opens, edits, clears and deletes posts', async ({ ruoyi, visit }) => {
    const [first] = ruoyi.db.posts;
    if (!first) throw new Error('no posts');
    ruoyi.db.posts.push(...[80, 81].map((postId) => ({ ...first, postId, postCode: `p${postId}`, postName: `岗${postId}`, remark: '旧' })));
    const page = await visit('/system/post', t('system.post.title'));
    await row(page, /岗80/).getByRole('button', { name: '岗80', exact: true }).click();
    const facts = page.getByRole('dialog').locator('dl');
    await expect(facts.getByText('p80')).toBeVisible();
    await expect(facts).not.toContainText(t('system.post.userCount'));
    await page.keyboard.press('Escape');
    const form = await openForm(page, t('system.post'), /岗80/);
    await form.getByLabel(t('common.field.remark')).fill('');
    await save(form);
    expect(ruoyi.db.posts.find(({ postId }) => postId === 80)).toMatchObject({ remark: '', postCode: 'p80', status: '0' });
    await removeRows(page, ['岗80', '岗81']);
    expect(ruoyi.db.posts.map(({ postId }) => postId)).toEqual([1, 2, 3, 4]);
  });

  test('adds and edits a menu without a remark field, which RuoYi does not return', async ({ ruoyi, visit }) => {
    const page = await visit('/system/menu', t('system.menu.title'));
    const newForm = await openNewForm(page, t('system.menu'));
    await newForm
      .getByRole('radiogroup', { name: t('system.menu.menuType') })
      .getByText(t('system.menu.menuType.C'), { exact: true })
      .click();
    await newForm.getByLabel(t('system.menu.menuName')).fill('值班表');
    await newForm.getByLabel(t('system.menu.path')).fill('duty');
    await newForm.getByLabel(t('system.menu.component')).fill('duty/index');
    await newForm.getByLabel(t('system.menu.perms')).fill('duty:list');
    await expect(newForm.getByLabel(t('common.field.remark'))).toHaveCount(0);
    await save(newForm);
    const form = await openForm(page, t('system.menu'), /值班表/);
    await form.getByLabel(t('system.menu.perms')).fill('');
    await save(form);
    expect(ruoyi.db.menus.find(({ menuName }) => menuName === '值班表')).toMatchObject({
      ...{ perms: '', path: 'duty', component: 'duty/index', menuType: 'C', isFrame: '1', isCache: '0', visible: '0' },
    });
  });
});

test.describe('dictionaries and settings on a RuoYi server', () => {
  test('adds, clears and deletes dictionary entries', async ({ ruoyi, visit }) => {
    const page = await visit('/system/dict?dictType=sys_user_sex', t('system.dictData.title'));
    for (const [label, value] of [
      ['甲', '8'],
      ['乙', '9'],
    ] as const) {
      const newForm = await openNewForm(page, t('system.dictData'));
      await newForm.getByLabel(t('system.dictData.dictLabel')).fill(label);
      await newForm.getByLabel(t('system.dictData.dictValue')).fill(value);
      await newForm.getByLabel(t('common.field.remark')).fill('旧');
      await save(newForm);
      await expect(row(page, label)).toBeVisible();
    }
    const form = await openForm(page, t('system.dictData'), '甲');
    await form.getByLabel(t('common.field.remark')).fill('');
    await save(form);
    expect(ruoyi.db.dictData.find(({ dictLabel }) => dictLabel === '甲')).toMatchObject({
      ...{ remark: '', dictType: 'sys_user_sex', dictValue: '8' },
    });
    await removeRows(page, ['甲', '乙']);
    expect(ruoyi.db.dictData.filter(({ dictType }) => dictType === 'sys_user_sex')).toHaveLength(3);
  });

  test('edits a setting with a control for its type', async ({ ruoyi, visit }) => {
    const page = await visit('/system/config?configKey=registerUser', t('system.config.title'));
    const form = await openForm(page, t('system.config'), t('system.config.seed.name.sys.account.registerUser'));
    await form.getByRole('switch').click();
    await save(form);
    expect(latestRequest(ruoyi, 'PUT', '/system/config').body).toMatchObject({
      ...{ configKey: 'sys.account.registerUser', configValue: 'true', configType: 'Y' },
    });
  });
});
