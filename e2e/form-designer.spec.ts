import type { Locator, Page } from '@playwright/test';
import { draftKeys } from '@suyuan/contract';
import { DOC_VERSION, type FieldType, type FormNode } from '@suyuan/forms';
import { docOf, nodeOf } from '../apps/server/src/test/form-fixture.ts';
import { accessibilityViolations } from './support/accessibility.ts';
import { waitForText } from './support/browser.ts';
import { waitForNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const typeName = (type: FieldType) => t(`tool.build.type.${type}`);
/** Name of an item with the label that a new component has. */
const newItem = (type: FieldType) => `${typeName(type)} ${typeName(type)}`;
const ofType = (type: FieldType) => new RegExp(`^${typeName(type)}`);

const canvas = (page: Page) => page.getByRole('tree', { name: t('tool.build.board') });
const items = (page: Page) => canvas(page).getByRole('treeitem');
const item = (page: Page, name: string | RegExp) => canvas(page).getByRole('treeitem', { name });
const itemInGroup = (page: Page, name: RegExp) => canvas(page).getByRole('group').getByRole('treeitem', { name });
const componentButton = (page: Page, type: FieldType) =>
  page.getByRole('region', { name: t('tool.build.palette') }).getByRole('button', { name: typeName(type), exact: true });
const panel = (page: Page) => page.getByRole('region', { name: t('tool.build.panel') });
const setting = (page: Page, name: 'label' | 'name' | 'placeholder') =>
  panel(page).getByLabel(t(`tool.build.setting.${name}`), { exact: true });
const itemLabels = (page: Page) => items(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
const storedDraft = (page: Page) => page.evaluate((key) => localStorage.getItem(key), draftKeys.items);

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.getByTestId('drop-mark').waitFor();
  await page.mouse.up();
}

async function centreOf(locator: Locator, fraction = 0.5) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height * fraction };
}

/** Opens the designer with a stored draft of these components. */
async function openDraft(page: Page, ...fields: FormNode[]) {
  const doc = docOf(...fields);
  const entries: [key: string, json: string][] = [
    [draftKeys.form, JSON.stringify(doc.form)],
    [draftKeys.id, JSON.stringify(doc.idSeq)],
    [draftKeys.version, JSON.stringify(DOC_VERSION)],
    [draftKeys.items, JSON.stringify(doc.fields)],
  ];
  await page.evaluate((values) => {
    for (const [key, json] of values) localStorage.setItem(key, json);
  }, entries);
  await page.goto(new URL('/form', page.url()).href);
  await items(page).first().waitFor();
}

test.describe('the form designer', () => {
  test('adds the first component by drag and drop onto an empty canvas (defect 13)', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/form');
    await canvas(page).waitFor();
    await drag(page, await centreOf(componentButton(page, 'input')), await centreOf(canvas(page)));
    await item(page, newItem('input')).waitFor();
    await page.getByText('field101').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('adds components by click and moves one into a group', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/form');
    await componentButton(page, 'input').click();
    await item(page, ofType('input')).waitFor();
    await componentButton(page, 'group').click();
    await item(page, ofType('group')).waitFor();
    await drag(page, await centreOf(item(page, ofType('input'))), await centreOf(item(page, ofType('group')), 0.75));
    await itemInGroup(page, ofType('input')).waitFor();
    await expect(items(page)).toHaveCount(2);
    expect(faults).toEqual([]);
  });

  test('builds, moves, nests and undoes by keyboard (defect 15)', async ({ signIn, faults }) => {
    const page = await signIn('admin');
    const input = nodeOf('input', 'field101', { label: typeName('input') });
    await openDraft(page, nodeOf('group', 'group', { label: typeName('group'), children: [input] }));
    await item(page, ofType('group')).focus();
    await page.keyboard.press('/');
    await page.keyboard.type(typeName('number').slice(0, 2));
    await page.keyboard.press('Enter');
    const added = pattern('tool.build.announcement.added', { label: typeName('number'), position: '\\d+', of: '\\d+' });
    await page.getByRole('status').getByText(added).waitFor({ state: 'attached' });
    await item(page, ofType('number')).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await itemInGroup(page, ofType('number')).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    const numberFirst = [newItem('group'), newItem('number'), newItem('input')];
    await expect.poll(() => itemLabels(page)).toEqual(numberFirst);
    await page.keyboard.press('Control+d');
    await expect(items(page)).toHaveCount(4);
    await page.keyboard.press('Delete');
    await expect(items(page)).toHaveCount(3);
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expect(items(page)).toHaveCount(4);
    for (const count of [3, 4]) {
      await page.keyboard.press('Control+z');
      await expect(items(page)).toHaveCount(count);
    }
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => itemLabels(page)).toEqual([newItem('group'), newItem('input'), newItem('number')]);
    await page.keyboard.press('Control+y');
    await expect.poll(() => itemLabels(page)).toEqual(numberFirst);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-item') ?? null)).not.toBeNull();
    expect(faults).toEqual([]);
  });

  test('changes a label with its placeholder and validates a field name at once', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/form');
    await componentButton(page, 'input').click();
    await item(page, ofType('input')).click();
    await setting(page, 'label').fill('仓库');
    await expect(setting(page, 'placeholder')).toHaveValue(t('tool.build.enter', { label: '仓库' }));
    await setting(page, 'name').fill('9x');
    await panel(page).getByText(t('tool.build.nameWrong')).waitFor();
    await setting(page, 'name').fill('warehouse');
    await setting(page, 'name').press('Enter');
    await canvas(page).getByText('warehouse', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  test('shows undone options in their text, and does not write them back', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/form');
    await openDraft(page, nodeOf('select', 'kind', { label: '类型', options: [{ label: '甲', value: 1 }] }));
    await item(page, /类型/).click();
    await panel(page)
      .getByRole('button', { name: t('tool.build.asText') })
      .click();
    const text = panel(page).getByRole('textbox', { name: t('tool.build.setting.options') });
    const before = await text.inputValue();
    await text.press('End');
    await text.pressSequentially('乙 ');
    await expect(text).toBeFocused();
    await expect(text).toHaveValue(/乙 /);
    await page.getByRole('button', { name: t('tool.build.undo'), exact: true }).click();
    await expect(text).toHaveValue(before);
    await text.press('End');
    await text.pressSequentially('丙');
    await expect.poll(() => storedDraft(page)).toContain('丙');
    expect(await storedDraft(page)).not.toContain('乙');
    expect(faults).toEqual([]);
  });

  test('shows a rule as a sentence and lists it with all rules', async ({ signIn, faults }) => {
    const page = await signIn('admin');
    await openDraft(page, nodeOf('number', 'count', { label: '件数' }), nodeOf('input', 'warehouse', { label: '仓库' }));
    await item(page, /仓库/).click();
    await panel(page).getByText(t('tool.build.panel.rules'), { exact: true }).click();
    const rule = t('tool.build.rule.visible');
    await panel(page)
      .getByRole('button', { name: t('tool.build.rule.addOf', { rule }) })
      .click();
    const comparison = `件数 ${t('tool.build.op.eq')}`;
    await panel(page)
      .getByText(pattern('tool.build.rule.visible.when', { sentence: `${comparison}.*` }))
      .waitFor();
    await panel(page)
      .getByRole('spinbutton', { name: t('tool.build.rule.valueOf', { number: '1' }) })
      .fill('3');
    const sentence = `${comparison} “3”`;
    await panel(page).getByText(t('tool.build.rule.visible.when', { sentence })).waitFor();
    await panel(page)
      .getByRole('button', { name: t('tool.build.rule.all', { count: 1 }) })
      .click();
    await page.getByRole('dialog').getByText(sentence).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('stores the draft under the specified keys after typing, and restores it on reload (defect 7)', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/form');
    await componentButton(page, 'input').click();
    await item(page, ofType('input')).click();
    await setting(page, 'label').fill('仓库');
    await expect.poll(() => storedDraft(page)).toContain('仓库');
    await setting(page, 'name').fill('warehouse');
    await setting(page, 'name').press('Enter');
    await expect.poll(() => storedDraft(page)).toContain('warehouse');
    const keys = ['drawingItems', 'DRAWING_ITEMS_VERSION', 'idGlobal', 'treeNodeId', 'formConf'];
    const values = await page.evaluate((all) => all.map((key) => localStorage.getItem(`suyuan.${key}`)), keys);
    expect(values.slice(1, 4)).toEqual(['"1.0.0"', expect.stringMatching(/^10\d$/), '100']);
    await page.reload();
    await item(page, /仓库/).waitFor();
    expect(faults).toEqual([]);
  });

  test('applies changes from another window without duplicates (defect 13)', async ({ signIn, faults }) => {
    const page = await signIn('admin');
    await openDraft(page, ...(['input', 'number', 'switch'] as const).map((type) => nodeOf(type, type)));
    const otherPage = await page.context().newPage();
    await otherPage.goto(page.url());
    await componentButton(otherPage, 'rate').click();
    await item(page, ofType('rate')).waitFor();
    await expect(items(page)).toHaveCount(4);
    expect(faults).toEqual([]);
  });

  test('accepts literals only, reports the line of an error, and loads valid code', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/form');
    await page.getByRole('button', { name: t('tool.build.code') }).click();
    const dialog = page.getByRole('dialog');
    const code = dialog.locator('.cm-content');
    const applyCode = async (text: string) => {
      await code.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
      await page.getByRole('button', { name: t('tool.build.code.apply') }).click();
    };
    const waitForError = (text: RegExp) => dialog.getByRole('alert').getByText(text).first().waitFor();
    await applyCode('const a = 1');
    await waitForError(pattern('issue.form.text.noExportDefault', { line: '1' }));
    await applyCode("import x from 'y'\nexport default {}");
    await waitForError(pattern('issue.form.text.onlyExportDefault', { line: '1' }));
    await applyCode('export default {\n  fields: [alert(1)],\n}');
    await waitForError(pattern('issue.form.text.notLiteral', { line: '2', column: '\\d+' }));
    await page.getByText(t('tool.build.code.json'), { exact: true }).click();
    await page.getByRole('button', { name: t('kit.discard') }).click();
    await dialog.getByRole('textbox', { name: t('tool.build.code.json') }).waitFor();
    await applyCode('{"fields": [');
    await waitForError(pattern('issue.form.text.json', { line: '1', column: '\\d+' }));
    await applyCode('{"fields":[{"id":300,"type":"date","name":"day","label":"日期"}]}');
    await waitForNotice(page, t('tool.build.code.applied'));
    await page.getByText(t('tool.build.code.tsx')).click();
    await code.getByText('DatePicker').first().waitFor();
    await page.keyboard.press('Escape');
    await item(page, `${typeName('date')} 日期`).waitFor();
    await componentButton(page, 'input').click();
    // the id counter continues after the highest imported id
    await page.getByText('field301').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('imports a form-generator form, tests it, and clears the canvas after confirmation', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/form');
    const toolbar = page.getByRole('toolbar', { name: t('tool.build.bar') });
    await toolbar.getByRole('button', { name: t('tool.build.import') }).click();
    const config = { label: '产地', tag: 'a-input', layout: 'colFormItem', span: 24, required: true, regList: [], formId: 101 };
    const text = JSON.stringify({
      fields: [{ __config__: config, __slot__: {}, __vModel__: 'origin', placeholder: '茶叶产自哪里' }],
      formBtns: true,
    });
    await page.getByLabel(t('tool.build.imports.text')).fill(text);
    await page.getByRole('button', { name: t('tool.build.imports.do', { count: '1' }) }).click();
    await item(page, /产地/).waitFor();
    await page.getByRole('button', { name: t('tool.build.run') }).click();
    const trial = page.getByRole('dialog');
    await trial.getByRole('button', { name: t('kit.form.submit') }).click();
    // form-generator shows the placeholder as the error of a missing value
    await trial.getByText('茶叶产自哪里', { exact: true }).waitFor();
    await trial.getByLabel('产地').fill('福建安溪');
    await trial.getByRole('button', { name: t('kit.form.submit') }).click();
    await waitForText(page, t('tool.build.runFits'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('tool.build.clear') }).click();
    await waitForText(page, t('tool.build.clearAsk'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('tool.build.clear') })
      .click();
    await waitForText(page, t('tool.build.empty'));
    expect(faults).toEqual([]);
  });

  test('saves the draft to the server with Ctrl+S', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/form');
    await componentButton(page, 'textarea').click();
    await page.getByRole('button', { name: t('tool.build.server.keep') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('tool.form.formName')).fill('到货检验');
    await dialog.getByLabel(t('tool.form.formKey')).fill('arrival');
    await dialog.getByRole('button', { name: t('tool.build.server.save') }).click();
    await page.getByRole('heading', { level: 1, name: '到货检验' }).waitFor();
    await componentButton(page, 'switch').click();
    await waitForText(page, t('tool.build.server.unsaved'));
    await item(page, ofType('switch')).focus();
    await page.keyboard.press('Control+s');
    await page.getByText(t('tool.build.server.unsaved')).waitFor({ state: 'hidden' });
    await page.reload();
    await item(page, ofType('switch')).waitFor();
    expect(faults).toEqual([]);
  });
});
