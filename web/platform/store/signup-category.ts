/** The category whose services a provider is setting up, by id. */
export type SignupCategory = string | null

/** Chooses the category being set up. */
export const setSignupCategory = (_: SignupCategory, id: SignupCategory): SignupCategory => id
