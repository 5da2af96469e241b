import catalog from '../../../../locales/zh-CN/pages/catalog.json' with { type: 'json' };
import codes from '../../../../locales/zh-CN/pages/codes.json' with { type: 'json' };
import common from '../../../../locales/zh-CN/pages/common.json' with { type: 'json' };
import devtools from '../../../../locales/zh-CN/pages/devtools.json' with { type: 'json' };
import forms from '../../../../locales/zh-CN/pages/forms.json' with { type: 'json' };
import identity from '../../../../locales/zh-CN/pages/identity.json' with { type: 'json' };
import insights from '../../../../locales/zh-CN/pages/insights.json' with { type: 'json' };
import logistics from '../../../../locales/zh-CN/pages/logistics.json' with { type: 'json' };
import monitoring from '../../../../locales/zh-CN/pages/monitoring.json' with { type: 'json' };
import partners from '../../../../locales/zh-CN/pages/partners.json' with { type: 'json' };
import problems from '../../../../locales/zh-CN/pages/problems.json' with { type: 'json' };
import scans from '../../../../locales/zh-CN/pages/scans.json' with { type: 'json' };
import shell from '../../../../locales/zh-CN/pages/shell.json' with { type: 'json' };
import system from '../../../../locales/zh-CN/pages/system.json' with { type: 'json' };
import traces from '../../../../locales/zh-CN/pages/traces.json' with { type: 'json' };
import validation from '../../../../locales/zh-CN/pages/validation.json' with { type: 'json' };
import seeds from '../../../../locales/zh-CN/seeds.json' with { type: 'json' };
import stories from '../../../../locales/zh-CN/stories.json' with { type: 'json' };

/** Texts of the console's pages, loaded with the first page. */
export const pages = {
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
  ...stories,
};
