import type { OutputOf } from '#contract/endpoint.ts'
import { formatDuration, formatMoney } from '#contract/format.ts'
import { toMinor, formatMoneyMinor } from '#contract/money.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { daysOfMonth, trialLimits } from '#contract/providers/trial-limits.ts'
import type { OfferedTrial, providerTrials } from '#contract/providers/trials.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { LookedCard } from '#web/dashboard/selling/looked-card.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Errors, type FormState, useForm } from '#web/platform/use-form.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber, formatTypedNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'

const trialSellingMessages = defineMessages({
  'trialSettings.title': 'Trials',
  'trialSettings.text':
    'Customers can add a trial when they book. Its price is part of the total and is covered by the same deposit. You can take it off the price of the booking. Customers choose a time that is free in your calendar.',
  'trialSettings.none': 'Choose your services first.',
  'trialSettings.offer': 'Offer a trial for {service}',
  'trialSettings.cost': 'What you earn for it',
  'trialSettings.cost.hint': 'Leave empty if it is free.',
  'trialSettings.cost.error': 'Enter an amount.',
  'trialSettings.minutes': 'How long it takes',
  'trialSettings.deducted': 'Take it off the price of the booking',
  'trialSettings.withTest': 'The patch test can be done at the same visit',
  'trialSettings.days': 'At least this many days before the event',
  'trialSettings.months': 'At most this many months before the event',
  'trialSettings.span.error': 'Allow more months or fewer days before the event.',
  'trialSettings.preview': 'Customers pay {price}. You earn {earn}.',
  'trialSettings.preview.off': 'Customers pay {price}, which comes off the price of the booking.',
  'trialSettings.preview.free': 'Free for customers.',
  'trialSettings.saved': 'Saved. Trials already booked do not change.',
})

const t = createTranslator(trialSellingMessages)

export const TrialsCard = ({ loaded }: { loaded: OutputOf<typeof providerTrials.show> }) => (
  <LookedCard
    at="trials"
    title={t('trialSettings.title')}
    saved={t('trialSettings.saved')}
    loaded={loaded}
    count={({ services }) => services.filter(({ trial }) => trial !== null).length}
    looked={() => []}>
    {(form) => <TrialsForm {...form} />}
  </LookedCard>
)

type Answer = OutputOf<typeof providerTrials.show>

interface TrialsFormProps {
  id: string
  loaded: Answer
  onSaved: (saved: Answer) => void
  onState: (state: FormState) => void
}

function TrialsForm({ id, loaded: { services }, onSaved, onState }: TrialsFormProps) {
  const { profile } = useOwn()
  // Field names use indexes among the sent drafts.
  const pathOf = (all: readonly TrialDraft[], one: TrialDraft) =>
    `trials.${all.filter(({ offered }) => offered).indexOf(one)}`
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { trials: services.map(({ serviceId, trial }) => trialDraftOf(serviceId, trial)) },
    check: ({ trials }): Errors =>
      Object.assign({}, ...trials.map((one) => validateTrialDraft(one, pathOf(trials, one)))),
    send: ({ trials }) =>
      browserApi().providerTrials.set({ trials: trials.filter(({ offered }) => offered).map(trialOfDraft) }),
    onSaved,
    onState,
  })
  const said = (one: TrialDraft, percent: number): string | null => {
    const path = pathOf(draft.trials, one)
    if (validateTrialDraft(one, path)[`${path}.cost`]) return null
    const price = paidForTrial(one, percent)
    const earn = formatMoneyMinor(toMinor(readNumber(one.cost) ?? 0), profile.currency, { decimals: 'always' })
    const key =
      price === 0 ? 'trialSettings.preview.free' : one.deducted ? 'trialSettings.preview.off' : 'trialSettings.preview'
    return t(key, { price: formatMoney(price, profile.currency), earn })
  }
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {formError && <Note kind="error">{formError}</Note>}
      <p className="muted">{t('trialSettings.text')}</p>
      {services.length === 0 && <p className="muted">{t('trialSettings.none')}</p>}
      {services.map(({ serviceId, label, percent }) => {
        const one = draft.trials.find((trial) => trial.serviceId === serviceId)
        return (
          one && (
            <TrialFields
              key={serviceId}
              draft={one}
              label={label}
              path={pathOf(draft.trials, one)}
              errors={errors}
              prefix={formatMoney(0, profile.currency).replace(/[\d.,]/g, '')}
              said={said(one, percent)}
              onChange={(part) =>
                change({ trials: draft.trials.map((trial) => (trial === one ? { ...trial, ...part } : trial)) })
              }
            />
          )
        )
      })}
    </form>
  )
}

const from = (least: number, most: number, step = 1): number[] =>
  Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, n) => least + n * step)
const { minutes, days, months } = trialLimits
const lengths = from(minutes.least, minutes.most, minutes.step)
const dayChoices = from(days.least, days.most)
const monthChoices = from(months.least, months.most)

interface TrialFieldsProps {
  draft: TrialDraft
  label: string
  path: string
  errors: Errors
  prefix: string
  /** Customer's price as text; null while invalid. */
  said: string | null
  onChange: (part: Partial<TrialDraft>) => void
}

function TrialFields({ draft, label, path, errors, prefix, said, onChange }: TrialFieldsProps) {
  const choose = (name: 'minutes' | 'days' | 'months', choices: readonly number[], shown: (n: number) => string) => (
    <SelectField
      label={t(`trialSettings.${name}`)}
      value={draft[name]}
      error={errors[`${path}.${name}`] ?? null}
      onChange={({ target }) => onChange({ [name]: Number(target.value) })}>
      {choices.map((n) => (
        <option key={n} value={n}>
          {shown(n)}
        </option>
      ))}
    </SelectField>
  )
  return (
    <fieldset className="card pad-24 stack">
      <legend className="visually-hidden">{label}</legend>
      <Checkbox checked={draft.offered} onChange={({ target }) => onChange({ offered: target.checked })}>
        {t('trialSettings.offer', { service: label })}
      </Checkbox>
      {draft.offered && (
        <>
          <div className="field-grid even">
            <NumberField
              label={t('trialSettings.cost')}
              hint={t('trialSettings.cost.hint')}
              prefix={prefix}
              value={draft.cost}
              error={errors[`${path}.cost`] ?? null}
              onChange={(cost) => onChange({ cost })}
            />
            {choose('minutes', lengths, formatDuration)}
            {choose('days', dayChoices, String)}
            {choose('months', monthChoices, String)}
          </div>
          <Checkbox checked={draft.deducted} onChange={({ target }) => onChange({ deducted: target.checked })}>
            {t('trialSettings.deducted')}
          </Checkbox>
          <Checkbox checked={draft.withTest} onChange={({ target }) => onChange({ withTest: target.checked })}>
            {t('trialSettings.withTest')}
          </Checkbox>
          {said && (
            <p className="small muted" role="status">
              {said}
            </p>
          )}
        </>
      )}
    </fieldset>
  )
}

type TrialDraft = Omit<OfferedTrial, 'cost'> & { serviceId: string; offered: boolean; cost: string }

const trialDraftOf = (serviceId: string, trial: OfferedTrial | null): TrialDraft => ({
  serviceId,
  offered: trial !== null,
  cost: trial ? formatTypedNumber(trial.cost) : '',
  minutes: trial?.minutes ?? 60,
  deducted: trial?.deducted ?? false,
  withTest: trial?.withTest ?? true,
  days: trial?.days ?? 2,
  months: trial?.months ?? 6,
})

/** Returns a trial's earnings in major units; null if invalid. */
const costOf = ({ cost }: Pick<TrialDraft, 'cost'>): number | null => (cost.trim() === '' ? 0 : readNumber(cost))

function validateTrialDraft(draft: TrialDraft, path: string): Record<string, string> {
  if (!draft.offered) return {}
  const cost = costOf(draft)
  return {
    ...(cost === null || cost < 0 ? { [`${path}.cost`]: t('trialSettings.cost.error') } : {}),
    ...(draft.days >= draft.months * daysOfMonth ? { [`${path}.days`]: t('trialSettings.span.error') } : {}),
  }
}

const trialOfDraft = ({ offered: _, ...draft }: TrialDraft) => ({ ...draft, cost: costOf(draft) ?? 0 })

const paidForTrial = (draft: TrialDraft, percent: number): number =>
  computeUnitsWithFee(toMinor(costOf(draft) ?? 0), percent)
