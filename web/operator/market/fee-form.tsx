import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { markets, formatMoney } from '#contract/format.ts'
import { validateFeeRule } from '#contract/operator/fee-rule.ts'
import { countries, createTranslator } from '#contract/words.ts'
import consoleStyles from '#web/operator/console.module.css'
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

export const feeMessages = {
  'op.feeRules.text':
    "The most specific rule applies: artist, then category, then market. Introductory rules come first. Without a rule, the category's default fee applies. Existing quotes keep their fee.",
  'op.feeRules.search': 'Search by artist or reason',
  'op.feeRules.empty': 'No rules yet. The default fee of each category applies.',
  'op.feeRules.export': 'Download CSV',
  'op.feeRules.add': 'Add a rule',
  'op.feeRules.new': 'New rule',
  'op.feeRules.close': 'Cancel',
  'op.feeRules.for': 'Applies to',
  'op.feeRules.fee': 'Fee',
  'op.feeRules.days': 'Valid',
  'op.feeRules.why': 'Reason',
  'op.feeRules.act': 'Action',
  'op.feeRules.market': 'Market',
  'op.feeRules.market.all': 'Every market',
  'op.feeRules.category': 'Category',
  'op.feeRules.category.all': 'Every category',
  'op.feeRules.artist': 'One artist',
  'op.feeRules.artist.hint': 'The last part of the profile address, such as mia-hollis',
  'op.feeRules.percent': 'Fee in percent (0 to 50)',
  'op.feeRules.percent.error': 'Enter a whole number from 0 to 50.',
  'op.feeRules.first': 'First day',
  'op.feeRules.first.error': 'Choose a date.',
  'op.feeRules.last': 'Last day',
  'op.feeRules.last.hint': 'Leave empty for no end date',
  'op.feeRules.bookings': 'Only for the first bookings',
  'op.feeRules.bookings.hint': 'Number of bookings per artist',
  'op.feeRules.months': 'Only for the first months',
  'op.feeRules.months.hint': 'From the day they went live',
  'op.feeRules.number.error': 'Enter a whole number, or leave it empty.',
  'op.feeRules.floor': 'Minimum per booking',
  'op.feeRules.cap': 'Maximum per booking',
  'op.feeRules.amount.error': 'Enter an amount, or leave it empty.',
  'op.feeRules.said.percent': '{percent}%',
  'op.feeRules.said.floor': 'at least {amount}',
  'op.feeRules.said.cap': 'at most {amount}',
  'op.feeRules.said.bookings': { one: 'for the first booking', other: 'for the first {n} bookings' },
  'op.feeRules.said.months': { one: 'for the first month', other: 'for the first {n} months' },
  'op.feeRules.from': 'from {first}',
  'op.feeRules.until': '{first} to {last}',
  'op.feeRules.state': 'Status',
  'op.feeRules.state.now': 'Active',
  'op.feeRules.state.coming': 'Scheduled',
  'op.feeRules.state.over': 'Ended',
  'op.feeRules.by': '{name}, {at}',
  'op.feeRules.preview': 'Preview',
  'op.feeRules.artists': 'Changes the fee of {n} of {m} artists.',
  'op.feeRules.prices': 'Changes {n} of {m} customer prices.',
  'op.feeRules.example.service': 'Service (one person)',
  'op.feeRules.example.cost': 'Artist earns',
  'op.feeRules.example.before': 'Now',
  'op.feeRules.example.after': 'After',
  'op.feeRules.example.price': '{price}, with {percent}%',
  'op.feeRules.end': 'End',
  'op.feeRules.end.title': 'End this rule?',
  'op.feeRules.end.text': 'It applies until the end of its last day. Existing quotes keep their fee.',
  'op.feeRules.remove': 'Remove',
  'op.feeRules.remove.title': 'Remove this rule?',
  'op.feeRules.remove.text': 'It has not started, so no quote uses it.',
  'op.feeRules.save': 'Save rule',
} as const

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
    showToast('success', o('op.saved'))
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
        <SelectField label={t('op.feeRules.market')} {...field('countryCode')}>
          <option value="">{t('op.feeRules.market.all')}</option>
          {countries.map((one) => (
            <option key={one} value={one}>
              {markets[one].name}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('op.feeRules.category')} {...field('categoryId')}>
          <option value="">{t('op.feeRules.category.all')}</option>
          {categories.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField label={t('op.feeRules.artist')} hint={t('op.feeRules.artist.hint')} {...field('artist')} />
        <NumberField label={t('op.feeRules.percent')} kind="whole" suffix="%" {...typed('percent')} />
        <TextField label={t('op.feeRules.first')} type="date" min={today} {...field('firstOn')} />
        <TextField
          label={t('op.feeRules.last')}
          hint={t('op.feeRules.last.hint')}
          type="date"
          min={draft.firstOn || today}
          {...field('lastOn')}
        />
        <NumberField
          label={t('op.feeRules.bookings')}
          hint={t('op.feeRules.bookings.hint')}
          kind="whole"
          {...typed('firstBookings')}
        />
        <NumberField
          label={t('op.feeRules.months')}
          hint={t('op.feeRules.months.hint')}
          kind="whole"
          {...typed('firstMonths')}
        />
        <NumberField
          label={t('op.feeRules.floor')}
          suffix={market ? markets[market].currency : undefined}
          {...typed('floor')}
        />
        <NumberField
          label={t('op.feeRules.cap')}
          suffix={market ? markets[market].currency : undefined}
          {...typed('cap')}
        />
      </div>
      {wanted && preview && <FeeExamples of={preview} />}
      <ReasonField value={reason} error={act.errors['reason']} onChange={setReason} />
      <div className="row gap-8">
        <Button type="submit" loading={act.pending}>
          {t('op.feeRules.save')}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {t('op.feeRules.close')}
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
      wrong[name] = t(name === 'percent' ? 'op.feeRules.percent.error' : 'op.feeRules.number.error')
    return value
  }
  const amount = (name: 'floor' | 'cap', from: number) => {
    const typed = draft[name].trim()
    if (typed === '') return undefined
    const value = readNumber(typed) ?? 0
    if (value < from || value > MOST_AMOUNT) wrong[name] = t('op.feeRules.amount.error')
    return value
  }
  const percent = whole('percent', 0, 50)
  if (percent === undefined) wrong['percent'] = t('op.feeRules.percent.error')
  if (draft.firstOn === '') wrong['firstOn'] = t('op.feeRules.first.error')
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
      <p className="bold">{t('op.feeRules.preview')}</p>
      <p className="small">
        {of.artists !== undefined && `${t('op.feeRules.artists', { n: of.changedArtists ?? 0, m: of.artists })} `}
        {t('op.feeRules.prices', { n: of.changed, m: of.prices })}
      </p>
      {of.examples.length > 0 && (
        <div role="group" className={tableStyles.tableScroll} aria-label={t('op.feeRules.preview')} tabIndex={0}>
          <table className={tableStyles.table}>
            <thead>
              <tr>
                {(['service', 'cost', 'before', 'after'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`op.feeRules.example.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {of.examples.map((example) => {
                const { service, currency } = example
                const price = (amount: number, percent: number) =>
                  t('op.feeRules.example.price', { price: cash(amount, currency), percent })
                return (
                  <tr key={`${service} ${currency}`}>
                    <td>{service}</td>
                    {[
                      cash(example.cost, currency),
                      price(example.before, example.percentBefore),
                      price(example.after, example.percentAfter),
                    ].map((said, i) => (
                      <td key={i} className={joinClasses('tabular', consoleStyles.keep)}>
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
