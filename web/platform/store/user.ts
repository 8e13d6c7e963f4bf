/** The signed-in person, kept in local storage as `primpUser`. */
export interface User {
  id: string
  profileId: string | null
  name: string
  mobile: string | null
  email: string
}

export type UserState = User | null

/** Signs a person in for this browser. */
export const setUser = (_: UserState, user: User): UserState => user

/** Changes some fields of the signed-in person; without one there is nothing to change. */
export const updateUser = (state: UserState, changes: Partial<User>): UserState =>
  state ? { ...state, ...changes } : null

/** Forgets the person, at logout. */
export const clearUser = (_: UserState): UserState => null
