import { createContext, useContext } from 'react';

/** Settings in localStorage are separate per user. */
export const UserIdContext = createContext(0);

export const useUserId = () => useContext(UserIdContext);
