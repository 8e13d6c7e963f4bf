import { Plus } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDuration, formatMoney } from '#contract/format.ts'
import { toMinor, type Minor, formatMoneyMinor } from '#contract/money.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { addOnLimits, type ProviderAddOn, type providerAddOns } from '#contract/providers/add-ons.ts'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Errors, type FormState, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber, formatTypedNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import {
  DraftFoot,
  LookedNote,
  serviceTextMessages,
  type WordsDraft,
  toTextDraft,
  WordsFields,
  validateTextDraft,
} from './form-parts.tsx'
import { LookedCard } from './looked-card.tsx'

const addOnMessages = defineMessages({
  'addon.title': 'Add-ons',
  'addon.text':
    'Extras that customers can add to one of your services, such as strip lashes with makeup. Customers choose them for each person when they look at your quote. They are included in the price and the schedule.',
  'addon.none': 'No add-ons yet.',
  'addon.add': 'Add an add-on',
  'addon.new': 'New add-on',
  'addon.name': 'Add-on name',
  'addon.name.missing': 'Enter a name.',
  'addon.service': 'Added to',
  'addon.cost': 'What you earn for it',
  'addon.cost.error': 'Enter an amount above zero.',
  'addon.minutes': 'How much longer it takes',
  'addon.minutes.none': 'No extra time',
  'addon.preview': 'Customers pay {price} more. You earn {earn}.',
  'addon.preview.longer': 'Customers pay {price} more, and it takes {duration} longer. You earn {earn}.',
  'addon.remove': 'Remove {label}',
  'addon.saved': 'Saved. Open quotes keep their price.',
})

const t = createTranslator({ ...addOnMessages, ...serviceTextMessages })

interface AddOnsCardProps {
  loaded: OutputOf<typeof providerAddOns.show>
  catalogue: ProviderCatalogue
}

export const AddOnsCard = ({ loaded, catalogue }: AddOnsCardProps) => (
  <LookedCard
    at="add-ons"
    title={t('addon.title')}
    saved={t('addon.saved')}
    loaded={loaded}
    count={({ addOns }) => addOns.length}
    looked={({ addOns }) => addOns}>
    {(form) => <AddOnsForm {...form} catalogue={catalogue} />}
  </LookedCard>
)

type Answer = OutputOf<typeof providerAddOns.show>

interface AddOnsFormProps {
  id: string
  loaded: Answer
  catalogue: ProviderCatalogue
  onSaved: (saved: Answer) => void
  onState: (state: FormState) => void
}

function AddOnsForm({ id, loaded: { addOns, lookFirst }, catalogue, onSaved, onState }: AddOnsFormProps) {
  const { profile } = useOwn()
  const services = profile.services.filter(({ status }) => status === 'active')
  const wrongIn = (one: AddOnDraft, i: number) => validateAddOnDraft(one, `addOns.${i}`)
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { addOns: addOns.map(addOnDraftOf) },
    check: (now): Errors => Object.assign({}, ...now.addOns.map(wrongIn)),
    send: (now) => browserApi().providerAddOns.set({ addOns: now.addOns.map(addOnOfDraft) }),
    onSaved,
    onState,
  })
  const said = (one: AddOnDraft, i: number) => {
    if (wrongIn(one, i)[`addOns.${i}.cost`]) return null
    const category = services.find((known) => known.id === one.serviceId)?.categoryId
    const percent = catalogue.categories.find((known) => known.id === category)?.feePercent ?? 0
    return t(one.minutes > 0 ? 'addon.preview.longer' : 'addon.preview', {
      price: formatMoney(paidForAddOn(one, percent), profile.currency),
      duration: formatDuration(one.minutes),
      earn: formatMoneyMinor(toMinor(readNumber(one.cost) ?? 0), profile.currency, { decimals: 'always' }),
    })
  }
  const put = (key: number, part: Partial<AddOnDraft>) =>
    change({ addOns: draft.addOns.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  const [first] = services
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {formError && <Note kind="error">{formError}</Note>}
      <p className="muted">{t('addon.text')}</p>
      {lookFirst && <Note kind="info">{t('words.look')}</Note>}
      {draft.addOns.length === 0 && <p className="muted">{t('addon.none')}</p>}
      {draft.addOns.map((one, i) => (
        <AddOnFields
          key={one.key}
          draft={one}
          saved={addOns.find((saved) => saved.id === one.id)}
          path={`addOns.${i}`}
          errors={errors}
          services={services}
          prefix={formatMoney(0, profile.currency).replace(/[\d.,]/g, '')}
          said={said(one, i)}
          onChange={(part) => put(one.key, part)}
          onRemove={() => change({ addOns: draft.addOns.filter(({ key }) => key !== one.key) })}
        />
      ))}
      {first && draft.addOns.length < addOnLimits.addOns && (
        <div>
          <Button kind="secondary" onClick={() => change({ addOns: [...draft.addOns, createAddOnDraft(first.id)] })}>
            <Plus className="icon" aria-hidden="true" />
            {t('addon.add')}
          </Button>
        </div>
      )}
    </form>
  )
}

const steps = Array.from({ length: addOnLimits.minutes / addOnLimits.step + 1 }, (_, n) => n * addOnLimits.step)

interface AddOnFieldsProps {
  draft: AddOnDraft
  saved: ProviderAddOn | undefined
  path: string
  errors: Errors
  services: EditableProfile['services']
  prefix: string
  /** Customer's price as text; null while invalid. */
  said: string | null
  onChange: (part: Partial<AddOnDraft>) => void
  onRemove: () => void
}

function AddOnFields(props: AddOnFieldsProps) {
  const { draft, saved, path, errors, services, prefix, said, onChange, onRemove } = props
  const name = draft.title.trim() || t('addon.new')
  return (
    <fieldset className="card pad-24 stack">
      <legend className="visually-hidden">{name}</legend>
      {saved && <LookedNote of={saved} />}
      <WordsFields draft={draft} path={path} errors={errors} label={t('addon.name')} onChange={onChange} />
      <div className="field-grid even">
        <SelectField
          label={t('addon.service')}
          value={draft.serviceId}
          error={errors[`${path}.serviceId`] ?? null}
          onChange={({ target }) => onChange({ serviceId: target.value })}>
          {services.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('addon.minutes')}
          value={draft.minutes}
          onChange={({ target }) => onChange({ minutes: Number(target.value) })}>
          {steps.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === 0 ? t('addon.minutes.none') : formatDuration(minutes)}
            </option>
          ))}
        </SelectField>
      </div>
      <NumberField
        label={t('addon.cost')}
        prefix={prefix}
        value={draft.cost}
        error={errors[`${path}.cost`] ?? null}
        onChange={(cost) => onChange({ cost })}
      />
      <DraftFoot said={said} remove={t('addon.remove', { label: name })} onRemove={onRemove} />
    </fieldset>
  )
}

/** An add-on in the form. */
type AddOnDraft = WordsDraft & {
  key: number
  id: string | null
  serviceId: string
  cost: string
  minutes: number
}

let keys = 0
const createAddOnDraft = (serviceId: string): AddOnDraft => ({
  key: ++keys,
  id: null,
  serviceId,
  title: '',
  words: '',
  cost: '',
  minutes: 0,
})

const addOnDraftOf = (one: ProviderAddOn): AddOnDraft => ({
  ...createAddOnDraft(one.serviceId),
  ...toTextDraft(one),
  id: one.id,
  cost: formatTypedNumber(one.cost),
  minutes: one.minutes,
})

function validateAddOnDraft(draft: AddOnDraft, path: string): Record<string, string> {
  const wrong = validateTextDraft(draft, path)
  if (draft.title.trim() === '') wrong[`${path}.title`] = t('addon.name.missing')
  if (!((readNumber(draft.cost) ?? 0) > 0)) wrong[`${path}.cost`] = t('addon.cost.error')
  return wrong
}

const costOf = ({ cost }: AddOnDraft): Minor => toMinor(readNumber(cost) ?? 0)

const addOnOfDraft = (draft: AddOnDraft) => ({
  id: draft.id,
  serviceId: draft.serviceId,
  minutes: draft.minutes,
  words: draft.words,
  title: draft.title.trim(),
  cost: readNumber(draft.cost) ?? 0,
})

const paidForAddOn = (draft: AddOnDraft, percent: number): number => computeUnitsWithFee(costOf(draft), percent)
