import { type Kysely, sql } from 'kysely';
import { buttons, catalogueVerbs, grants, pages } from './0018-goods/menus.ts';

/** What goods are known by beyond their name: pictures, packaging, attributes, papers, price; every GTIN once, at whatever level. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table category
      -- addresses below /api, e.g. /profile/upload/2026/01/31/<32 hexadecimal digits>.png; the first stands for the goods
      add pictures text[] not null default '{}' constraint category_pictures_check check (cardinality(pictures) <= 9),
      add video_url text,
      add net_content numeric(12, 3) constraint category_net_content_check check (net_content > 0),
      add net_content_unit text constraint category_net_content_unit_check check (net_content_unit in ('g', 'kg', 'ml', 'l', 'm', 'piece')),
      add constraint category_net_content_half_check check ((net_content is null) = (net_content_unit is null)),
      -- administrative code of the place of origin
      add origin_region_code text constraint category_origin_region_code_check check (origin_region_code ~ '^[1-9][0-9]{5}$'),
      add licence_no text,
      add suggested_price_fen bigint constraint category_suggested_price_fen_check check (suggested_price_fen >= 0),
      -- sanitised HTML
      add story text,
      -- [{ name, value }], in the order in which they are shown
      add attributes jsonb not null default '[]',
      -- [{ level, contains, gtin, ssccPrefix }] from the box up: how many of the next lower level one holds
      add packaging jsonb not null default '[]';

    -- every GTIN that goods have, at whatever level of packaging: one belongs to one thing (GS1 General Specifications 4.2)
    create table trade_item (
      gtin text constraint trade_item_pkey primary key,
      category_id bigint not null constraint trade_item_category_id_fkey references category on delete cascade,
      level smallint not null constraint trade_item_level_check check (level between 0 and 3)
    );
    create index trade_item_category_id_idx on trade_item (category_id);
    insert into trade_item (gtin, category_id, level) select gtin, category_id, 0 from category where gtin is not null;

    create function keep_trade_items() returns trigger language plpgsql as $$
      begin
        delete from trade_item where category_id = new.category_id;
        insert into trade_item (gtin, category_id, level)
          select new.gtin, new.category_id, 0 where new.gtin is not null
          union all
          select item ->> 'gtin', new.category_id, (item ->> 'level')::int from jsonb_array_elements(new.packaging) item
            where item ->> 'gtin' is not null;
        return null;
      end $$;
    create trigger category_trade_items after insert or update of gtin, packaging on category
      for each row execute function keep_trade_items();

    create index batch_category_id_idx on batch (category_id, made_date);
    create index batch_made_date_idx on batch (made_date, batch_id);
    create index batch_expiry_date_idx on batch (expiry_date, batch_id) where expiry_date is not null;
  `.execute(db);

  await sql`update menu set status = '0' where menu_id in (2000, 2001, 2108)`.execute(db);
  for (const { menuId, parentId, orderNum, name, path, component, perms, icon, routeName } of pages) {
    await sql`insert into menu (menu_id, menu_name, parent_id, order_num, path, component, perms, menu_type, icon, status, route_name)
      values (${menuId}, ${name}, ${parentId}, ${orderNum}, ${path}, ${component}, ${perms}, 'C', ${icon}, '0', ${routeName})`.execute(db);
  }
  for (const { menuId, parentId, orderNum, name, perms } of [...catalogueVerbs, ...buttons]) {
    await sql`insert into menu (menu_id, menu_name, parent_id, order_num, path, perms, menu_type, icon, status)
      values (${menuId}, ${name}, ${parentId}, ${orderNum}, '', ${perms}, 'F', '#', '0')`.execute(db);
  }
  for (const [roleId, perms] of grants) {
    await sql`with recursive granted as (
        select menu_id, parent_id from menu where perms = any(${perms}::text[])
        union select menu.menu_id, menu.parent_id from menu join granted on menu.menu_id = granted.parent_id
      )
      insert into role_menu (role_id, menu_id) select distinct ${roleId}::bigint, menu_id from granted on conflict do nothing`.execute(db);
  }
}
