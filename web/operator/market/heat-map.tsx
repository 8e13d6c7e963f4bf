import type { DemandArea } from '#contract/search/demand/demand.ts'
import { formatNumber } from '#contract/format.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { formatWeek } from '#web/ui/figures/figure.tsx'
import styles from './heat-map.module.css'

const heatMessages = defineMessages({
  'heat.area': 'Area',
  'heat.week': 'Week from {day}',
  'heat.later': 'Later',
  'heat.total': 'Total',
  'heat.legend': 'People a week',
  'heat.none': 'None, or fewer than ten',
  'heat.range': '{from} to {to}',
})

const t = createTranslator(heatMessages)

export type Measure = 'people' | 'withoutArtist' | 'unanswered'

const LEVELS = 5
const WEEKS = 12
const DAY_MS = 86_400_000

/** Returns the Monday of a day's week, both as YYYY-MM-DD. */
function toMonday(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

export interface Heat {
  /** Mondays of the next twelve weeks; the last column of each row sums all later weeks. */
  weeks: readonly string[]
  rows: readonly { area: DemandArea; values: readonly number[]; total: number }[]
  /** The highest number of a week, without the column of later weeks. */
  most: number
}

/** Sums a measure of the areas' days by week, from the week of `today`; the areas with the highest totals first. */
export function buildHeat(areas: readonly DemandArea[], measure: Measure, today: string): Heat {
  const first = Date.parse(toMonday(today))
  const weeks = Array.from({ length: WEEKS }, (_, i) => new Date(first + i * 7 * DAY_MS).toISOString().slice(0, 10))
  const rows = areas.map((area) => {
    const values = Array.from({ length: WEEKS + 1 }, () => 0)
    for (const day of area.days) {
      const week = Math.floor((Date.parse(day.eventDate) - first) / (7 * DAY_MS))
      if (week < 0) continue
      const column = Math.min(week, WEEKS)
      values[column] = (values[column] ?? 0) + day[measure]
    }
    return { area, values, total: values.reduce((sum, n) => sum + n, 0) }
  })
  return {
    weeks,
    rows: rows.toSorted((a, b) => b.total - a.total),
    most: Math.max(0, ...rows.flatMap(({ values }) => values.slice(0, WEEKS))),
  }
}

/** Returns the level of a value from 1 to `LEVELS`, in steps of the same size; zero for zero. */
export const getLevel = (n: number, most: number): number => (n === 0 ? 0 : Math.ceil((n / most) * LEVELS))

interface HeatMapProps {
  caption: string
  heat: Heat
  chosen: number | undefined
  onChoose: (cell: number) => void
}

/** A table of areas by week, whose cells are coloured by their number. */
export function HeatMap({ caption, heat: { weeks, rows, most }, chosen, onChoose }: HeatMapProps) {
  return (
    <div className="stack gap-12">
      <div role="group" className={styles.scroll} aria-label={caption} tabIndex={0}>
        <table className={styles.heat}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t('heat.area')}</th>
              {weeks.map((week) => (
                <th key={week} scope="col">
                  <span aria-hidden="true">{formatWeek(week)}</span>
                  <span className="visually-hidden">{t('heat.week', { day: formatWeek(week) })}</span>
                </th>
              ))}
              <th scope="col">{t('heat.later')}</th>
              <th scope="col">{t('heat.total')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ area, values, total }) => (
              <tr key={area.cell} data-chosen={area.cell === chosen || undefined}>
                <th scope="row">
                  <button type="button" aria-pressed={area.cell === chosen} onClick={() => onChoose(area.cell)}>
                    {area.place} <span className="muted">{area.countryCode}</span>
                  </button>
                </th>
                {values.map((n, i) => (
                  <td key={weeks[i] ?? 'later'} data-level={i < WEEKS ? getLevel(n, most) : undefined}>
                    {formatNumber(n)}
                  </td>
                ))}
                <td className={styles.total}>{formatNumber(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className={styles.legend}>
        <dt className="small muted">{t('heat.legend')}</dt>
        {Array.from({ length: LEVELS + 1 }, (_, level) => {
          const from = Math.floor(((level - 1) * most) / LEVELS) + 1
          const to = Math.floor((level * most) / LEVELS)
          if (level > 0 && from > to) return null
          return (
            <dd key={level} data-level={level}>
              {level === 0
                ? t('heat.none')
                : from === to
                  ? formatNumber(to)
                  : t('heat.range', { from: formatNumber(from), to: formatNumber(to) })}
            </dd>
          )
        })}
      </dl>
    </div>
  )
}
