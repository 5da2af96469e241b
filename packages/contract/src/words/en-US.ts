import openapi from '../../../../locales/en-US/openapi.json' with { type: 'json' };
import catalog from '../../../../locales/en-US/pages/catalog.json' with { type: 'json' };
import codes from '../../../../locales/en-US/pages/codes.json' with { type: 'json' };
import common from '../../../../locales/en-US/pages/common.json' with { type: 'json' };
import devtools from '../../../../locales/en-US/pages/devtools.json' with { type: 'json' };
import forms from '../../../../locales/en-US/pages/forms.json' with { type: 'json' };
import identity from '../../../../locales/en-US/pages/identity.json' with { type: 'json' };
import insights from '../../../../locales/en-US/pages/insights.json' with { type: 'json' };
import logistics from '../../../../locales/en-US/pages/logistics.json' with { type: 'json' };
import monitoring from '../../../../locales/en-US/pages/monitoring.json' with { type: 'json' };
import partners from '../../../../locales/en-US/pages/partners.json' with { type: 'json' };
import problems from '../../../../locales/en-US/pages/problems.json' with { type: 'json' };
import scans from '../../../../locales/en-US/pages/scans.json' with { type: 'json' };
import shell from '../../../../locales/en-US/pages/shell.json' with { type: 'json' };
import system from '../../../../locales/en-US/pages/system.json' with { type: 'json' };
import traces from '../../../../locales/en-US/pages/traces.json' with { type: 'json' };
import validation from '../../../../locales/en-US/pages/validation.json' with { type: 'json' };
import seeds from '../../../../locales/en-US/seeds.json' with { type: 'json' };
import account from '../../../../locales/en-US/startup/account.json' with { type: 'json' };
import startupCommon from '../../../../locales/en-US/startup/common.json' with { type: 'json' };
import home from '../../../../locales/en-US/startup/home.json' with { type: 'json' };
import startupShell from '../../../../locales/en-US/startup/shell.json' with { type: 'json' };
import stories from '../../../../locales/en-US/stories.json' with { type: 'json' };
import verify from '../../../../locales/en-US/verify.json' with { type: 'json' };
import type { WordKey, Words } from './zh-CN.ts';

const pack = {
  ...openapi,
  ...catalog,
  ...codes,
  ...common,
  ...devtools,
  ...forms,
  ...identity,
  ...insights,
  ...logistics,
  ...monitoring,
  ...partners,
  ...problems,
  ...scans,
  ...shell,
  ...system,
  ...traces,
  ...validation,
  ...seeds,
  ...account,
  ...startupCommon,
  ...home,
  ...startupShell,
  ...stories,
  ...verify,
};

/** A key that Chinese has and English lacks does not compile, nor does a surplus one. */
export const enUS: Words = pack satisfies Record<Exclude<keyof typeof pack, WordKey>, never>;
