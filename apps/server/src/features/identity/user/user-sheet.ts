import { type Resource, type User, UserRow, users } from '@suyuan/contract';

/** Users under the titles that the family's spreadsheets have, so that its files and ours are read by both. */
// The cast: a sheet's row is another record than the noun's; who writes or reads it asks for words, path and rules only.

/** Users as a spreadsheet has them: the family's columns, names in place of numbers. */
export const userSheet = {
  ...users,
  input: UserRow,
  word: (field?: string) => (field ? `system.user.sheet.${field}` : 'system.user.sheet'),
} as unknown as Resource;

/** What may be filled in. */
export const importColumns = ['deptId', 'userName', 'nickName', 'email', 'phonenumber', 'sex', 'status'];

/** What the pages call them, which is read as well. */
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

/** A user as one line: the department's facts beside the user's. */
export const lineOf = ({ dept: department, ...user }: User) => ({ ...user, deptName: department?.deptName, leader: department?.leader });
