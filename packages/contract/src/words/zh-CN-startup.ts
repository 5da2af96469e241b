import account from '../../../../locales/zh-CN/startup/account.json' with { type: 'json' };
import common from '../../../../locales/zh-CN/startup/common.json' with { type: 'json' };
import home from '../../../../locales/zh-CN/startup/home.json' with { type: 'json' };
import shell from '../../../../locales/zh-CN/startup/shell.json' with { type: 'json' };

/** Texts of the console's shell and home page, loaded at startup. */
export const startup = { ...account, ...common, ...home, ...shell };
