/** A category of a store: makeup-hair-styling, makeup-hair-lessons, nails. */
export interface Category {
  slug: string
  label: string
}

export const setCategories = (_: readonly Category[], categories: readonly Category[]): readonly Category[] =>
  categories

/** Id of the category that a provider is setting up; null if none. */
export type SignupCategory = string | null

export const setSignupCategory = (_: SignupCategory, id: SignupCategory): SignupCategory => id

/** A profile with its provider's offers. */
interface ProviderProfile {
  offer: { status: string } | null
}

/** Profiles by request key: `{profileId}`, or `{quoteId}/{profileId}` within a quote. */
export type ProviderProfiles = Readonly<Record<string, ProviderProfile>>

export const setProviderProfile = (
  state: ProviderProfiles,
  field: string,
  profile: ProviderProfile,
): ProviderProfiles => ({ ...state, [field]: profile })

/** Sets the status of a profile's offer; ignores an unknown key. */
export function setOfferStatus(state: ProviderProfiles, field: string, status: string): ProviderProfiles {
  const profile = state[field]
  return profile ? { ...state, [field]: { ...profile, offer: { ...profile.offer, status } } } : state
}

/** The signed-in person, in local storage as `primpUser`. */
export interface User {
  id: string
  profileId: string | null
  name: string
  mobile: string | null
  email: string
}

export type UserState = User | null

export const setUser = (_: UserState, user: User): UserState => user

/** Updates fields of the signed-in person; null stays null. */
export const updateUser = (state: UserState, changes: Partial<User>): UserState =>
  state ? { ...state, ...changes } : null

export const clearUser = (_: UserState): UserState => null
