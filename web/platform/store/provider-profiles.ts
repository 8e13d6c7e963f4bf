/** An open profile with what was offered by its provider. */
export interface ProviderProfile {
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
