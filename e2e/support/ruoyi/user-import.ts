import { isAdmin } from './access.ts';
import { type Call, ok, Refusal } from './call.ts';
import type { User } from './records.ts';
import { insertUser } from './routes-account.ts';
import { settingOf } from './routes-settings.ts';
import { readWorkbook } from './spreadsheet.ts';
import { updateRow } from './table.ts';

export const importColumns = {
  ...{ 部门编号: 'deptId', 登录名称: 'userName', 用户名称: 'nickName', 用户邮箱: 'email', 手机号码: 'phonenumber' },
  ...{ 用户性别: 'sex', 账号状态: 'status' },
};

/** Imports users synchronously; ignores every parameter except `updateSupport`. */
export async function importUsers(call: Call) {
  const { db, session, parameters, uploads } = call;
  const upload = uploads.find(({ field }) => field === 'file');
  if (!upload) throw new Refusal('Cannot invoke "org.springframework.web.multipart.MultipartFile.getInputStream()" because "file" is null');
  const rows = await readWorkbook(upload.bytes);
  if (rows.length === 0) throw new Refusal('导入用户数据不能为空！');
  const update = ['true', '1', 'on', 'yes'].includes(parameters.text('updateSupport'));
  const done: string[] = [];
  const failed: string[] = [];
  for (const row of rows) {
    const userName = row.登录名称 ?? '';
    const fields: Partial<User> = {
      ...{ nickName: row.用户名称 ?? '', email: row.用户邮箱 ?? '', phonenumber: row.手机号码 ?? '' },
      sex: { 男: '0', 女: '1' }[row.用户性别 ?? ''] ?? '2',
      status: row.账号状态 === '停用' ? '1' : '0',
    };
    const existing = db.users.find((user) => user.userName === userName && user.delFlag === '0');
    if (userName === '') failed.push(`账号 null 导入失败：userName: 用户账号不能为空`);
    else if (!existing) {
      const password = settingOf(call, 'sys.user.initPassword');
      insertUser(call, { ...fields, userName, deptId: Number(row.部门编号) || null, password }, session.user.userName);
      done.push(`账号 ${userName} 导入成功`);
    } else if (!update) failed.push(`账号 ${userName} 已存在`);
    else if (isAdmin(existing.userId)) failed.push(`账号 ${userName} 导入失败：不允许操作超级管理员用户`);
    else {
      updateRow(existing, fields, session.user.userName);
      done.push(`账号 ${userName} 更新成功`);
    }
  }
  const lines = (list: string[]) => list.map((line, index) => `<br/>${index + 1}、${line}`).join('');
  if (failed.length > 0) throw new Refusal(`很抱歉，导入失败！共 ${failed.length} 条数据格式不正确，错误如下：${lines(failed)}`);
  return ok({ msg: `恭喜您，数据已全部导入成功！共 ${done.length} 条，数据如下：${lines(done)}` });
}
