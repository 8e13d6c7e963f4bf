import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { markets, formatMoney } from '#contract/format.ts'
import { validateFeeRule } from '#contract/operator/fee-rule.ts'
import { countries } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { ReasonField, validateReason } from '#web/operator/use-confirmation.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import tableStyles from '#web/ui/table.module.css'

export const feeMessages = defineMessages({
  'operator.feeRules.text':
    "The most specific rule applies: artist, then category, then market. Introductory rules come first. Without a rule, the category's default fee applies. Existing quotes keep their fee.",
  'operator.feeRules.search': 'Search by artist or reason',
  'operator.feeRules.empty': 'No rules yet. The default fee of each category applies.',
  'operator.feeRules.export': 'Download CSV',
  'operator.feeRules.add': 'Add a rule',
  'operator.feeRules.new': 'New rule',
  'operator.feeRules.close': 'Cancel',
  'operator.feeRules.for': 'Applies to',
  'operator.feeRules.fee': 'Fee',
  'operator.feeRules.days': 'Valid',
  'operator.feeRules.why': 'Reason',
  'operator.feeRules.act': 'Action',
  'operator.feeRules.limits': 'Limits',
  'operator.feeRules.author': 'Added by',
  'operator.feeRules.market': 'Market',
  'operator.feeRules.market.all': 'Every market',
  'operator.feeRules.category': 'Category',
  'operator.feeRules.category.all': 'Every category',
  'operator.feeRules.artist': 'One artist',
  'operator.feeRules.artist.hint': 'The last part of the profile address, such as mia-hollis',
  'operator.feeRules.percent': 'Fee in percent (0 to 50)',
  'operator.feeRules.percent.error': 'Enter a whole number from 0 to 50.',
  'operator.feeRules.first': 'First day',
  'operator.feeRules.first.error': 'Choose a date.',
  'operator.feeRules.last': 'Last day',
  'operator.feeRules.last.hint': 'Leave empty for no end date',
  'operator.feeRules.bookings': 'Only for the first bookings',
  'operator.feeRules.bookings.hint': 'Number of bookings per artist',
  'operator.feeRules.months': 'Only for the first months',
  'operator.feeRules.months.hint': 'From the day they went live',
  'operator.feeRules.number.error': 'Enter a whole number, or leave it empty.',
  'operator.feeRules.floor': 'Minimum per booking',
  'operator.feeRules.cap': 'Maximum per booking',
  'operator.feeRules.amount.error': 'Enter an amount, or leave it empty.',
  'operator.feeRules.said.percent': '{percent}%',
  'operator.feeRules.said.floor': 'at least {amount}',
  'operator.feeRules.said.cap': 'at most {amount}',
  'operator.feeRules.said.bookings': '{n, plural, one {for the first booking} other {for the first {n} bookings}}',
  'operator.feeRules.said.months': '{n, plural, one {for the first month} other {for the first {n} months}}',
  'operator.feeRules.from': 'from {first}',
  'operator.feeRules.until': '{first} to {last}',
  'operator.feeRules.state': 'Status',
  'operator.feeRules.state.now': 'Active',
  'operator.feeRules.state.coming': 'Scheduled',
  'operator.feeRules.state.over': 'Ended',
  'operator.feeRules.by': '{name}, {at}',
  'operator.feeRules.preview': 'Preview',
  'operator.feeRules.artists': 'Changes the fee of {n} of {m} artists.',
  'operator.feeRules.prices': 'Changes {n} of {m} customer prices.',
  'operator.feeRules.example.service': 'Service (one person)',
  'operator.feeRules.example.cost': 'Artist earns',
  'operator.feeRules.example.before': 'Now',
  'operator.feeRules.example.after': 'After',
  'operator.feeRules.example.price': '{price}, with {percent}%',
  'operator.feeRules.end': 'End',
  'operator.feeRules.end.title': 'End this rule?',
  'operator.feeRules.end.text': 'It applies until the end of its last day. Existing quotes keep their fee.',
  'operator.feeRules.remove': 'Remove',
  'operator.feeRules.remove.title': 'Remove this rule?',
  'operator.feeRules.remove.text': 'It has not started, so no quote uses it.',
  'operator.feeRules.save': 'Save rule',
})

const t = createTranslator(feeMessages)
const o = createTranslator(operatorMessages)

interface FeeFormProps {
  categories: readonly { id: number; label: string }[]
  artist: string
  today: string
  onClose: () => void
}

export function FeeForm({ categories, artist, today, onClose }: FeeFormProps) {
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const act = useForm({ form, refusals: { fee_rules_meet: ({ message }) => ({ firstOn: message }) } })
  const [draft, setDraft] = useState<FeeDraft>({ ...emptyFee(today), artist })
  const [reason, setReason] = useState('')
  const { wanted, wrong } = readFee(draft)
  const { answer: preview } = useAnswer(
    wanted && JSON.stringify(wanted),
    () => browserApi().operatorFees.preview(wanted ?? { percent: 0, firstOn: today }),
    { after: 300 },
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = { ...wrong, ...validateReason(reason) }
    const sent = wanted ?? { percent: 0, firstOn: today }
    const done = await act.run(() => browserApi().operatorFees.add({ ...sent, reason: reason.trim() }), {
      errors: found,
    })
    if (!done) return
    showToast('success', o('operator.saved'))
    onClose()
    revalidate()
  }
  const field = (name: keyof FeeDraft) => ({
    name,
    value: draft[name],
    error: act.errors[name] ?? null,
    onChange: ({ target }: { target: { value: string } }) => setDraft((now) => ({ ...now, [name]: target.value })),
  })
  const typed = (name: keyof FeeDraft) => ({
    ...field(name),
    onChange: (text: string) => setDraft((now) => ({ ...now, [name]: text })),
  })
  const market = countries.find((one) => one === draft.countryCode)
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      <div className="two-columns even">
        <SelectField label={t('operator.feeRules.market')} {...field('countryCode')}>
          <option value="">{t('operator.feeRules.market.all')}</option>
          {countries.map((one) => (
            <option key={one} value={one}>
              {markets[one].name}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('operator.feeRules.category')} {...field('categoryId')}>
          <option value="">{t('operator.feeRules.category.all')}</option>
          {categories.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('operator.feeRules.artist')}
          hint={t('operator.feeRules.artist.hint')}
          {...field('artist')}
        />
        <NumberField label={t('operator.feeRules.percent')} kind="whole" suffix="%" {...typed('percent')} />
        <TextField label={t('operator.feeRules.first')} type="date" min={today} {...field('firstOn')} />
        <TextField
          label={t('operator.feeRules.last')}
          hint={t('operator.feeRules.last.hint')}
          type="date"
          min={draft.firstOn || today}
          {...field('lastOn')}
        />
        <NumberField
          label={t('operator.feeRules.bookings')}
          hint={t('operator.feeRules.bookings.hint')}
          kind="whole"
          {...typed('firstBookings')}
        />
        <NumberField
          label={t('operator.feeRules.months')}
          hint={t('operator.feeRules.months.hint')}
          kind="whole"
          {...typed('firstMonths')}
        />
        <NumberField
          label={t('operator.feeRules.floor')}
          suffix={market ? markets[market].currency : undefined}
          {...typed('floor')}
        />
        <NumberField
          label={t('operator.feeRules.cap')}
          suffix={market ? markets[market].currency : undefined}
          {...typed('cap')}
        />
      </div>
      {wanted && preview && <FeeExamples of={preview} />}
      <ReasonField value={reason} error={act.errors['reason']} onChange={setReason} />
      <div className="row gap-8">
        <Button type="submit" loading={act.pending}>
          {t('operator.feeRules.save')}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {t('operator.feeRules.close')}
        </Button>
      </div>
    </form>
  )
}

/** A fee rule in the form. */
type FeeDraft = Record<
  | 'countryCode'
  | 'categoryId'
  | 'artist'
  | 'percent'
  | 'firstOn'
  | 'lastOn'
  | 'firstBookings'
  | 'firstMonths'
  | 'floor'
  | 'cap',
  string
>

const emptyFee = (today: string): FeeDraft => ({
  countryCode: '',
  categoryId: '',
  artist: '',
  percent: '',
  firstOn: today,
  lastOn: '',
  firstBookings: '',
  firstMonths: '',
  floor: '',
  cap: '',
})

const MOST_AMOUNT = 99_999.99

const country = (code: string) => (['AU', 'US', 'GB', 'CA'] as const).find((one) => one === code)

function readFee(draft: FeeDraft) {
  const wrong: Record<string, string> = {}
  const whole = (name: 'percent' | 'firstBookings' | 'firstMonths', from: number, to: number) => {
    const typed = draft[name].trim()
    if (typed === '') return undefined
    const value = readNumber(typed, 'whole') ?? -1
    if (value < from || value > to)
      wrong[name] = t(name === 'percent' ? 'operator.feeRules.percent.error' : 'operator.feeRules.number.error')
    return value
  }
  const amount = (name: 'floor' | 'cap', from: number) => {
    const typed = draft[name].trim()
    if (typed === '') return undefined
    const value = readNumber(typed) ?? 0
    if (value < from || value > MOST_AMOUNT) wrong[name] = t('operator.feeRules.amount.error')
    return value
  }
  const percent = whole('percent', 0, 50)
  if (percent === undefined) wrong['percent'] = t('operator.feeRules.percent.error')
  if (draft.firstOn === '') wrong['firstOn'] = t('operator.feeRules.first.error')
  const rule = {
    countryCode: country(draft.countryCode),
    categoryId: readNumber(draft.categoryId, 'whole') ?? undefined,
    artist: draft.artist.trim() === '' ? undefined : draft.artist.trim(),
    percent: percent ?? 0,
    firstOn: draft.firstOn,
    lastOn: draft.lastOn === '' ? undefined : draft.lastOn,
    firstBookings: whole('firstBookings', 1, 1_000),
    firstMonths: whole('firstMonths', 1, 60),
    floor: amount('floor', 0.01),
    cap: amount('cap', 1),
  }
  for (const { path, message } of validateFeeRule(rule)) wrong[path] ??= message
  return Object.keys(wrong).length > 0 ? { wanted: null, wrong } : { wanted: rule, wrong }
}

type Example = {
  service: string
  currency: string
  cost: number
  before: number
  after: number
  percentBefore: number
  percentAfter: number
}
type Props = { of: { prices: number; changed: number; examples: readonly Example[] } & Partial<Changed> }
type Changed = { artists: number; changedArtists: number }

/** Preview of a fee: affected artists and prices, and an example. */
export function FeeExamples({ of }: Props) {
  const cash = (amount: number, currency: string) => formatMoney(amount, currency, { mixed: true })
  return (
    <div className="stack gap-8" aria-live="polite">
      <p className="bold">{t('operator.feeRules.preview')}</p>
      <p className="small">
        {of.artists !== undefined && `${t('operator.feeRules.artists', { n: of.changedArtists ?? 0, m: of.artists })} `}
        {t('operator.feeRules.prices', { n: of.changed, m: of.prices })}
      </p>
      {of.examples.length > 0 && (
        <div role="group" className={tableStyles.tableScroll} aria-label={t('operator.feeRules.preview')} tabIndex={0}>
          <table className={tableStyles.table}>
            <thead>
              <tr>
                {(['service', 'cost', 'before', 'after'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`operator.feeRules.example.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {of.examples.map((example) => {
                const { service, currency } = example
                const price = (amount: number, percent: number) =>
                  t('operator.feeRules.example.price', { price: cash(amount, currency), percent })
                return (
                  <tr key={`${service} ${currency}`}>
                    <td>{service}</td>
                    {[
                      cash(example.cost, currency),
                      price(example.before, example.percentBefore),
                      price(example.after, example.percentAfter),
                    ].map((said, i) => (
                      <td key={i} className={joinClasses('tabular', 'nowrap')}>
                        {said}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
