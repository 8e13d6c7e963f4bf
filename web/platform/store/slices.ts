/** A category of a shop: makeup-hair-styling, makeup-hair-lessons, nails. */
export interface Category {
  slug: string
  label: string
}

/** Takes the list of categories as the server gave it. */
export const setCategories = (_: readonly Category[], categories: readonly Category[]): readonly Category[] =>
  categories

/** The category whose services a provider is setting up, by id. */
export type SignupCategory = string | null

/** Chooses the category being set up. */
export const setSignupCategory = (_: SignupCategory, id: SignupCategory): SignupCategory => id

/** An open profile with what was offered by its provider. */
interface ProviderProfile {
  offer: { status: string } | null
}

/** Profiles by the field that the page asked for: `{profileId}`, or `{quoteId}/{profileId}` within a quote. */
export type ProviderProfiles = Readonly<Record<string, ProviderProfile>>

/** Keeps a profile under its field. */
export const setProviderProfile = (
  state: ProviderProfiles,
  field: string,
  profile: ProviderProfile,
): ProviderProfiles => ({ ...state, [field]: profile })

/** Changes the status of the offer of one profile; an unknown field changes nothing. */
export function setOfferStatus(state: ProviderProfiles, field: string, status: string): ProviderProfiles {
  const profile = state[field]
  return profile ? { ...state, [field]: { ...profile, offer: { ...profile.offer, status } } } : state
}

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
