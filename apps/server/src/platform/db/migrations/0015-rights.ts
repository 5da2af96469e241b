import { type Kysely, sql } from 'kysely';

/**
 * One number that every change of roles, their menus or their departments raises in its own transaction: what a process remembers of
 * roles is good for as long as the number is the same. The trigger comes before the statement, so that the number is always the first
 * row that such changes lock, and they wait for each other instead of dead-locking.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rights (
      one boolean primary key default true constraint rights_one_check check (one),
      version bigint not null
    );
    insert into rights (version) values (1);

    create function raise_rights() returns trigger language plpgsql as $$
    begin
      update rights set version = version + 1;
      return null;
    end $$;
    create trigger role_rights before insert or update or delete on role for each statement execute function raise_rights();
    create trigger role_menu_rights before insert or update or delete on role_menu for each statement execute function raise_rights();
    create trigger role_dept_rights before insert or update or delete on role_dept for each statement execute function raise_rights();
    create trigger menu_rights before insert or update or delete on menu for each statement execute function raise_rights();
  `.execute(db);
}
