import { Check } from 'lucide-react'
import type { CSSProperties } from 'react'
import { createTranslator } from '#contract/words.ts'
import { splitMessages } from './split-messages.ts'
import styles from './pans.module.css'

/** A palette with a pan for each of the party: filled once that person has paid. */
export function Pans({ paid, of }: { paid: readonly boolean[]; of?: readonly string[] }) {
  const t = createTranslator(splitMessages)
  const count = paid.filter(Boolean).length
  return (
    <div
      role="meter"
      aria-valuenow={count}
      aria-valuemin={0}
      aria-valuemax={paid.length}
      aria-label={t('pans.label', { paid: count, n: paid.length })}
      className="stack gap-8">
      <div className={styles.pans} style={{ '--pans': paid.length } as CSSProperties} aria-hidden="true">
        {paid.map((is, i) => (
          <span key={i} className={is ? styles.paid : undefined}>
            {is ? <Check className="icon" aria-hidden="true" /> : of?.[i]?.charAt(0) || i + 1}
          </span>
        ))}
      </div>
      <span className="small" aria-hidden="true">
        {t('pans.label', { paid: count, n: paid.length })}
      </span>
    </div>
  )
}
