import { month as monthOf } from '#contract/format.ts'
import { SelectField } from '#web/ui/fields/field.tsx'
import { useHoursWords } from './use-hours-words.ts'

// A year that has every day.
const leapYear = 2000
const two = (n: number) => String(n).padStart(2, '0')

/** A day of every year: its month and its number. */
export function YearDayFields({
  label,
  day,
  onChange,
}: {
  label: string
  day: string
  onChange: (day: string) => void
}) {
  const { t } = useHoursWords()
  const [month = 1, number = 1] = day.split('-').map(Number)
  const daysIn = (of: number) => new Date(Date.UTC(leapYear, of, 0)).getUTCDate()
  const put = (of: number, on: number) => onChange(`${two(of)}-${two(Math.min(on, daysIn(of)))}`)
  const monthName = (of: number) => monthOf(leapYear, of).replace(` ${leapYear}`, '')
  return (
    <div className="field-grid even">
      <SelectField
        label={t('hours.season.month', { which: label })}
        value={month}
        onChange={(event) => put(Number(event.target.value), number)}>
        {Array.from({ length: 12 }, (_, i) => (
          <option key={monthName(i + 1)} value={i + 1}>
            {monthName(i + 1)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('hours.season.day', { which: label })}
        value={number}
        onChange={(event) => put(month, Number(event.target.value))}>
        {Array.from({ length: daysIn(month) }, (_, i) => (
          <option key={two(i + 1)} value={i + 1}>
            {i + 1}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
