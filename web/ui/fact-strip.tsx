import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClasses } from './class-names.ts'
import styles from './fact-strip.module.css'

export interface Fact {
  label: string
  /** Without a value the fact is left out. */
  value: ReactNode
  /** Page with the details behind the fact. */
  to?: string | null
  note?: ReactNode
  /** Left out on paper, such as earnings on a run sheet that lies about. */
  isScreenOnly?: boolean
}

const isText = (value: ReactNode): value is string | number => typeof value === 'string' || typeof value === 'number'

const MOST_COLUMNS = 6

/** The facts of a record in one strip: each has its label above its value. */
export function FactStrip({ facts }: { facts: readonly (Fact | false | null | undefined)[] }) {
  const shown = facts.filter((fact): fact is Fact => !!fact && (isText(fact.value) ? fact.value !== '' : !!fact.value))
  // Rows of about the same length: eight facts are two rows of four.
  const columnsOf = (n: number) => Math.ceil(n / Math.max(1, Math.ceil(n / MOST_COLUMNS)))
  const columns = columnsOf(shown.length)
  // The last fact fills the rest of its row.
  const lastSpan = columns - ((shown.length - 1) % columns)
  const onPaper = shown.filter(({ isScreenOnly }) => !isScreenOnly)
  return (
    <dl
      className={styles.strip}
      style={
        { '--columns': columns, '--last-span': lastSpan, '--on-paper': columnsOf(onPaper.length) } as CSSProperties
      }>
      {shown.map((fact) => (
        <div key={fact.label} className={joinClasses(styles.fact, fact.isScreenOnly && 'no-print')}>
          <dt>{fact.label}</dt>
          <dd>
            {fact.to ? (
              <Link
                to={fact.to}
                className={styles.to}
                aria-label={isText(fact.value) ? `${fact.label}: ${fact.value}` : undefined}>
                {fact.value}
              </Link>
            ) : (
              fact.value
            )}
            {fact.note && <span className={styles.note}>{fact.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
