import { type Kysely, sql } from 'kysely';

/** The remark claimed that everybody must change the password; users are asked to, nobody is stopped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update config set remark = '填写一个合格的密码，新账号就以它开始；填写其他内容，则每个账号随机生成。首次登录后会提示修改。'
      where config_key = 'sys.user.initPassword'
        and remark = '填写一个合格的密码，新账号就以它开始；填写其他内容，则每个账号随机生成。首次登录都要修改。';
  `.execute(db);
}
