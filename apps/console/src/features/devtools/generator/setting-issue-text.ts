import { genTables, issueMessage, type Translate } from '@suyuan/contract';
import { findTranslationKey } from '../../../data/i18n.ts';

/** Message for an invalid setting of a table or column. Some words belong only to the form of a new table. */
export function settingIssueText(t: Translate, issue: Parameters<typeof issueMessage>[2]): string {
  const field = String(issue.path.at(-1));
  const title = findTranslationKey(`tool.gen.${field}`) ?? findTranslationKey(`tool.gen.new.${field}`) ?? genTables.word();
  const hint = findTranslationKey(`tool.gen.new.${field}.hint`) ?? findTranslationKey(`tool.gen.${field}.hint`);
  return issueMessage(t, t(title), issue, hint && t(hint));
}
