import { formatNumber } from '#contract/format.ts'
import styles from './bar-chart.module.css'

export interface Bar {
  key: string
  /** Label below; some are omitted if there are many. */
  name: string
  value: number
  part?: number
}

/** Sizes of the drawing: its width, the height up to the base line, the room for a value above a bar and for names below. */
const [WIDE, HIGH, HEAD, FOOT] = [720, 190, 20, 24]
/** Maximum labels that fit below the bars. */
const MOST_NAMES = 12

/**
 * Vertical bars with their values, the last one still in progress; a part is drawn solid within the pale whole. `format`
 * writes a value in a few characters.
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
  const step = WIDE / bars.length
  const every = Math.ceil(bars.length / MOST_NAMES)
  const parted = bars.some(({ part }) => part !== undefined)
  const heightOf = (value: number) => (value > 0 && most > 0 ? Math.max(3, (value / most) * (HIGH - HEAD)) : 0)
  const box = (at: number, value: number, look: string | undefined) => {
    const high = heightOf(value)
    return (
      high > 0 && (
        <rect
          x={at * step + step * 0.18}
          y={HIGH - high}
          width={step * 0.64}
          height={high}
          rx={Math.min(6, step * 0.2)}
          className={look}
        />
      )
    )
  }
  return (
    <svg className={styles.barChart} viewBox={`0 0 ${WIDE} ${HIGH + FOOT}`} role="img" aria-label={label}>
      <line x1="0" x2={WIDE} y1={HIGH} y2={HIGH} className={styles.base} />
      {bars.map(({ key, name, value, part }, i) => (
        <g key={key}>
          {box(i, value, parted ? styles.whole : i === bars.length - 1 ? styles.full : undefined)}
          {part !== undefined && box(i, part, styles.full)}
          {(bars.length - 1 - i) % every === 0 && (
            <g textAnchor="middle" className={((bars.length - 1 - i) / every) % 2 === 1 ? styles.spare : undefined}>
              {value > 0 && (
                <text
                  x={i * step + step / 2}
                  y={HIGH - heightOf(Math.max(value, part ?? 0)) - 6}
                  className={styles.value}>
                  {format(value)}
                </text>
              )}
              <text x={i * step + step / 2} y={HIGH + 18}>
                {name}
              </text>
            </g>
          )}
        </g>
      ))}
    </svg>
  )
}
