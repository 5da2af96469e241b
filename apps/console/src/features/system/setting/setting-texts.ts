import type { RecordOf, settings } from '@suyuan/contract';
import { translateSeedText } from '../../../data/display-names.ts';

type Setting = RecordOf<typeof settings>;

export const nameOf = ({ configKey, configName }: Pick<Setting, 'configKey' | 'configName'>) =>
  translateSeedText(`system.config.seed.name.${configKey}`, configName);

export const aboutOf = ({ configKey, remark }: Pick<Setting, 'configKey' | 'remark'>) =>
  translateSeedText(`system.config.seed.about.${configKey}`, remark);

/** RuoYi's names begin with their area, which a group already names: `扫码-…`, `Scans: …`. */
export function shortNameOf(setting: Pick<Setting, 'configKey' | 'configName'>): string {
  const text = nameOf(setting).replace(/^(\p{Script=Han}{2,6}-|[A-Z][\w -]{2,30}: )/u, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
