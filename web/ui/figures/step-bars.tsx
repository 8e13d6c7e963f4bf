import { toPercent } from '#contract/format.ts'
import styles from './step-bars.module.css'

export interface Step {
  key: string
  name: string
  value: number
  said: string
  /** A reference value, drawn as a line across the bar; null for none. */
  mark?: number | null
}

export function StepBars({ label, steps }: { label: string; steps: readonly Step[] }) {
  const most = Math.max(0, ...steps.map(({ value, mark }) => Math.max(value, mark ?? 0))) || 1
  const wide = (value: number) => `${Math.max(0.5, toPercent(Math.max(0, value), most)).toFixed(2)}%`
  return (
    <div className={styles.stepBars} role="img" aria-label={label}>
      {steps.map(({ key, name, value, said, mark }) => (
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
  )
}
