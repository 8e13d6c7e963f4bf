import { type ReactNode, useId } from 'react'
import { formatNumber, toHundredths } from '#contract/format.ts'
import type { Review } from '#contract/providers/providers.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import styles from './party-parts.module.css'
import { partyMessages } from './party-messages.ts'

const t = createTranslator(partyMessages)

export function PartyGroup({ of, children }: { of: number; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.party} aria-labelledby={id}>
      <h3 className="bold" id={id}>
        {t('party.title', { n: of })}
      </h3>
      <p className="small muted">{t('party.why', { n: of })}</p>
      {children}
    </section>
  )
}

interface PartyLabelProps {
  party: { guest: boolean; role: string; of: number; services?: readonly string[] }
}

/** The reviewer's role and services: 'Guest of the party · Bridesmaid, one of 4 from this party'. */
export function PartyLabel({ party: { guest, role, of, services = [] } }: PartyLabelProps) {
  const who = guest ? (role ? t('party.guest.role', { role }) : t('party.guest')) : t('party.booker')
  return (
    <span className="stack gap-4">
      <span>{of > 1 ? `${who}, ${t('party.of', { n: of })}` : who}</span>
      {services.length > 0 && <span>{services.join(', ')}</span>}
    </span>
  )
}

export function groupByParty<T extends { _id: string; party: { group: string } | null }>(reviews: readonly T[]): T[][] {
  const groups = Map.groupBy(reviews, ({ _id, party }) => (party ? `party ${party.group}` : _id))
  return [...groups.values()]
}

/** Sorts reviews with text first; parties stay together. */
export function sortTextsFirst(reviews: readonly Review[]): Review[] {
  const groups = groupByParty(reviews)
  const says = (group: readonly Review[]) => group.some(({ comments }) => comments !== '')
  return [...groups.filter(says), ...groups.filter((group) => !says(group))].flat()
}

export const formatBookingParts = (n: number): string =>
  Number.isInteger(n) ? formatNumber(n) : String(toHundredths(n))
