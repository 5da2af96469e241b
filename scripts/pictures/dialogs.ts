import type { Words } from '@suyuan/contract';
import {
  menuEntry,
  namedButton,
  type Opener,
  openTab,
  pressButton,
  primary,
  runBulkAction,
  selectRows,
  showAllFilters,
  submitForm,
  submitPage,
} from './openers.ts';

/** Dialogs of a page, by the suffix after `+` in picture names. */
type Dialogs = [name: string, open: Opener][];

const range = (length: number) => Array.from({ length }, (_, index) => index);
const rows = '[data-testid=row-actions]';
const rowMenu = menuEntry.bind(undefined, (page) => page.locator(`${rows} .ant-dropdown-trigger`));
const pageMenu = menuEntry.bind(undefined, (page) => page.getByTestId('page-actions').locator('.ant-dropdown-trigger'));

const toolButton = (key: keyof Words) =>
  pressButton((page, words) => page.getByTestId('list-tools').getByRole('button', { name: words[key], exact: true }));

/** For lists: create, edit and delete with validation errors, drawer, row actions, bulk actions and tools. */
export const listDialogs: Dialogs = [
  ['primary', primary],
  ['refused', submitForm(primary)],
  ['open', pressButton((page) => page.locator('button.text-link.font-medium'))],
  ['edit', pressButton((page, words) => page.locator(rows).getByRole('button', { name: words['kit.edit'], exact: true }))],
  ['remove', pressButton((page) => page.locator(rows).locator('[class*=text-danger]'))],
  ['menu', pressButton((page) => page.locator(rows).locator('.ant-dropdown-trigger'))],
  ...range(7).map((nth): [string, Opener] => [`act${nth + 1}`, rowMenu(nth)]),
  ['ticked', selectRows],
  ...range(3).map((nth): [string, Opener] => [`ticked${nth + 1}`, runBulkAction(nth)]),
  ['filters', showAllFilters],
  ['display', toolButton('kit.display')],
  ['import', toolButton('kit.import')],
  ['export', toolButton('kit.export')],
  ...range(3).map((nth): [string, Opener] => [
    `tool${nth + 1}`,
    pressButton((page) => page.getByTestId('list-toolbar').locator('.ant-btn'), nth),
  ]),
  ...range(3).map((nth): [string, Opener] => [
    `aside${nth + 1}`,
    pressButton((page) => page.getByTestId('list-aside').locator('.ant-btn'), nth),
  ]),
];

/** For record pages: next step, menu, tabs. */
export const recordDialogs: Dialogs = [
  ['primary', primary],
  ['refused', submitForm(primary)],
  ['menu', pressButton((page) => page.getByTestId('page-actions').locator('.ant-dropdown-trigger'))],
  ...range(8).map((nth): [string, Opener] => [`act${nth + 1}`, pageMenu(nth)]),
  ...range(7).map((nth): [string, Opener] => [`tab${nth + 2}`, openTab(nth + 1)]),
];

const designerDialogs: Dialogs = [
  ...(['rules', 'code', 'import', 'clear', 'keys', 'run'] as const).map((word): [string, Opener] => [
    word,
    namedButton(`tool.build.${word}`),
  ]),
  ['faults', pressButton((page) => page.getByTestId('designer-faults'))],
  ['outline', selectSegment('tool.build.outline')],
  ['node', clickElement('[data-node] [role=treeitem]')],
];

function clickElement(selector: string): Opener {
  return async (page) => {
    const part = page.locator(selector).locator('visible=true').first();
    if ((await part.count()) === 0) return 'absent';
    await part.click({ timeout: 3000, position: { x: 8, y: 8 } });
    return 'shown';
  };
}

function selectSegment(key: keyof Words): Opener {
  return async (page, words) => {
    const part = page.locator('.ant-segmented-item').getByText(words[key], { exact: true }).locator('visible=true').first();
    if ((await part.count()) === 0) return 'absent';
    await part.click({ timeout: 3000 });
    return 'shown';
  };
}

const openCropper: Opener = async (page) => {
  const file = { name: 'avatar.png', mimeType: 'image/png', buffer: await page.screenshot({ animations: 'disabled' }) };
  await page.locator('[data-page=body] input[type=file]').first().setInputFiles(file);
  await page.locator('.ant-modal-wrap:visible').waitFor({ timeout: 3000 });
  return 'shown';
};

/** Page-specific dialogs, by page name. */
export const ownDialogs: Record<string, Dialogs> = {
  index: [
    ['bell', namedButton('shell.bell')],
    ['tasks', namedButton('account.task')],
    ['look', namedButton('shell.look')],
    ['avatar', pressButton((page) => page.getByTestId('avatar-button'))],
    ['logout', menuEntry((page) => page.getByTestId('avatar-button'), -1)],
    ['palette', namedButton('shell.find')],
  ],
  form: [
    ['import', namedButton('tool.build.import')],
    ['keys', namedButton('tool.build.keys')],
  ],
  'form.one': designerDialogs,
  'parser.one': [['refused', submitPage]],
  'parser.paste': [['refused', submitPage]],
  AMapView: [['refused', submitPage]],
  'gen.edit.one': range(2).map((nth): [string, Opener] => [`tab${nth + 2}`, openTab(nth + 1)]),
  'tool.swagger': [['call', clickElement('.opblock-summary')]],
  'account.center': [['avatar', openCropper]],
  ...Object.fromEntries(
    ['manage.category.new', 'manage.supplier.new', 'manage.channelBusiness.new', 'manage.traceability.fill', 'system.notice.form'].map(
      (page): [string, Dialogs] => [page, [['refused', submitPage]]],
    ),
  ),
};
