import type { Locator, Page } from '@playwright/test';
import { htmlAttacks } from '@suyuan/contract/test/html-attacks';
import { waitForText } from './support/browser.ts';
import { test as base, expect } from './support/test.ts';
import { pattern, t } from './support/text.ts';

/** `page` shows the editor with its sample. */
const test = base.extend({
  page: async ({ signIn }, use) => {
    const page = await signIn('planner', '/tinymce');
    await editor(page).waitFor();
    await use(page);
  },
});

/** Features of pasted HTML, and the expected output of the editor. */
const features: readonly (readonly [name: string, html: string, expected: RegExp])[] = [
  ['headings', '<h1>一</h1><h6>六</h6>', /<h1>一<\/h1>.*<h6>六<\/h6>/],
  ['emphasis', '<p><b>粗</b><i>斜</i><u>下</u><s>删</s></p>', /<strong>粗<\/strong><em>斜<\/em><u>下<\/u><s>删<\/s>/],
  ['sub- and superscript', '<p>H<sub>2</sub>O m<sup>3</sup></p>', /H<sub>2<\/sub>O m<sup>3<\/sup>/],
  ['marked words', '<p><mark>重点</mark></p>', /<mark>重点<\/mark>/],
  ['small print', '<p><small>附注</small></p>', /<small>附注<\/small>/],
  ['keys', '<p><kbd>Ctrl</kbd></p>', /<kbd>Ctrl<\/kbd>/],
  ['insertions', '<p><ins>新增</ins></p>', /<ins>新增<\/ins>/],
  ['old fonts', '<p><font color="red" size="5">红</font></p>', /<font color="red" size="5">红<\/font>/],
  [
    'colours of words',
    '<p><span style="color: rgb(207, 19, 34); background-color: #fffbe6">彩</span></p>',
    /color: rgb\(207, 19, 34\).*background-color/,
  ],
  [
    'sizes, faces and line heights',
    '<p><span style="font-size: 24px; font-family: Georgia; line-height: 2">大</span></p>',
    /font-size: 24px.*大/,
  ],
  ['code within a line', '<p><code>a &lt; b</code></p>', /<code>a &lt; b<\/code>/],
  ['blocks of code', '<pre><code>if (a)\n  b</code></pre>', /<pre[^>]*><code>if \(a\)\n\s+b<\/code><\/pre>/],
  [
    'quotations within quotations',
    '<blockquote><p>外</p><blockquote><p>内</p></blockquote></blockquote>',
    /<blockquote><p>外<\/p>\s*<blockquote><p>内/,
  ],
  [
    'lists within lists',
    '<ul><li><p>甲</p><ol start="3"><li><p>乙</p></li></ol></li></ul>',
    /<ul><li><p>甲<\/p>\s*<ol start="3"><li><p>乙/,
  ],
  ['letters of lists', '<ol type="a"><li><p>丙</p></li></ol>', /<ol type="a">/],
  ['definitions', '<dl><dt>批号</dt><dd><p>AI 10</p></dd></dl>', /<dl><dt>批号<\/dt><dd><p>AI 10/],
  [
    'alignment by style and by attribute',
    '<p style="text-align: center">中</p><p align="right">右</p>',
    /text-align: center.*align="right"/,
  ],
  ['indents and spacing', '<p style="text-indent: 2em; margin: 0 8px">缩进</p>', /text-indent: 2em; margin: 0(px)? 8px/],
  ['direction and hints', '<p dir="rtl" title="提示">אב</p>', /(?=[^>]*dir="rtl")(?=[^>]*title="提示")/],
  [
    'boxes',
    '<div style="border: 1px solid #ddd; padding: 8px"><p>框</p></div>',
    /<div style="border: 1px solid [^"]*padding: 8px[^"]*"><p>框/,
  ],
  ['centred blocks', '<center><p>居中</p></center>', /<center><p>居中/],
  [
    'pictures that text runs round',
    '<p><img src="/mark.svg" alt="标" style="float: left; width: 50%">文</p>',
    /<img[^>]*style="float: left; width: 50%[^"]*"/,
  ],
  [
    'sizes of pictures, and pictures as links',
    '<p><a href="https://example.org/"><img src="/mark.svg" alt="" width="40" height="30"></a></p>',
    /<a [^>]*href="https:\/\/example.org\/"[^>]*><img(?=[^>]*width="40")(?=[^>]*height="30")/,
  ],
  [
    'figures with captions',
    '<figure><p><img src="/mark.svg" alt="图"></p><figcaption>图一</figcaption></figure>',
    /<figure>.*<figcaption>图一<\/figcaption><\/figure>/,
  ],
  [
    'tables with merged and coloured cells',
    '<table><tbody><tr><th colspan="2">甲</th></tr><tr><td style="background-color: #fffbe6; text-align: right">乙</td><td>丙</td></tr></tbody></table>',
    /<th colspan="2"[^>]*>.*<td[^>]*style="background-color: [^"]*text-align: right/,
  ],
  [
    'captions and widths of tables',
    '<table width="600"><caption>表一</caption><tbody><tr><td colwidth="120">丁</td></tr></tbody></table>',
    /<caption>表一<\/caption>.*colwidth="120"/,
  ],
  ['rules, breaks and classes of other editors', '<p class="ql-indent-1">上<br>下</p><hr>', /<p class="ql-indent-1">上<br>下<\/p>\s*<hr>/],
];

/** As copied from Word: style sheets, Office elements, paragraphs that imitate lists. */
const FROM_WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{font-size:10.5pt}</style></head><body>
<!--StartFragment--><p class=MsoNormal style='mso-margin-top-alt:auto;font-family:"等线";font-size:10.5pt'><b><span lang=EN-US style='color:#C00000'>召回</span></b><span style='color:windowtext'>通知</span><o:p></o:p></p>
<p class=MsoListParagraph style='margin-left:21pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;</span></span><![endif]>核对批号</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>看包装</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span><![endif]>隔离库存</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<table class=MsoTableGrid style='mso-yfti-tbllook:1184'><tr><td width=200 style='width:150pt;background:#FFF2CC;mso-background-themecolor:accent4' onclick="attacked()">批号</td></tr></table><!--EndFragment--></body></html>`;

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==', 'base64');

const source = (page: Page) => page.getByRole('textbox', { name: t('editor.source') });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const editor = (page: Page) => page.locator('.ProseMirror');

/** Enters HTML in the source view, switches to the editor and back, and returns the result. */
async function roundTrip(page: Page, html: string): Promise<string> {
  await button(page, t('editor.source')).click();
  await source(page).fill(html);
  await button(page, t('editor.source')).click();
  await editor(page).waitFor();
  return readSource(page);
}

async function readSource(page: Page): Promise<string> {
  await button(page, t('editor.source')).click();
  const html = await source(page).inputValue();
  await button(page, t('editor.source')).click();
  return html;
}

const paste = (page: Page, html: string) =>
  editor(page).evaluate((element, pastedHtml) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', pastedHtml);
    clipboardData.setData('text/plain', 'x');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

test.describe('the rich-text editor', () => {
  test('has the same height while its script loads', async ({ page, suyuan: { consoleUrl } }) => {
    const loading = Promise.withResolvers<void>();
    await page.route(/\/editor-(?!page)[^/]*\.js/, async (route) => {
      await loading.promise;
      await route.continue();
    });
    await page.goto(`${consoleUrl}/tinymce`);
    const skeleton = page.getByRole('status', { name: t('kit.loading') }).filter({ has: page.locator('.border-b') });
    const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0;
    await skeleton.waitFor();
    const height = await heightOf(skeleton);
    loading.resolve();
    await editor(page).waitFor();
    expect(Math.abs((await heightOf(page.locator('section', { has: editor(page) }).last())) - height)).toBeLessThan(2);
  });

  test('is 300 px high, counts words and shows a preview', async ({ page }) => {
    expect(await page.getByTestId('rich-text-paper').evaluate((element) => element.clientHeight)).toBeGreaterThanOrEqual(298);
    await roundTrip(page, '<p>溯源 GS1 码 2026</p>');
    await waitForText(page, t('editor.length', { count: 5 }));
    await expect(page.locator('[data-rich-text]:not(.ProseMirror)')).toHaveText('溯源 GS1 码 2026');
  });

  test('keeps the formatting of external HTML in two round trips', async ({ page }) => {
    const firstResult = await roundTrip(page, features.map(([, html]) => html).join('<p>—</p>'));
    const singleLine = firstResult.replaceAll('\n', ' ');
    expect(features.filter(([, , expected]) => !expected.test(firstResult) && !expected.test(singleLine)).map(([name]) => name)).toEqual(
      [],
    );
    expect(await roundTrip(page, firstResult)).toBe(firstResult);
  });

  test('cleans up HTML pasted from Word and converts imitated lists', async ({ page }) => {
    await roundTrip(page, '');
    await editor(page).click();
    await paste(page, FROM_WORD);
    const html = (await readSource(page)).replaceAll('\n', '');
    expect(html).toMatch(/<span style="color: rgb\(192, 0, 0\);?"><strong>召回<\/strong><\/span>通知/);
    expect(html).toMatch(/<ol><li><p>核对批号<\/p><ul><li><p>看包装<\/p><\/li><\/ul><\/li><li><p>隔离库存<\/p><\/li><\/ol>/);
    expect(html).toMatch(/<td[^>]*background-color: rgb\(255, 242, 204\)[^>]*><p>批号<\/p><\/td>/);
    expect(html).not.toMatch(/mso|Mso|等线|font-size|onclick|o:p/);
  });

  test('inserts tables by keyboard and merges cells', async ({ page }) => {
    await roundTrip(page, '');
    await editor(page).click();
    await button(page, t('editor.table')).click();
    await button(page, t('editor.tableOf', { rows: 2, columns: 2 })).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await editor(page).locator('th').nth(2).waitFor();
    const cells = editor(page).locator('td');
    await cells.nth(0).click();
    await page.keyboard.down('Shift');
    await cells.nth(1).click();
    await page.keyboard.up('Shift');
    await button(page, t('editor.table')).click();
    await page.getByRole('menuitem', { name: t('editor.mergeOrSplit') }).click();
    expect(await readSource(page)).toContain('<td colspan="2"');
  });

  test('leaves a table with the Tab key after one new row', async ({ page }) => {
    await roundTrip(page, '<table><tbody><tr><td><p>甲</p></td><td><p>乙</p></td></tr></tbody></table>');
    await editor(page).locator('td').nth(1).click();
    // the editor reads the browser's selection after the click
    await expect(button(page, t('editor.table'))).toHaveAttribute('aria-pressed', 'true');
    const isInEditor = () => page.evaluate(() => document.activeElement?.classList.contains('ProseMirror'));
    for (let press = 0; press < 2; press++) await page.keyboard.press('Tab');
    expect([await editor(page).locator('tr').count(), await isInEditor()]).toEqual([2, true]);
    await page.keyboard.press('Tab');
    expect([await editor(page).locator('tr').count(), await isInEditor()]).toEqual([2, false]);
  });

  test('finds and replaces', async ({ page }) => {
    await roundTrip(page, '<p>批号甲，批号乙</p><p>批号丙</p>');
    await editor(page).click();
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: t('editor.findWords'), exact: true }).fill('批号');
    await waitForText(page, t('editor.found', { at: 0, count: 3 }));
    await page.keyboard.press('Enter');
    await waitForText(page, pattern('editor.found', { at: '[123]', count: '3' }));
    await page.getByRole('textbox', { name: t('editor.replaceWords') }).fill('批次');
    await button(page, t('editor.replaceAll')).click();
    await waitForText(page, t('editor.foundNone'));
    await page.keyboard.press('Escape');
    expect((await readSource(page)).replaceAll('\n', '')).toBe('<p>批次甲，批次乙</p><p>批次丙</p>');
  });

  test('adds an image to the source that is edited while it uploads', async ({ page }) => {
    const uploadGate = Promise.withResolvers<void>();
    await page.route('**/api/common/upload', async (route) => {
      await uploadGate.promise;
      await route.continue();
    });
    await roundTrip(page, '<p>批号</p>');
    await page.locator('input[type=file]').setInputFiles({ name: '点.png', mimeType: 'image/png', buffer: DOT });
    await waitForText(page, t('editor.uploading', { count: 1 }));
    await button(page, t('editor.source')).click();
    await source(page).fill('<p>批次</p>');
    uploadGate.resolve();
    await expect(source(page)).toHaveValue(/^<p>批次<\/p>\n<img src="[^"]+" alt="点">$/);
    await button(page, t('editor.source')).click();
    await expect(editor(page).getByText('批次')).toBeVisible();
    await expect(editor(page).getByRole('img', { name: '点' })).toBeVisible();
  });

  test('edits the alternative text and the float of a picture', async ({ page }) => {
    await roundTrip(page, '<p><img src="/mark.svg" alt="">文字</p>');
    await editor(page).locator('img[src]').click();
    await button(page, t('editor.pictureOf')).click();
    await page.getByText(t('editor.picturePlace.left')).click();
    const width = page.getByRole('radiogroup', { name: t('editor.pictureWidth') });
    await width.getByText('50%', { exact: true }).click();
    await page.getByRole('textbox', { name: t('editor.pictureWords') }).fill('溯源标志');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const html = await readSource(page);
    expect(html).toContain('alt="溯源标志"');
    expect(html).toMatch(/float: left; margin: 0(px)? 16px 8px 0(px)?; width: 50%/);
  });

  test('runs no script that is pasted or entered as source', async ({ page, suyuan: { consoleUrl } }) => {
    const externalUrls: string[] = [];
    page.on('request', (request) => !request.url().startsWith(consoleUrl) && externalUrls.push(request.url()));
    await page.evaluate(() => Object.assign(globalThis, { attacked: () => Object.assign(globalThis, { wasAttacked: true }) }));
    await roundTrip(page, htmlAttacks.join('\n'));
    for (const attack of htmlAttacks.filter((_, at) => at % 12 === 0)) await paste(page, attack);
    // a later request has been answered, so the earlier ones have too
    await page.evaluate(async () => {
      const picture = new Image();
      picture.src = '/mark.svg';
      await picture.decode();
    });
    expect(await page.evaluate(() => 'wasAttacked' in globalThis)).toBe(false);
    expect(externalUrls.filter((url) => !url.startsWith('data:'))).toEqual([]);
  });

  test('leaves full screen with Escape', async ({ page }) => {
    const toolbar = page.getByRole('toolbar', { name: t('shell.editor') });
    await toolbar.getByRole('button', { name: t('shell.fullScreen') }).click();
    await page.locator('[data-full-screen] .ProseMirror').click();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-full-screen]')).toHaveCount(0);
  });
});
