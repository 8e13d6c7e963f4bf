import { type ReactNode, useId } from 'react'
import { reader } from '#contract/words.ts'
import { partyWords } from './party-words.ts'
import styles from './party-group.module.css'

const t = reader(partyWords)

/** Reviews of one party under one heading, with what they count as. */
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
