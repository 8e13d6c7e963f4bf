import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { timeChoices } from '#contract/constants.ts'
import { formatTime } from '#contract/format.ts'
import { toMinor, formatMoneyMinor } from '#contract/money.ts'
import { applyLowerPrice, computeUnitsWithFee } from '#contract/price.ts'
import type { LowerPriceRule } from '#contract/providers/lower-price.ts'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { YearDayFields } from '#web/dashboard/hours/hours-fields.tsx'
import hoursStyles from '#web/dashboard/hours/hours-page.module.css'
import { useHoursMessages, weekdays } from '#web/dashboard/hours/hours-messages.ts'
import { DraftFoot } from '#web/dashboard/selling/form-parts.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { formatMinuteOfDay, describeLowerPrice, formatMonthDay } from '#web/providers/selling/lower-phrases.ts'
import { type Errors, type FormState, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, SelectField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { FormSection, SaveRow } from './form-card.tsx'
import { useDashboardMessages, useOwn } from './own.tsx'
import { sellingMessages } from './selling-messages.ts'

const t = createTranslator(sellingMessages)

/** Lower prices with their own Save and a warning about unsaved changes. */
export function LowerPricesCard({
  rules,
  catalogue,
}: {
  rules: readonly LowerPriceRule[]
  catalogue: ProviderCatalogue
}) {
  const words = useDashboardMessages()
  const { profile } = useOwn()
  const id = useId()
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { rules: rules.map(draftOf) },
    check: (now): Errors => Object.assign({}, ...now.rules.map((rule, i) => validateLowerDraft(rule, `rules.${i}`))),
    send: (now) => browserApi().providerProfile.setLowerPrices({ rules: now.rules.map(toLowerPrice) }),
    onSaved: () => {
      showToast('success', words('toast.saved'))
    },
    onState: setState,
  })
  const example = profile.services.find(({ status, cost }) => status === 'active' && cost !== null)
  const percent = catalogue.categories.find((category) => category.id === example?.categoryId)?.feePercent ?? 0
  const said = (rule: LowerDraft, i: number) => {
    if (!example || Object.keys(validateLowerDraft(rule, `rules.${i}`)).length > 0) return null
    const costMinor = toMinor(example.cost ?? 0)
    const less = applyLowerPrice(costMinor, { percent: toLowerPrice(rule).percent })
    const price = (cost: number) => formatMoneyMinor(toMinor(computeUnitsWithFee(cost, percent)), profile.currency)
    const preview = t('lowestPrice.preview', {
      service: example.label,
      before: price(costMinor),
      after: price(less),
      earn: formatMoneyMinor(less, profile.currency, { decimals: 'always' }),
    })
    return `${describeLowerPrice(toLowerPrice(rule), profile.countryCode)}. ${preview}`
  }
  const put = (key: number, part: Partial<LowerDraft>) =>
    change({ rules: draft.rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)) })
  return (
    <FormSection
      at="lower"
      title={t('lowestPrice.title')}
      text={t('lowestPrice.text')}
      folded={t('lowestPrice.count', { n: draft.rules.length })}>
      <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
        {formError && <Note kind="error">{formError}</Note>}
        {draft.rules.map((rule, i) => (
          <LowerFields
            key={rule.key}
            rule={rule}
            path={`rules.${i}`}
            errors={errors}
            said={said(rule, i)}
            onChange={(part) => put(rule.key, part)}
            onRemove={() => change({ rules: draft.rules.filter(({ key }) => key !== rule.key) })}
          />
        ))}
        {draft.rules.length < 8 && (
          <div className="row gap-8 wrapping">
            {(['off_peak', 'last_minute'] as const).map((kind) => (
              <Button
                key={kind}
                kind="secondary"
                onClick={() => change({ rules: [...draft.rules, createLowerDraft(kind)] })}>
                <Plus className="icon" aria-hidden="true" />
                {t(`lowestPrice.new.${kind}`)}
              </Button>
            ))}
          </div>
        )}
      </form>
      <SaveRow form={id} title={t('lowestPrice.title')} state={state} />
    </FormSection>
  )
}

const minuteOf = (hhmm: string): number => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3))
// Times before 5 AM belong to the previous day's night.
const minutes = timeChoices.map(minuteOf).map((minute) => (minute < 300 ? minute + 1440 : minute))
const mornings = minutes.toSorted((a, b) => a - b)

interface LowerFieldsProps {
  rule: LowerDraft
  path: string
  errors: Errors
  /** Effect as text; null while invalid. */
  said: string | null
  onChange: (part: Partial<LowerDraft>) => void
  onRemove: () => void
}

function LowerFields({ rule, path, errors, said, onChange, onRemove }: LowerFieldsProps) {
  const { weekday } = useHoursMessages()
  const name = t(`lowestPrice.${rule.kind}`)
  const wrongDays = errors[`${path}.weekdays`]
  return (
    <fieldset className="card pad-24 stack">
      <legend className="visually-hidden">{name}</legend>
      <p className="bold">{name}</p>
      <div className="field-grid even">
        <NumberField
          label={t('lowestPrice.percent')}
          kind="whole"
          suffix="%"
          value={rule.percent}
          error={errors[`${path}.percent`]}
          onChange={(percent) => onChange({ percent })}
        />
        {rule.kind === 'last_minute' && (
          <NumberField
            label={t('lowestPrice.within')}
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
            <legend className="field-label">{t('lowestPrice.days')}</legend>
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
      <DraftFoot said={said} remove={t('lowestPrice.remove', { label: name })} onRemove={onRemove} />
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
        {t('lowestPrice.hours')}
      </Checkbox>
      {hours && (
        <div className="field-grid even">
          {(['from', 'to'] as const).map((end) => (
            <SelectField
              key={end}
              label={t(`lowestPrice.${end}`)}
              value={hours[end]}
              error={end === 'to' ? error : undefined}
              onChange={({ target }) => onChange({ hours: { ...hours, [end]: Number(target.value) } })}>
              {[...new Set([...mornings, hours[end]])].map((minute) => (
                <option key={minute} value={minute}>
                  {formatTime(formatMinuteOfDay(minute))}
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
        {t('lowestPrice.season')}
      </Checkbox>
      {season && (
        <div className="field-grid even">
          {(['first', 'last'] as const).map((end) => (
            <YearDayFields
              key={end}
              label={t(`lowestPrice.${end}`)}
              day={formatMonthDay(season[end])}
              onChange={(day) => onChange({ season: { ...season, [end]: Number(day.replace('-', '')) } })}
            />
          ))}
        </div>
      )}
    </>
  )
}

/** A lower price in the form. */
type LowerDraft = {
  key: number
  kind: LowerPriceRule['kind']
  percent: string
  within: string
  weekdays: readonly number[]
  hours: { from: number; to: number } | null
  season: { first: number; last: number } | null
}

let keys = 0
const fresh = { percent: '10', within: '3', weekdays: [], hours: null, season: null }

const createLowerDraft = (kind: LowerPriceRule['kind']): LowerDraft => ({ ...fresh, key: ++keys, kind })

const draftOf = (rule: LowerPriceRule): LowerDraft => ({
  ...createLowerDraft(rule.kind),
  percent: String(rule.percent),
  ...(rule.kind === 'last_minute'
    ? { within: String(rule.withinDays) }
    : { weekdays: rule.weekdays ?? [], hours: rule.hours, season: rule.season }),
})

const wholeOf = (typed: string) => readNumber(typed, 'whole') ?? 0
const wholeIn = (typed: string, from: number, to: number) => {
  const value = readNumber(typed, 'whole')
  return value !== null && value >= from && value <= to
}

function validateLowerDraft({ kind, percent, within, weekdays, hours, season }: LowerDraft, path: string) {
  const wrong: Record<string, string> = {}
  if (!wholeIn(percent, 1, 50)) wrong[`${path}.percent`] = t('lowestPrice.percent.error')
  if (kind === 'last_minute') {
    if (!wholeIn(within, 0, 60)) wrong[`${path}.withinDays`] = t('lowestPrice.within.error')
    return wrong
  }
  if (weekdays.length === 7) wrong[`${path}.weekdays`] = t('lowestPrice.days.all')
  else if (weekdays.length === 0 && !hours && !season) wrong[`${path}.weekdays`] = t('lowestPrice.always')
  if (hours && hours.from >= hours.to) wrong[`${path}.hours`] = t('lowestPrice.order')
  return wrong
}

const toLowerPrice = ({ kind, percent, within, weekdays, hours, season }: LowerDraft): LowerPriceRule =>
  kind === 'last_minute'
    ? { kind, percent: wholeOf(percent), withinDays: wholeOf(within) }
    : { kind, percent: wholeOf(percent), weekdays: weekdays.length ? [...weekdays] : null, hours, season }
