import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { translator } from '../core/words.ts';
import { enUS } from './en-US.ts';
import { type WordKey, zhCN } from './zh-CN.ts';

const words = (pack: Readonly<Record<string, string>>) => Object.entries(pack);

/** The kind of a part that is plain text; all others wait for a value. */
const LITERAL = 0;

/** Names that a sentence waits for, in whichever of its branches. */
function waitsFor(sentence: string): string {
  const names = new Set<string>();
  if (!sentence.includes('{')) return '';
  const walk = (parts: ReturnType<IntlMessageFormat['getAst']>) => {
    for (const part of parts) {
      if ('value' in part && part.type !== LITERAL) names.add(part.value);
      if ('options' in part) for (const { value } of Object.values(part.options)) walk(value);
    }
  };
  walk(new IntlMessageFormat(sentence, 'zh-CN', undefined, { ignoreTag: true }).getAst());
  return [...names].sort().join();
}

/** Named below, each says why it stands as it is; nothing else may. */
const AS_SPECIFIED: WordKey[] = [
  // the specification's own sentences, and the family's
  'kit.codeUnknown',
  'kit.downloading',
  'kit.downloadFailed',
  'kit.sessionOver',
  'shell.userInfoFailed',
  'tool.gen.invalid',
  'tool.build.enter',
  'tool.build.choose',
  'issue.form.requiredChoice',
  'issue.form.text.json',
  'issue.form.text.noExportDefault',
  'editor.pictureLimit',
  // the signs that a password may hold
  'account.passwordClass.4',
];
const ours = ([key]: [string, string]) => !AS_SPECIFIED.some((each) => each === key);

/** Refusals whose sentence is the family's, or comes whole from the record that they are about. */
const WHOLE = ['problem.notSignedIn', 'problem.traceFieldMissing', 'problem.traceFieldWrong', 'problem.formAnswerWrong'];

/** English leaves the noun out, where the verb would have to know whether it is one or many: goods match, a batch matches. */
const WITHOUT_NOUN = 'kit.emptyFiltered';

/** The family's words, which stand in its lists and sheets, and the specification's. */
const WITHOUT_BLANK: WordKey[] = [
  'account.placeInside',
  'monitor.job.cronExpression',
  'system.user.sheet.loginIp',
  'issue.form.text.json',
  'issue.form.text.noExportDefault',
  'issue.form.text.onlyExportDefault',
];

/** What each thing is not called, and what it is called. */
const CALLED: [other: RegExp, word: string][] = [
  [/供货商|供应方/, '供应商'],
  [/经销商|代理商|分销商/, '渠道商'],
  [/扫码记录|扫描记录/, '码记录'],
  [/散列/, '哈希'],
  [/单件/, '单品'],
  [/持有人/, '持有方'],
  [/你/, '您'],
];
const CALLED_IN_ENGLISH: [other: RegExp, word: string][] = [
  [/\be-mail/i, 'email'],
  [/\btelephone/i, 'phone'],
  [/\bbar code/i, 'barcode'],
  [/\bsmall letters?\b/i, 'lower-case letters'],
  [/\boutside of\b/i, 'outside'],
  [/\bvendors?\b/i, 'supplier'],
  [/\b(distributors?|resellers?)\b/i, 'dealer'],
  [/\bswitch(ed)? (on|off)\b/i, 'enable, disable'],
];

describe('language packs', () => {
  it('use the same placeholders in both languages', () => {
    // the cast: both packs have the same keys, or do not compile
    const uneven = words(zhCN)
      .filter(([key]) => key !== WITHOUT_NOUN)
      .filter(([key, chinese]) => waitsFor(chinese) !== waitsFor(enUS[key as WordKey]));
    expect(uneven).toEqual([]);
  });

  it('contain no please and no exclamation mark', () => {
    const polite = words(zhCN)
      .filter(ours)
      .filter(([, text]) => /请(?!求)|[!！]/.test(text.replaceAll('申请', '')));
    const english = words(enUS)
      .filter(ours)
      .filter(([, text]) => /please|!/i.test(text));
    expect([...polite, ...english]).toEqual([]);
  });

  it('state in each refusal what is wrong and how to correct it', () => {
    const half = (pack: Readonly<Record<string, string>>, mark: RegExp) =>
      words(pack)
        .filter(([key]) => key.startsWith('problem.') && !WHOLE.includes(key))
        .filter(([, text]) => !mark.test(text));
    expect([...half(zhCN, /；./), ...half(enUS, /; ./)]).toEqual([]);
  });

  it('use one name for each concept', () => {
    const strays = (pack: Readonly<Record<string, string>>, names: [RegExp, string][]) =>
      words(pack).flatMap(([key, text]) => names.filter(([other]) => other.test(text)).map(([, word]) => `${key}: ${text} → ${word}`));
    expect([...strays(zhCN, CALLED), ...strays(enUS, CALLED_IN_ENGLISH)]).toEqual([]);
  });

  it('separate Chinese from letters and digits by a space, also in inserted values', () => {
    const close = words(zhCN)
      .filter(([key]) => !WITHOUT_BLANK.some((each) => each === key))
      .filter(([, text]) => /\p{Script=Han}[A-Za-z\d]|[A-Za-z\d]\p{Script=Han}/u.test(text));
    expect(close).toEqual([]);
    const t = translator(zhCN, 'zh-CN');
    const inBraces = words(zhCN).filter(([key, text]) => ours([key, text]) && /^[^{}']*(\{\w+\}[^{}']*)+$/.test(text));
    const filledIn = inBraces.map(([key, text]) => {
      const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'GTIN']);
      // the cast: the keys are the pack's
      return [key, t(key as WordKey, Object.fromEntries(names))];
    });
    expect(filledIn.length).toBeGreaterThan(300);
    expect(filledIn.filter(([, said]) => /\p{Script=Han}GTIN|GTIN\p{Script=Han}/u.test(said ?? ''))).toEqual([]);
  });

  it('use only the punctuation of the respective language', () => {
    const foreign = words(enUS).filter(([, text]) => /[：；，。、（）！？]/.test(text));
    const unclosed = [...words(zhCN), ...words(enUS)].filter(([, text]) => text.split('“').length !== text.split('”').length);
    const trailing = [...words(zhCN), ...words(enUS)].filter(([key, text]) => key !== 'kit.joint' && text !== text.trim());
    expect([...foreign, ...unclosed, ...trailing]).toEqual([]);
  });
});
