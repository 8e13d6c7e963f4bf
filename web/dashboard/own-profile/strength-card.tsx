import { Link } from 'react-router'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { useDashboardMessages, useOwn } from './own.tsx'
import styles from './strength-card.module.css'

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

/** The strength of the own profile, and what is missing with links. */
export function StrengthCard() {
  const t = useDashboardMessages()
  const { profile } = useOwn()
  const { points, missing } = computeStrength(profile)
  return (
    <TitledCard
      title={t('dashboard.strength')}
      beside={
        <span className={joinClasses('number', styles.strength)}>{t('dashboard.strength.value', { n: points })}</span>
      }>
      <div className={styles.strengthCells} aria-hidden="true">
        {Array.from({ length: 10 }, (_, i) => (
          <i key={i} className={i < points ? styles.chosen : undefined} />
        ))}
      </div>
      {missing.length === 0 ? (
        <p className="muted">{t('dashboard.strength.full')}</p>
      ) : (
        <ul className="stack gap-4">
          {missing.map((part) => {
            const item = part.slot?.item as Parameters<typeof t>[0] | undefined
            const what = t(part.word, item ? { item: t(item) } : part.slot)
            return (
              <li key={part.key} className="row space-between">
                <span className="small">{what}</span>
                <Link className="link tap-target" to={part.to} aria-label={t('dashboard.strength.add.label', { what })}>
                  {t('dashboard.strength.add')}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </TitledCard>
  )
}
