import type { CSSProperties } from 'react'
import { formatNumber } from '#contract/format.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './bar-chart.module.css'

export interface Bar {
  key: string
  /** Label below; some are omitted if there are many. */
  name: string
  value: number
  part?: number
}

/** Maximum labels that fit below the bars. */
const MOST_NAMES = 12

/**
 * Vertical bars with their values, the last one still in progress; a part is drawn solid within the pale whole. `format`
 * writes a value in a few characters. Labels keep their size at each width. Narrow charts with many bars have the value of
 * the highest bar only, and every other name.
 */
export function BarChart({
  label,
  bars,
  format = (value) => formatNumber(Math.round(value)),
}: {
  label: string
  bars: readonly Bar[]
  format?: (value: number) => string
}) {
  const most = Math.max(...bars.map(({ value, part = 0 }) => Math.max(value, part)), 0)
  const every = Math.ceil(bars.length / MOST_NAMES)
  const parted = bars.some(({ part }) => part !== undefined)
  const highest = bars.findIndex(({ value, part = 0 }) => most > 0 && Math.max(value, part) === most)
  const toHeight = (value: number) => ({ '--share': most > 0 ? value / most : 0 }) as CSSProperties
  return (
    <div
      className={joinClasses(styles.barChart, bars.length > MOST_NAMES / 2 && styles.many)}
      role="img"
      aria-label={label}>
      {bars.map(({ key, name, value, part }, i) => {
        const fromLast = bars.length - 1 - i
        const named = fromLast % every === 0
        // The highest bar always has its value; labels that it would touch are left out.
        const valued = i === highest || (named && Math.abs(i - highest) >= every)
        return (
          <div key={key} className={joinClasses(styles.bar, (fromLast / every) % 2 === 1 && styles.spare)}>
            <div className={styles.track}>
              {value > 0 && (
                <i
                  className={parted ? styles.whole : fromLast === 0 ? styles.full : undefined}
                  style={toHeight(value)}
                />
              )}
              {part !== undefined && part > 0 && <i className={styles.full} style={toHeight(part)} />}
              {valued && value > 0 && (
                <span
                  className={joinClasses(styles.value, i === highest && styles.highest)}
                  style={toHeight(Math.max(value, part ?? 0))}>
                  {format(value)}
                </span>
              )}
            </div>
            <span className={styles.name}>{named && name}</span>
          </div>
        )
      })}
    </div>
  )
}
