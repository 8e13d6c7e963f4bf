import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { markets } from '#contract/format.ts'
import { countries, reader } from '#contract/words.ts'
import { operatorWords } from '#web/operator/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { emptyFee, type FeeDraft, readFee } from './fee-draft.ts'
import { FeeExamples } from './fee-examples.tsx'
import { ReasonField, wrongReason } from '#web/operator/reason-field.tsx'
import { feeWords } from './fee-words.ts'

const t = reader(feeWords)
const o = reader(operatorWords)

interface FeeFormProps {
  categories: readonly { id: number; label: string }[]
  artist: string
  today: string
  onClose: () => void
}

/** A new rule, what it would do while it is typed, and the reason that is written down. */
export function FeeForm({ categories, artist, today, onClose }: FeeFormProps) {
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const act = useAct({ form, says: { fee_rules_meet: ({ message }) => ({ firstOn: message }) } })
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
    const found = { ...wrong, ...wrongReason(reason) }
    const sent = wanted ?? { percent: 0, firstOn: today }
    const done = await act.run(() => browserApi().operatorFees.add({ ...sent, reason: reason.trim() }), {
      wrong: found,
    })
    if (!done) return
    toast('success', o('op.saved'))
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
      {act.said && <Note kind="error">{act.said}</Note>}
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
        <Button type="submit" loading={act.waiting}>
          {t('op.feeRules.save')}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {t('op.feeRules.close')}
        </Button>
      </div>
    </form>
  )
}
