import type { User } from '@suyuan/contract';

/** The built-in administrator, whose account cannot be changed on these pages. */
const ADMIN = 1;

export const isFixed = ({ userId }: Pick<User, 'userId'>) => userId === ADMIN;
