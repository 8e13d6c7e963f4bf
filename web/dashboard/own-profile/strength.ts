import type { EditableProfile } from '#contract/providers/provider-profile.ts'

/** A missing part of a profile; `word` is its message key, `slot` its value. */
export type ProfileGap = {
  key: string
  word:
    | 'pd.strength.photo'
    | 'pd.strength.bio'
    | 'pd.strength.prices'
    | 'pd.strength.pictures'
    | 'pd.strength.pictures.more'
    | 'pd.strength.kit'
    | 'pd.strength.instagram'
    | 'pd.strength.payout'
  slot?: Record<string, string>
  to: string
}

type Kit = 'shades' | 'brands' | 'skills'
const kit = (part: Kit): ProfileGap => ({
  key: part,
  word: 'pd.strength.kit',
  slot: { item: `pd.strength.kit.${part}` },
  to: '/dashboard/profile#kit',
})

const parts: readonly {
  holds: (profile: EditableProfile) => boolean
  missing: (profile: EditableProfile) => ProfileGap
}[] = [
  {
    holds: (p) => p.photo !== null,
    missing: () => ({ key: 'photo', word: 'pd.strength.photo', to: '/dashboard/profile#photo' }),
  },
  {
    holds: (p) => p.bio !== '',
    missing: () => ({ key: 'bio', word: 'pd.strength.bio', to: '/dashboard/profile#bio' }),
  },
  {
    holds: (p) => p.services.some((service) => service.status === 'active'),
    missing: () => ({ key: 'prices', word: 'pd.strength.prices', to: '/dashboard/services' }),
  },
  {
    holds: (p) => p.pictures >= 3,
    missing: (p) => ({
      key: 'pictures',
      word: 'pd.strength.pictures',
      slot: { skill: (p.services[0]?.label ?? 'makeup').toLowerCase() },
      to: '/dashboard/albums',
    }),
  },
  {
    holds: (p) => p.pictures >= 9,
    missing: () => ({ key: 'more', word: 'pd.strength.pictures.more', to: '/dashboard/albums' }),
  },
  { holds: (p) => p.kit.shades.length > 0, missing: () => kit('shades') },
  { holds: (p) => p.kit.brands.length + p.kit.tools.length + p.kit.items.length > 0, missing: () => kit('brands') },
  { holds: (p) => p.kit.skills.length > 0, missing: () => kit('skills') },
  {
    holds: (p) => p.payoutReady,
    missing: () => ({ key: 'payout', word: 'pd.strength.payout', to: '/dashboard/payouts' }),
  },
  {
    holds: (p) => p.instagram !== null,
    missing: () => ({ key: 'instagram', word: 'pd.strength.instagram', to: '/dashboard/profile#instagram' }),
  },
]

/** Returns the profile's strength of ten, and missing parts with links. */
export function computeStrength(profile: EditableProfile): { points: number; missing: ProfileGap[] } {
  const missing = parts.flatMap((part) => (part.holds(profile) ? [] : part.missing(profile)))
  return { points: parts.length - missing.length, missing }
}
