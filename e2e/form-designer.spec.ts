import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('the form designer', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let author: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    author = await newVisitor(browser);
    page = author.page;
    await signIn(author, suyuan, 'admin');
    await page.goto(`${suyuan.consoleUrl}/form`);
    await canvas().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const canvas = () => page.getByRole('tree', { name: '画布' });
  const item = (name: string | RegExp) => canvas().getByRole('treeitem', { name });
  const itemInGroup = (name: RegExp) => canvas().locator('.node-group').getByRole('treeitem', { name });
  const countItems = async () => (await canvas().getByRole('treeitem').all()).length;
  const componentButton = (name: string) => page.getByRole('region', { name: '组件' }).getByRole('button', { name, exact: true });
  const itemLabels = () =>
    canvas()
      .getByRole('treeitem')
      .evaluateAll((items) => items.map((one) => one.getAttribute('aria-label')));
  const storedDraft = () => page.evaluate(() => localStorage.getItem('suyuan.drawingItems'));
  const waitForAnnouncement = (text: RegExp | string) => page.getByRole('status').getByText(text).waitFor({ state: 'attached' });
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.locator('.drop-mark').waitFor();
    await page.mouse.up();
  };
  const centreOf = async (locator: ReturnType<typeof item>, fraction = 0.5) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('not to be seen');
    return { x: box.x + box.width / 2, y: box.y + box.height * fraction };
  };

  it('adds the first component by drag and drop onto an empty canvas (defect 13)', async () => {
    await drag(await centreOf(componentButton('单行文本')), await centreOf(canvas()));
    await item('单行文本 单行文本').waitFor();
    await page.getByText('field101').first().waitFor();
  });

  it('adds components by click and moves one into a group', async () => {
    await componentButton('分组').click();
    await item(/^分组/).waitFor();
    await drag(await centreOf(item(/^单行文本/)), await centreOf(item(/^分组/), 0.75));
    await itemInGroup(/^单行文本/).waitFor();
    expect(await countItems()).toBe(2);
  });

  it('builds, moves, nests and undoes by keyboard (defect 15)', async () => {
    await page.keyboard.press('Escape');
    await item(/^分组/).focus();
    await page.keyboard.press('/');
    await page.keyboard.type('计数');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(/已添加“计数器”/);
    await item(/^计数器/).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await itemInGroup(/^计数器/).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(itemLabels).toEqual(['分组 分组', '计数器 计数器', '单行文本 单行文本']);
    await page.keyboard.press('Control+d');
    await expect.poll(countItems).toBe(4);
    await page.keyboard.press('Delete');
    await expect.poll(countItems).toBe(3);
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expect.poll(countItems).toBe(4);
    for (const count of [3, 4]) {
      await page.keyboard.press('Control+z');
      await expect.poll(countItems).toBe(count);
    }
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(itemLabels).toEqual(['分组 分组', '单行文本 单行文本', '计数器 计数器']);
    await page.keyboard.press('Control+y');
    await expect.poll(itemLabels).toEqual(['分组 分组', '计数器 计数器', '单行文本 单行文本']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-item'))).not.toBeNull();
  });

  it('changes a label with its placeholder and validates a field name at once', async () => {
    await item(/^单行文本/).click();
    const panel = page.getByRole('region', { name: '属性面板' });
    await panel.getByLabel('标题', { exact: true }).fill('仓库');
    expect(await panel.getByLabel('占位提示').inputValue()).toBe('请输入仓库');
    await panel.getByLabel('字段名').fill('9x');
    await panel.getByText(/以字母开头/).waitFor();
    await panel.getByLabel('字段名').fill('warehouse');
    await panel.getByLabel('字段名').press('Enter');
    await page.locator('.node-tag').getByText('warehouse').waitFor();
  });

  it('shows a rule as a sentence and lists it with all rules', async () => {
    const panel = page.getByRole('region', { name: '属性面板' });
    await panel.getByText('规则', { exact: true }).click();
    await panel.getByRole('button', { name: '设置显示条件' }).click();
    await panel.getByText(/当 计数器 等于/).waitFor();
    await panel.getByRole('spinbutton', { name: '第 1 个条件的值' }).fill('3');
    await panel.getByText('当 计数器 等于 “3” 时显示').waitFor();
    await panel.getByRole('button', { name: /全部规则/ }).click();
    await page.getByRole('dialog').getByText('计数器 等于 “3”').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('stores the draft under the specified keys after typing, and restores it on reload (defect 7)', async () => {
    await expect.poll(storedDraft).toContain('warehouse');
    const keys = ['drawingItems', 'DRAWING_ITEMS_VERSION', 'idGlobal', 'treeNodeId', 'formConf'];
    const values = await page.evaluate((all) => all.map((key) => localStorage.getItem(`suyuan.${key}`)), keys);
    expect(values.slice(1, 4)).toEqual(['"1.0.0"', expect.stringMatching(/^10\d$/), '100']);
    await page.reload();
    await item(/仓库/).waitFor();
  });

  it('applies changes from another window without duplicates (defect 13)', async () => {
    const otherPage = await page.context().newPage();
    await otherPage.goto(`${suyuan.consoleUrl}/form`);
    await otherPage.getByRole('region', { name: '组件' }).getByRole('button', { name: '评分' }).click();
    await item(/^评分/).waitFor();
    expect(await countItems()).toBe(4);
    await otherPage.close();
  });

  it('accepts literals only, reports the line of an error, and loads valid code', async () => {
    await page.getByRole('button', { name: '代码' }).click();
    const code = page.getByRole('dialog').locator('.cm-content');
    const applyCode = async (text: string) => {
      await code.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
      await page.getByRole('button', { name: '应用' }).click();
    };
    const waitForError = (text: RegExp) => page.getByRole('dialog').getByRole('alert').getByText(text).first().waitFor();
    await applyCode('const a = 1');
    await waitForError(/请使用export default/);
    await applyCode("import x from 'y'\nexport default {}");
    await waitForError(/js格式不能识别，仅支持修改export default的对象内容/);
    await applyCode('export default {\n  fields: [alert(1)],\n}');
    await waitForError(/第 2 行/);
    await page.getByText('JSON', { exact: true }).click();
    await page.getByRole('button', { name: '放弃修改' }).click();
    await applyCode('{"fields": [');
    await waitForError(/JSON格式错误，请检查/);
    await applyCode('{"fields":[{"id":300,"type":"date","name":"day","label":"日期"}]}');
    await waitForText(page, '已应用');
    await page.getByText('React（TSX）').click();
    await code.getByText('DatePicker').first().waitFor();
    await page.keyboard.press('Escape');
    await item(/^日期选择 日期/).waitFor();
    await componentButton('单行文本').click();
    // the id counter continues after the highest imported id
    await page.getByText('field301').first().waitFor();
  });

  it('imports a form-generator form, tests it, and clears the canvas after confirmation', async () => {
    await page.getByRole('button', { name: '导入' }).click();
    const config = { label: '产地', tag: 'a-input', layout: 'colFormItem', span: 24, required: true, regList: [], formId: 101 };
    const text = JSON.stringify({
      fields: [{ __config__: config, __slot__: {}, __vModel__: 'origin', placeholder: '产地' }],
      formBtns: true,
    });
    await page.getByLabel('表单 JSON').fill(text);
    await page.getByRole('button', { name: '导入 1 个组件' }).click();
    await item(/产地/).waitFor();
    await page.getByRole('button', { name: '试填' }).click();
    const trial = page.getByRole('dialog');
    await trial.getByRole('button', { name: /提\s*交/ }).click();
    await trial.getByText(/产地/).nth(1).waitFor();
    await trial.getByLabel('产地').fill('福建安溪');
    await trial.getByRole('button', { name: /提\s*交/ }).click();
    await waitForText(page, /校验通过/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '清空' }).click();
    await waitForText(page, '确定要清空所有组件吗？');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /清\s*空/ })
      .click();
    await waitForText(page, '从左侧拖入或点选组件进行表单设计');
  });

  it('saves the draft to the server with Ctrl+S', async () => {
    await componentButton('多行文本').click();
    await page.getByRole('button', { name: '存为表单' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('表单名称').fill('到货检验');
    await dialog.getByLabel('表单标识').fill('arrival');
    await dialog.getByRole('button', { name: /保\s*存/ }).click();
    await page.getByRole('heading', { level: 1, name: '到货检验' }).waitFor();
    await componentButton('开关').click();
    await waitForText(page, '有未保存的修改');
    await item(/^开关/).focus();
    await page.keyboard.press('Control+s');
    await page.getByText('有未保存的修改').waitFor({ state: 'hidden' });
    await page.reload();
    await item(/^开关/).waitFor();
    expect(author.faults).toEqual([]);
  });
});
