import { translator } from '@suyuan/contract';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';

export const translate = { 'zh-CN': translator(zhCN, 'zh-CN'), 'en-US': translator(enUS, 'en-US') };
