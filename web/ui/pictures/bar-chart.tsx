import styles from './bar-chart.module.css'

export interface Bar {
  key: string
  /** Label below; some are omitted if there are many. */
  name: string
  value: number
  part?: number
}

const [WIDE, HIGH, FOOT] = [720, 180, 24]
/** Maximum labels that fit below the bars. */
const MOST_NAMES = 12

/** Vertical bars, the last one still in progress; a part is drawn solid within the pale whole. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value, part = 0 }) => Math.max(value, part)), 0)
  const step = WIDE / bars.length
  const every = Math.ceil(bars.length / MOST_NAMES)
  const parted = bars.some(({ part }) => part !== undefined)
  const box = (at: number, value: number, look: string | undefined) => {
    const high = value > 0 && most > 0 ? Math.max(3, (value / most) * (HIGH - 8)) : 0
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
            <text
              x={i * step + step / 2}
              y={HIGH + 18}
              textAnchor="middle"
              className={((bars.length - 1 - i) / every) % 2 === 1 ? styles.spare : undefined}>
              {name}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
