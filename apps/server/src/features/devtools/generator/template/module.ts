import type { GenModel } from '../generator-model.ts';
import { contractFile } from './contract.ts';
import { detailFile } from './detail.ts';
import { migrationFile } from './migration.ts';
import { pageFile } from './page.ts';
import { queriesFile } from './queries.ts';
import { routesFile } from './routes.ts';
import { serviceFile } from './service.ts';
import { testFile } from './test-file.ts';
import { localeFile } from './words.ts';

export function moduleFiles(model: GenModel, migration: string): Map<string, string> {
  const { domain, noun } = model;
  const contract = 'packages/contract/src';
  const server = `apps/server/src/features/${domain}/${noun}/${noun}`;
  const page = `apps/console/src/features/${domain}/${noun}/${noun}`;
  return new Map([
    [`${contract}/${domain}/${noun}.ts`, contractFile(model)],
    [`locales/zh-CN/generated/${domain}/${noun}.json`, localeFile(model, 'zh-CN')],
    [`locales/en-US/generated/${domain}/${noun}.json`, localeFile(model, 'en-US')],
    [`apps/server/src/platform/db/migrations/${migration}.ts`, migrationFile(model)],
    [`${server}.routes.ts`, routesFile(model)],
    [`${server}.service.ts`, serviceFile(model)],
    [`${server}.queries.ts`, queriesFile(model)],
    [`${server}.test.ts`, testFile(model)],
    [`${page}-page.tsx`, pageFile(model)],
    ...(model.view && model.kind !== 'tree' ? ([[`${page}-detail-page.tsx`, detailFile(model)]] as const) : []),
  ]);
}
