import type { EditableProfile } from '#contract/providers/provider-profile.ts'

/** A missing part of a profile; `word` is its message key, `slot` its value. */
export type ProfileGap = {
  key: string
  word:
    | 'dashboard.strength.photo'
    | 'dashboard.strength.bio'
    | 'dashboard.strength.prices'
    | 'dashboard.strength.pictures'
    | 'dashboard.strength.pictures.more'
    | 'dashboard.strength.kit'
    | 'dashboard.strength.instagram'
    | 'dashboard.strength.payout'
  slot?: Record<string, string>
  to: string
}

type Kit = 'shades' | 'brands' | 'skills'
const kit = (part: Kit): ProfileGap => ({
  key: part,
  word: 'dashboard.strength.kit',
  slot: { item: `dashboard.strength.kit.${part}` },
  to: '/dashboard/profile#kit',
})

const parts: readonly {
  holds: (profile: EditableProfile) => boolean
  missing: (profile: EditableProfile) => ProfileGap
}[] = [
  {
    holds: (p) => p.photo !== null,
    missing: () => ({ key: 'photo', word: 'dashboard.strength.photo', to: '/dashboard/profile#photo' }),
  },
  {
    holds: (p) => p.bio !== '',
    missing: () => ({ key: 'bio', word: 'dashboard.strength.bio', to: '/dashboard/profile#bio' }),
  },
  {
    holds: (p) => p.services.some((service) => service.status === 'active'),
    missing: () => ({ key: 'prices', word: 'dashboard.strength.prices', to: '/dashboard/services' }),
  },
  {
    holds: (p) => p.pictures >= 3,
    missing: (p) => ({
      key: 'pictures',
      word: 'dashboard.strength.pictures',
      slot: { skill: (p.services[0]?.label ?? 'makeup').toLowerCase() },
      to: '/dashboard/albums',
    }),
  },
  {
    holds: (p) => p.pictures >= 9,
    missing: () => ({ key: 'more', word: 'dashboard.strength.pictures.more', to: '/dashboard/albums' }),
  },
  { holds: (p) => p.kit.shades.length > 0, missing: () => kit('shades') },
  { holds: (p) => p.kit.brands.length + p.kit.tools.length + p.kit.items.length > 0, missing: () => kit('brands') },
  { holds: (p) => p.kit.skills.length > 0, missing: () => kit('skills') },
  {
    holds: (p) => p.payoutReady,
    missing: () => ({ key: 'payout', word: 'dashboard.strength.payout', to: '/dashboard/payouts' }),
  },
  {
    holds: (p) => p.instagram !== null,
    missing: () => ({ key: 'instagram', word: 'dashboard.strength.instagram', to: '/dashboard/profile#instagram' }),
  },
]

/** Returns the profile's strength of ten, and missing parts with links. */
export function computeStrength(profile: EditableProfile): { points: number; missing: ProfileGap[] } {
  const missing = parts.flatMap((part) => (part.holds(profile) ? [] : part.missing(profile)))
  return { points: parts.length - missing.length, missing }
}
