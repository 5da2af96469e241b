import { type Kysely, sql } from 'kysely';

/** Top-level directories of 1.0.0: id, path, name. */
const directories = [
  [2002, 'manage', '防伪溯源'],
  [2000, 'business', '业务管理'],
  [2001, 'digit', '数字目录'],
  [1, 'system', '系统管理'],
  [2, 'monitor', '系统监控'],
  [3, 'tool', '系统工具'],
];

const [PRODUCTION, DISTRIBUTION, VERIFICATION, TRACING, MASTER_DATA, CACHES] = [2003, 2004, 2005, 2006, 2007, 118];

/** New directories: id, parent, order, path, name, icon. */
const groups = [
  [PRODUCTION, 0, 1, 'production', '生产与发码', 'validCode'],
  [DISTRIBUTION, 0, 2, 'distribution', '流通', 'international'],
  [VERIFICATION, 0, 3, 'verification', '验证与稽查', 'search'],
  [TRACING, 0, 4, 'tracing', '溯源', 'cascader'],
  [MASTER_DATA, 0, 5, 'masterData', '基础资料', 'dict'],
  [CACHES, 2, 5, 'caches', '缓存', 'redis'],
];

/** Menus: id, new parent, new order, parent in 1.0.0, path in 1.0.0, URL if the parent's path does not lead there, name in 1.0.0, new name. */
const moves = [
  [2100, PRODUCTION, 1, 2002, 'batch', '/manage/batch'],
  [2101, PRODUCTION, 2, 2002, 'code', '/manage/code'],
  [3280, PRODUCTION, 3, 2002, 'handover', '/manage/handover'],
  [3251, PRODUCTION, 4, 2002, 'codeList', '/manage/codeList'],
  [3250, DISTRIBUTION, 1, 2002, 'dispatch', '/manage/dispatch'],
  [2106, DISTRIBUTION, 2, 2002, 'channelBusiness', '/manage/channelBusiness'],
  [3320, DISTRIBUTION, 3, 2002, 'diversion', '/manage/diversion'],
  [2102, VERIFICATION, 1, 2002, 'codeRecord', '/manage/codeRecord'],
  [3300, VERIFICATION, 2, 2002, 'codeCase', '/manage/codeCase'],
  [3310, VERIFICATION, 3, 2002, 'blacklist', '/manage/blacklist'],
  [3391, VERIFICATION, 4, 2002, 'recallImpact', '/manage/recallImpact'],
  [2107, TRACING, 1, 2002, 'traceability', '/manage/traceability'],
  [2113, TRACING, 2, 2001, 'traceability', '/digit/traceability'],
  [2103, MASTER_DATA, 1, 2002, 'category', '/manage/category'],
  [2108, MASTER_DATA, 2, 2000, 'category', '/business/category', '品类列表', '商品图册'],
  [2104, MASTER_DATA, 3, 2002, 'supplier', '/manage/supplier'],
  [2105, MASTER_DATA, 4, 2002, 'codeRule', '/manage/codeRule'],
  [3200, MASTER_DATA, 5, 2002, 'expiry', '/manage/expiry'],
  [2001, MASTER_DATA, 6, 0, 'digit', '/digit', '数字目录', '分类目录'],
  [2110, 2001, 1, 2001, 'category', 'category', '品类目录', '商品分类'],
  [2111, 2001, 2, 2001, 'supplier', 'supplier', '供应商目录', '供应商分类'],
  [2112, 2001, 3, 2001, 'channelBusiness', 'channelBusiness', '渠道商目录', '渠道商分类'],
  [108, 2, 6, 1, 'log', '/system/log'],
  [113, CACHES, 1, 2, 'cache', '/monitor/cache'],
  [114, CACHES, 2, 2, 'cacheList', '/monitor/cacheList'],
  [102, 3, 1, 1, 'menu', '/system/menu'],
  [105, 3, 2, 1, 'dict', '/system/dict'],
  [115, 3, 3, 3, 'build', 'build'],
  [3460, 3, 4, 3, 'form', 'form'],
  [116, 3, 5, 3, 'gen', 'gen'],
  [117, 3, 6, 3, 'swagger', 'swagger'],
];

const rows = (values: unknown[][]) => JSON.stringify(values);

/**
 * Groups the pages by work, with at most six entries each. URLs stay. What an administrator has renamed or moved stays where it is, with
 * all pages of a renamed directory.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into menu (menu_id, parent_id, order_num, path, menu_name, icon, menu_type)
    select (g->>0)::bigint, (g->>1)::bigint, (g->>2)::int, g->>3, g->>4, g->>5, 'M' from jsonb_array_elements(${rows(groups)}::jsonb) g`.execute(
    db,
  );
  // a page's route name was its path
  const { rows: moved } = await sql<{ menuId: number; parentBefore: number }>`
    with moves as (
      select (m->>0)::bigint as menu_id, (m->>1)::bigint as parent_id, (m->>2)::int as order_num, (m->>3)::bigint as parent_before,
        m->>4 as path_before, m->>5 as path, m->>6 as name_before, m->>7 as name
      from jsonb_array_elements(${rows(moves)}::jsonb) m
    ), changed as (
      select d->>0 as id from jsonb_array_elements(${rows(directories)}::jsonb) d
      where not exists (select from menu where menu_id = (d->>0)::bigint and parent_id = 0 and path = d->>1 and menu_name = d->>2)
    )
    update menu set parent_id = m.parent_id, order_num = m.order_num, path = m.path, version = version + 1,
      route_name = case when m.path = m.path_before or route_name <> '' then route_name else m.path_before end,
      menu_name = case when menu_name = m.name_before then m.name else menu_name end
    from moves m
    where menu.menu_id = m.menu_id and menu.parent_id = m.parent_before and menu.path = m.path_before
      and not exists (select from changed where id in (m.menu_id::text, m.parent_before::text))
    returning menu.menu_id, m.parent_before`.execute(db);
  await sql`update menu set menu_name = replace(menu_name, m->>6, m->>7) from jsonb_array_elements(${rows(moves)}::jsonb) m
    where menu.parent_id = (m->>0)::bigint and menu_type = 'F' and starts_with(menu_name, m->>6)`.execute(db);
  await sql`update notice set notice_content = replace(notice_content, '在“防伪溯源”里登记', '在“基础资料”里登记')
    where notice_id = 1`.execute(db);
  // a role that has a page and its directory gets the new one
  await sql`insert into role_menu (role_id, menu_id)
    select page.role_id, menu.parent_id
    from jsonb_array_elements(${rows(moved.map(({ menuId, parentBefore }) => [menuId, parentBefore]))}::jsonb) m
    join menu on menu.menu_id = (m->>0)::bigint
    join role_menu page on page.menu_id = menu.menu_id
    where menu.parent_id <> 0
      and ((m->>1)::bigint = 0 or exists (select from role_menu d where d.role_id = page.role_id and d.menu_id = (m->>1)::bigint))
    on conflict do nothing`.execute(db);
  // a directory without pages would count as a grant of all its pages in the role form
  for (const list of [directories, groups])
    await sql`delete from role_menu granted where menu_id in (select (d->>0)::bigint from jsonb_array_elements(${rows(list)}::jsonb) d)
      and not exists (select from menu join role_menu page using (menu_id)
        where menu.parent_id = granted.menu_id and page.role_id = granted.role_id)`.execute(db);
  await sql`delete from menu where not exists (select from menu child where child.parent_id = menu.menu_id)
    and (menu_id in (select (g->>0)::bigint from jsonb_array_elements(${rows(groups)}::jsonb) g)
      or menu_id in (2000, 2002) and (path, menu_name) in (('business', '业务管理'), ('manage', '防伪溯源')))`.execute(db);
}
