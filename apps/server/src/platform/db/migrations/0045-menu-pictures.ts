import { type Kysely, sql } from 'kysely';

/** Menus of one branch no longer share a picture; one that somebody chose stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update menu set icon = drawn.after
    from (values
      ('manage/codeCase/index', 'form', 'case'),
      ('manage/blacklist/index', 'post', 'ban'),
      ('manage/diversion/index', 'route', 'diversion'),
      ('manage/codeList/index', 'form', 'checklist'),
      ('manage/channelBusiness/index', 'dealer', 'channel'),
      ('digit/channelBusiness/index', 'dealer', 'channel'),
      ('manage/handover/index', 'form', 'printer'),
      ('manage/recallImpact/index', 'route', 'recall')
    ) as drawn (component, before, after)
    where menu.component = drawn.component and menu.icon = drawn.before
  `.execute(db);
}
