import type { Words } from '@suyuan/contract';
import { allFilters, entry, named, type Opener, pressing, primary, sending, sendingPage, tab, ticked, tickedThen } from './openers.ts';

/** Dialogs of a page, by the suffix after `+` in picture names. */
type Dialogs = [name: string, open: Opener][];

const count = (most: number) => Array.from({ length: most }, (_, nth) => nth);
const rows = '.row-actions, .record-card-actions';
const rowMenu = entry.bind(undefined, (page) => page.locator(`:is(${rows}) .ant-dropdown-trigger`));
const pageMenu = entry.bind(undefined, (page) => page.locator('.page-actions .ant-dropdown-trigger'));

const tool = (key: keyof Words) =>
  pressing((page, words) => page.locator('.list-tools').getByRole('button', { name: words[key], exact: true }));

/** For lists: create, edit and delete with validation errors, drawer, row actions, bulk actions and tools. */
export const listDialogs: Dialogs = [
  ['primary', primary],
  ['refused', sending(primary)],
  ['open', pressing((page) => page.locator('button.row-link-strong'))],
  ['edit', pressing((page, words) => page.locator(rows).getByRole('button', { name: words['kit.edit'], exact: true }))],
  ['remove', pressing((page) => page.locator(rows).locator('.row-danger'))],
  ['menu', pressing((page) => page.locator(rows).locator('.ant-dropdown-trigger'))],
  ...count(7).map((nth): [string, Opener] => [`act${nth + 1}`, rowMenu(nth)]),
  ['ticked', ticked],
  ...count(3).map((nth): [string, Opener] => [`ticked${nth + 1}`, tickedThen(nth)]),
  ['filters', allFilters],
  ['columns', tool('kit.columns')],
  ['view', tool('kit.view.save')],
  ['import', tool('kit.import')],
  ['export', tool('kit.export')],
  ...count(3).map((nth): [string, Opener] => [`tool${nth + 1}`, pressing((page) => page.locator('.list-toolbar .ant-btn'), nth)]),
  ...count(3).map((nth): [string, Opener] => [`aside${nth + 1}`, pressing((page) => page.locator('.list-aside .ant-btn'), nth)]),
];

/** For record pages: next step, menu, tabs. */
export const recordDialogs: Dialogs = [
  ['primary', primary],
  ['refused', sending(primary)],
  ['menu', pressing((page) => page.locator('.page-actions .ant-dropdown-trigger'))],
  ...count(8).map((nth): [string, Opener] => [`act${nth + 1}`, pageMenu(nth)]),
  ...count(7).map((nth): [string, Opener] => [`tab${nth + 2}`, tab(nth + 1)]),
];

const designer: Dialogs = [
  ...(['rules', 'code', 'import', 'clear', 'keys', 'run'] as const).map((word): [string, Opener] => [word, named(`tool.build.${word}`)]),
  ['faults', pressing((page) => page.locator('.designer-bar-end .ant-btn-text'))],
  ['outline', choosing('tool.build.outline')],
  ['node', pressed('.node [role=treeitem]')],
];

function pressed(selector: string): Opener {
  return async (page) => {
    const part = page.locator(selector).locator('visible=true').first();
    if ((await part.count()) === 0) return 'absent';
    await part.click({ timeout: 3000, position: { x: 8, y: 8 } });
    return 'shown';
  };
}

function choosing(key: keyof Words): Opener {
  return async (page, words) => {
    const part = page.locator('.ant-segmented-item').getByText(words[key], { exact: true }).locator('visible=true').first();
    if ((await part.count()) === 0) return 'absent';
    await part.click({ timeout: 3000 });
    return 'shown';
  };
}

const cropping: Opener = async (page) => {
  const file = { name: 'avatar.png', mimeType: 'image/png', buffer: await page.screenshot({ animations: 'disabled' }) };
  await page.locator('.page input[type=file]').first().setInputFiles(file);
  await page.locator('.ant-modal-wrap:visible').waitFor({ timeout: 3000 });
  return 'shown';
};

/** Page-specific dialogs, by page name. */
export const ownDialogs: Record<string, Dialogs> = {
  index: [
    ['bell', named('shell.bell')],
    ['tasks', named('account.task')],
    ['look', named('shell.look')],
    ['avatar', pressing((page) => page.locator('.avatar-button'))],
    ['logout', entry((page) => page.locator('.avatar-button'), -1)],
    ['palette', named('shell.find')],
  ],
  form: [
    ['import', named('tool.build.import')],
    ['keys', named('tool.build.keys')],
  ],
  'form.one': designer,
  'parser.one': [['refused', sendingPage]],
  'parser.paste': [['refused', sendingPage]],
  AMapView: [['refused', sendingPage]],
  'gen.edit.one': count(2).map((nth): [string, Opener] => [`tab${nth + 2}`, tab(nth + 1)]),
  'tool.swagger': [['call', pressed('.opblock-summary')]],
  'account.center': [['avatar', cropping]],
  ...Object.fromEntries(
    ['manage.category.new', 'manage.supplier.new', 'manage.channelBusiness.new', 'manage.traceability.fill', 'system.notice.form'].map(
      (page): [string, Dialogs] => [page, [['refused', sendingPage]]],
    ),
  ),
};
