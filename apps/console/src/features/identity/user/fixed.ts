import type { User } from '@suyuan/contract';

/** The built-in administrator, whose account cannot be changed on these pages. */
const ADMIN_USER_ID = 1;

export const isBuiltInAdmin = ({ userId }: Pick<User, 'userId'>) => userId === ADMIN_USER_ID;
