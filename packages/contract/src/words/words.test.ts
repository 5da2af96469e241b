import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { translator } from '../core/words.ts';
import { enUS } from './en-US.ts';
import { type WordKey, zhCN } from './zh-CN.ts';

const words = (pack: Readonly<Record<string, string>>) => Object.entries(pack);

/** AST types of plain text, of a plural, and of its `#`. */
const [LITERAL, PLURAL, POUND] = [0, 6, 7];

/** Placeholders of a message, in all branches. A plural that does not print its number is grammar, which Chinese lacks. */
function placeholdersOf(sentence: string): string {
  const names = new Set<string>();
  if (!sentence.includes('{')) return '';
  const walk = (parts: ReturnType<IntlMessageFormat['getAst']>) => {
    for (const part of parts) {
      const isGrammar = 'options' in part && part.type === PLURAL && !part.options.other?.value.some(({ type }) => type === POUND);
      if ('value' in part && part.type !== LITERAL && !isGrammar) names.add(part.value);
      if ('options' in part) for (const { value } of Object.values(part.options)) walk(value);
    }
  };
  walk(new IntlMessageFormat(sentence, 'zh-CN', undefined, { ignoreTag: true }).getAst());
  return [...names].sort().join();
}

/** Exceptions to the rules below. */
const AS_SPECIFIED: WordKey[] = [
  // quoted from the specification or from RuoYi
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
  // characters of a password
  'account.passwordClass.4',
];
const ours = ([key]: [string, string]) => !AS_SPECIFIED.some((each) => each === key);

/** Refusals in RuoYi's words, or with a text from the record. */
const WHOLE = ['problem.notSignedIn', 'problem.traceFieldMissing', 'problem.traceFieldWrong', 'problem.formAnswerWrong'];

/** The English text omits the noun. */
const WITHOUT_NOUN = 'kit.emptyFiltered';

/** Quoted from RuoYi's lists and sheets, or from the specification. */
const WITHOUT_BLANK: WordKey[] = [
  'account.placeInside',
  'monitor.job.cronExpression',
  'system.user.sheet.loginIp',
  'issue.form.text.json',
  'issue.form.text.noExportDefault',
  'issue.form.text.onlyExportDefault',
];

/** Terms to avoid, with the term of the glossary. */
const CALLED: [other: RegExp, word: string][] = [
  [/供货商|供应方/, '供应商'],
  [/经销商|代理商|分销商/, '渠道商'],
  [/扫描记录/, '扫码记录'],
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
      .filter(([key, chinese]) => placeholdersOf(chinese) !== placeholdersOf(enUS[key as WordKey]));
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
    expect([...half(zhCN, /；./), ...half(enUS, /\. ./)]).toEqual([]);
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
    expect(filledIn.filter(([, message]) => /\p{Script=Han}GTIN|GTIN\p{Script=Han}/u.test(message ?? ''))).toEqual([]);
  });

  it('use only the punctuation of the respective language', () => {
    const foreign = words(enUS).filter(([, text]) => /[：；，。、（）！？]/.test(text));
    const unclosed = [...words(zhCN), ...words(enUS)].filter(([, text]) => text.split('“').length !== text.split('”').length);
    const separators = ['kit.joint', 'kit.pairJoint'];
    const trailing = [...words(zhCN), ...words(enUS)].filter(([key, text]) => !separators.includes(key) && text !== text.trim());
    expect([...foreign, ...unclosed, ...trailing]).toEqual([]);
  });
});
