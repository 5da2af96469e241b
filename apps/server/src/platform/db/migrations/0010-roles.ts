import { type Kysely, sql } from 'kysely';

/** Roles and departments carry a revision; one key is the administrator's alone; no department is below itself. Their two pages open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table role add column version int not null default 1;
    alter table dept add column version int not null default 1;

    -- the family passes every check of a role to whoever holds the key admin, which may be one of several in a list
    alter table role add constraint role_role_key_admin_check
      check (role_id = 1 or not 'admin' = any(string_to_array(replace(lower(role_key), ' ', ''), ',')));

    alter table dept add constraint dept_below_itself_check check (parent_id <> dept_id and not dept_id = any(ancestors));
    create index dept_parent_id_idx on dept (parent_id);

    -- what a role is linked to goes with it, and with the department that it names
    alter table role_menu drop constraint role_menu_role_id_fkey,
      add constraint role_menu_role_id_fkey foreign key (role_id) references role on delete cascade;
    alter table role_dept drop constraint role_dept_role_id_fkey,
      add constraint role_dept_role_id_fkey foreign key (role_id) references role on delete cascade,
      drop constraint role_dept_dept_id_fkey,
      add constraint role_dept_dept_id_fkey foreign key (dept_id) references dept on delete cascade;
    create index role_dept_dept_id_idx on role_dept (dept_id);

    update menu set status = '0' where menu_id in (101, 103);
  `.execute(db);
}
