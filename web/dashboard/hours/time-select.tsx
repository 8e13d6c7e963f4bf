import { timeChoices } from '#contract/constants.ts'
import { time } from '#contract/format.ts'
import type { HoursWindow } from '#contract/providers/hours.ts'
import { SelectField } from '#web/ui/fields/field.tsx'
import { useHoursWords } from './use-hours-words.ts'

const withKept = (list: readonly string[], kept: string) => (list.includes(kept) ? list : [...list, kept])

/** A window's two times, the second of them perhaps in the night after. */
export function WindowFields({
  names,
  window,
  error,
  onChange,
}: {
  /** The whole names, where From and To alone would not tell one window from another. */
  names?: { opens: string; closes: string }
  window: HoursWindow
  error?: string | undefined
  onChange: (window: HoursWindow) => void
}) {
  const { t } = useHoursWords()
  const { opens, closes } = window
  // What begins before five in the morning begins that morning.
  const begins = [...timeChoices.slice(-10), ...timeChoices.slice(0, -10)]
  const sameDay = begins.filter((hhmm) => hhmm > opens)
  const nextDay = [...timeChoices.slice(-10), '05:00'].filter((hhmm) => hhmm <= opens)
  const choices = withKept([...sameDay, ...nextDay], closes)
  return (
    <>
      <SelectField
        label={t('hours.block.opens')}
        aria-label={names?.opens}
        value={opens}
        onChange={(event) => onChange({ opens: event.target.value, closes })}>
        {withKept(begins, opens).map((hhmm) => (
          <option key={hhmm} value={hhmm}>
            {time(hhmm)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('hours.block.closes')}
        aria-label={names?.closes}
        value={closes}
        error={error}
        onChange={(event) => onChange({ opens, closes: event.target.value })}>
        {choices.map((hhmm) => (
          <option key={hhmm} value={hhmm}>
            {hhmm <= opens ? t('hours.next', { time: time(hhmm) }) : time(hhmm)}
          </option>
        ))}
      </SelectField>
    </>
  )
}
