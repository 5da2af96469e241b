import { type Kysely, sql } from 'kysely';

/** How much each user stores, kept by the database: uploads at once are counted in turn by the user's row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table file_usage (
      user_id bigint constraint file_usage_pkey primary key,
      bytes bigint not null
    );
    insert into file_usage (user_id, bytes)
      select create_by, sum(bytes) from file where path like 'upload/%' or path like 'avatar/%' group by 1;

    create function count_file_usage() returns trigger language plpgsql as $$
    begin
      if tg_op in ('DELETE', 'UPDATE') and old.path ~ '^(upload|avatar)/' then
        update file_usage set bytes = bytes - old.bytes where user_id = old.create_by;
      end if;
      if tg_op in ('INSERT', 'UPDATE') and new.path ~ '^(upload|avatar)/' then
        insert into file_usage values (new.create_by, new.bytes)
          on conflict (user_id) do update set bytes = file_usage.bytes + excluded.bytes;
      end if;
      return null;
    end
    $$;
    create trigger file_usage after insert or delete or update of create_by, bytes, path on file
      for each row execute function count_file_usage();

    insert into config (config_name, config_key, config_value, config_type, remark) values
      ('上传-每个用户可存（MB）', 'suyuan.upload.userMegabytes', '2048', 'Y', '上传的文件和头像合计；0 为不限'),
      ('上传-全部用户可存（GB）', 'suyuan.upload.totalGigabytes', '100', 'Y', '上传的文件和头像合计；0 为不限');
  `.execute(db);
}
