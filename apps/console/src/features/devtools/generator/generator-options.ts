import { dictionaryOptions, type GenOptions, genOptions, menuList, menus } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { endpointQueryOptions } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';

const common = { staleTime: 60_000, meta: { ownErrors: true } };

/** Choices of our server; undefined on a RuoYi server. */
export const useServerOptions = () =>
  useQuery({ ...endpointQueryOptions(genOptions, {}), staleTime: common.staleTime, enabled: hasExtension('generatorDetails') }).data;

/** Modules, menus and dictionaries. A RuoYi server has them in other lists, and menus require permission to list them. */
export function useGenOptions(): GenOptions | undefined {
  const isRuoYi = !hasExtension('generatorDetails');
  const canListMenus = usePermission(menus.permission('list'));
  const options = useServerOptions();
  const menuRows = useQuery({ ...endpointQueryOptions(menuList, {}), ...common, enabled: isRuoYi && canListMenus }).data;
  const dicts = useQuery({ ...endpointQueryOptions(dictionaryOptions, {}), ...common, enabled: isRuoYi }).data ?? [];
  if (!isRuoYi) return options;
  return { writes: true, modules: [], menus: menuRows?.filter(({ menuType }) => menuType !== 'F') ?? [], dicts };
}
