import { type Resource, type User, UserRow, users } from '@suyuan/contract';

/** Users with RuoYi's spreadsheet titles, so that files are interchangeable. */
// The cast: a sheet row differs from the resource record, but its users need only words, path and rules.

/** Users as a spreadsheet: RuoYi's columns, names instead of ids. */
export const userSheet = {
  ...users,
  input: UserRow,
  word: (field?: string) => (field ? `system.user.sheet.${field}` : 'system.user.sheet'),
} as unknown as Resource;

export const importColumns = ['deptId', 'userName', 'nickName', 'email', 'phonenumber', 'sex', 'status'];

/** Titles of the console's pages, also accepted on import. */
export const pageTitles = { userName: 'system.user.userName', nickName: 'system.user.nickName' } as const;

export const exportColumns = [
  'userId',
  'userName',
  'nickName',
  'email',
  'phonenumber',
  'sex',
  'status',
  'loginIp',
  'loginDate',
  'deptName',
  'leader',
];

/** A user as a flat row with department fields. */
export const toSheetRow = ({ dept: department, ...user }: User) => ({ ...user, deptName: department?.deptName, leader: department?.leader });
