import { useState } from 'react'
import { toPercent } from '#contract/format.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './step-bars.module.css'

export interface Step {
  key: string
  name: string
  value: number
  said: string
  /** A reference value, drawn as a line across the bar; null for none. */
  mark?: number | null
}

const barMessages = defineMessages({
  'bars.all': 'Show all {n}',
})

const t = createTranslator(barMessages)

/** Bars from top to bottom. With `atFirst` only that many are shown until the reader asks for all. */
export function StepBars({ label, steps, atFirst }: { label: string; steps: readonly Step[]; atFirst?: number }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || !atFirst || steps.length <= atFirst + 1 ? steps : steps.slice(0, atFirst)
  const most = Math.max(0, ...steps.map(({ value, mark }) => Math.max(value, mark ?? 0))) || 1
  const wide = (value: number) => `${Math.max(0.5, toPercent(Math.max(0, value), most)).toFixed(2)}%`
  return (
    <>
      <div className={styles.stepBars} role="img" aria-label={label}>
        {shown.map(({ key, name, value, said, mark }) => (
          <div key={key} className={styles.step}>
            <span className={styles.name}>{name}</span>
            <svg className={styles.drawn}>
              <rect y="4" width={wide(value)} height="20" rx="5" />
              {mark != null && <line x1={wide(mark)} x2={wide(mark)} y1="0" y2="28" />}
            </svg>
            <span className={styles.said}>{said}</span>
          </div>
        ))}
      </div>
      {shown.length < steps.length && (
        <div>
          <Button kind="secondary" size="small" onClick={() => setWhole(true)}>
            {t('bars.all', { n: steps.length })}
          </Button>
        </div>
      )}
    </>
  )
}
