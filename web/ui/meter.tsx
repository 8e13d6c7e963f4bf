import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'
import styles from './meter.module.css'

/** Ten circles that show the booked-out share, hatched if booked; `said` is the text. */
export function BookedOutMeter({
  percent,
  label,
  said = label,
  children,
}: {
  percent: number
  label: string
  said?: string
  children?: ReactNode
}) {
  const value = Math.max(0, Math.min(100, Math.round(percent)))
  return (
    <div className={styles.meterLine}>
      <div
        className={styles.meter}
        role="meter"
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={label}>
        <span className={styles.said} aria-hidden="true">
          {said}
        </span>
        <div className={styles.cells} aria-hidden="true">
          {getPanStates(value).map((state, index) => (
            <i key={index} className={joinClasses(state === 'used' && styles.used, state === 'half' && styles.held)} />
          ))}
        </div>
      </div>
      {children}
    </div>
  )
}

/** Returns the state of each of ten circles for a percentage: used, half or free. */
export function getPanStates(percent: number): ('used' | 'half' | 'free')[] {
  return Array.from({ length: 10 }, (_, i) => {
    const left = percent - i * 10
    if (left >= 9.5) return 'used'
    return left > 0.5 ? 'half' : 'free'
  })
}
