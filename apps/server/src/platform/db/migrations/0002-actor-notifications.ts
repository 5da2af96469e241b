import { type Kysely, sql } from 'kysely';

/**
 * Notifies processes on channel `cache` of every change to what a request knows of its user: `actors` for all users, `actors:u7` for user
 * 7, `actors:s7` for session 7. Other changes of a session, such as its last use, are not notified. `user_counts` and `user_references`
 * invalidate what the list of users needs of other rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create function notify_actors() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'actors');
  return null;
end $$;

-- many rows are one notification, since their queue is bounded
create function notify_actors_of_users() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 101) counted) > 100 then
    perform pg_notify('cache', 'actors');
  else
    perform pg_notify('cache', 'actors:u' || user_id) from (select distinct user_id from changed) users;
  end if;
  return null;
end $$;

-- 'user_counts': which users a list counts may have changed
create function notify_user_counts() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'user_counts');
  return null;
end $$;

create function notify_user_changes() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'user_counts') from before b join changed c using (user_id)
    where (b.user_name, b.nick_name, b.phonenumber, b.status, b.dept_id, b.del_flag, b.create_time)
      is distinct from (c.user_name, c.nick_name, c.phonenumber, c.status, c.dept_id, c.del_flag, c.create_time) limit 1;
  perform pg_notify('cache', kind) from unnest(array['actors', 'user_references']) kind
    where exists (select from before b join changed c using (user_id) where b.user_name <> c.user_name);
  return null;
end $$;

-- lists show departments, roles and posts by name
create function notify_user_references() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'actors');
  perform pg_notify('cache', 'user_references');
  return null;
end $$;

create function notify_session_changes() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'actors:s' || session_id) from before b join changed c using (session_id)
    where (b.token_hash, b.user_id, b.login_time, b.confirm_time) is distinct from (c.token_hash, c.user_id, c.login_time, c.confirm_time)
      or c.active_time < b.active_time;
  return null;
end $$;

create or replace function notify_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', old.session_id::text);
  perform pg_notify('cache', 'actors:s' || old.session_id);
  return null;
end $$;

-- the idle limit of sessions is a setting
create or replace function notify_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('cache', 'sys_config');
  perform pg_notify('cache', 'scan_rules');
  perform pg_notify('cache', 'actors');
  return null;
end $$;

create trigger session_changed after update on session referencing old table as before new table as changed
  for each statement execute function notify_session_changes();
create trigger users_changed after update on users referencing new table as changed
  for each statement execute function notify_actors_of_users();
create trigger users_listed after update on users referencing old table as before new table as changed
  for each statement execute function notify_user_changes();
create trigger users_counted after insert or delete or truncate on users for each statement execute function notify_user_counts();
create trigger user_role_counted after insert or update or delete or truncate on user_role
  for each statement execute function notify_user_counts();
create trigger department_counted after update or delete or truncate on department
  for each statement execute function notify_user_counts();
create trigger user_role_added after insert on user_role referencing new table as changed
  for each statement execute function notify_actors_of_users();
create trigger user_role_removed after delete on user_role referencing old table as changed
  for each statement execute function notify_actors_of_users();
create trigger user_role_changed after update or truncate on user_role for each statement execute function notify_actors();
create trigger user_post_added after insert on user_post referencing new table as changed
  for each statement execute function notify_actors_of_users();
create trigger user_post_removed after delete on user_post referencing old table as changed
  for each statement execute function notify_actors_of_users();
create trigger user_post_changed after update or truncate on user_post for each statement execute function notify_actors();
create trigger department_changed after update or delete or truncate on department
  for each statement execute function notify_user_references();
create trigger post_changed after update or delete or truncate on post for each statement execute function notify_user_references();
create trigger session_truncated after truncate on session for each statement execute function notify_actors();
create trigger users_truncated after truncate on users for each statement execute function notify_actors();
create trigger role_truncated after truncate on role for each statement execute function raise_permission_version();
create trigger role_menu_truncated after truncate on role_menu for each statement execute function raise_permission_version();
create trigger role_department_truncated after truncate on role_department
  for each statement execute function raise_permission_version();
create trigger menu_truncated after truncate on menu for each statement execute function raise_permission_version();
create trigger permission_version_changed after update on permission_version
  for each statement execute function notify_user_references();
`)
    .execute(db);
}
