import { DraftFoot } from '#web/dashboard/selling/draft-foot.tsx'
import { timeChoices } from '#contract/constants.ts'
import { time } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { useHoursWords, weekdays } from '#web/dashboard/hours/use-hours-words.ts'
import { YearDayFields } from '#web/dashboard/hours/year-day-fields.tsx'
import hoursStyles from '#web/dashboard/hours/hours-page.module.css'
import { clockOf, monthDay } from '#web/providers/selling/lower-phrases.ts'
import type { Errors } from '#web/signup/forms/use-form.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, SelectField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import type { LowerDraft } from './lower-draft.ts'
import { sellingWords } from './selling-words.ts'

const t = reader(sellingWords)
const minuteOf = (hhmm: string): number => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3))
// What begins before five in the morning is the night of the day before.
const minutes = timeChoices.map(minuteOf).map((minute) => (minute < 300 ? minute + 1440 : minute))
const mornings = minutes.toSorted((a, b) => a - b)

interface LowerFieldsProps {
  rule: LowerDraft
  path: string
  errors: Errors
  /** What it would do, in a sentence; null while something is wrong with it. */
  said: string | null
  onChange: (part: Partial<LowerDraft>) => void
  onRemove: () => void
}

/** The fields of one lower price. */
export function LowerFields({ rule, path, errors, said, onChange, onRemove }: LowerFieldsProps) {
  const { weekday } = useHoursWords()
  const name = t(`low.${rule.kind}`)
  const wrongDays = errors[`${path}.weekdays`]
  return (
    <fieldset className="card pad-24 stack">
      <legend className="visually-hidden">{name}</legend>
      <p className="bold">{name}</p>
      <div className="field-grid even">
        <NumberField
          label={t('low.percent')}
          kind="whole"
          suffix="%"
          value={rule.percent}
          error={errors[`${path}.percent`]}
          onChange={(percent) => onChange({ percent })}
        />
        {rule.kind === 'last_minute' && (
          <NumberField
            label={t('low.within')}
            kind="whole"
            value={rule.within}
            error={errors[`${path}.withinDays`]}
            onChange={(within) => onChange({ within })}
          />
        )}
      </div>
      {rule.kind === 'off_peak' && (
        <>
          <fieldset className="stack gap-4">
            <legend className="field-label">{t('low.days')}</legend>
            <div className={hoursStyles.holidays}>
              {weekdays.map((day) => (
                <Checkbox
                  key={day}
                  checked={rule.weekdays.includes(day)}
                  aria-invalid={wrongDays && day === 0 ? true : undefined}
                  onChange={({ target }) =>
                    onChange({
                      weekdays: target.checked
                        ? [...rule.weekdays, day].toSorted()
                        : rule.weekdays.filter((one) => one !== day),
                    })
                  }>
                  {weekday(day)}
                </Checkbox>
              ))}
            </div>
            {wrongDays && <FieldError>{wrongDays}</FieldError>}
          </fieldset>
          <HoursFields rule={rule} error={errors[`${path}.hours`]} onChange={onChange} />
          <SeasonFields rule={rule} onChange={onChange} />
        </>
      )}
      <DraftFoot said={said} remove={t('low.remove', { label: name })} onRemove={onRemove} />
    </fieldset>
  )
}

type PartProps = Pick<LowerFieldsProps, 'rule' | 'onChange'>

function HoursFields({ rule: { hours }, error, onChange }: PartProps & { error: string | undefined }) {
  return (
    <>
      <Checkbox
        checked={hours !== null}
        onChange={({ target }) => onChange({ hours: target.checked ? { from: 600, to: 900 } : null })}>
        {t('low.hours')}
      </Checkbox>
      {hours && (
        <div className="field-grid even">
          {(['from', 'to'] as const).map((end) => (
            <SelectField
              key={end}
              label={t(`low.${end}`)}
              value={hours[end]}
              error={end === 'to' ? error : undefined}
              onChange={({ target }) => onChange({ hours: { ...hours, [end]: Number(target.value) } })}>
              {[...new Set([...mornings, hours[end]])].map((minute) => (
                <option key={minute} value={minute}>
                  {time(clockOf(minute))}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      )}
    </>
  )
}

function SeasonFields({ rule: { season }, onChange }: PartProps) {
  return (
    <>
      <Checkbox
        checked={season !== null}
        onChange={({ target }) => onChange({ season: target.checked ? { first: 1101, last: 228 } : null })}>
        {t('low.season')}
      </Checkbox>
      {season && (
        <div className="field-grid even">
          {(['first', 'last'] as const).map((end) => (
            <YearDayFields
              key={end}
              label={t(`low.${end}`)}
              day={monthDay(season[end])}
              onChange={(day) => onChange({ season: { ...season, [end]: Number(day.replace('-', '')) } })}
            />
          ))}
        </div>
      )}
    </>
  )
}
