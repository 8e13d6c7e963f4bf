import { Plus } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/format.ts'
import { toMinor, type Minor, formatMoneyMinor } from '#contract/money.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { type ProviderPackage, type providerPackages, packageLimits } from '#contract/providers/packages.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Errors, type FormState, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, SelectField } from '#web/ui/fields/field.tsx'
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

const packageMessages = defineMessages({
  'pack.title': 'Packages',
  'pack.text':
    'Sell several services together for one price, such as “Bride + 3”. A group that needs all of them gets the package price. A larger group can get it more than once.',
  'pack.none': 'No packages yet.',
  'pack.add': 'Add a package',
  'pack.new': 'New package',
  'pack.name': 'Package name',
  'pack.cost': 'What you earn for it',
  'pack.cost.error': 'Enter an amount above zero.',
  'pack.holds': 'What it includes',
  'pack.holds.error': 'Add 2 to 40 services of one type.',
  'pack.name.missing': 'Enter a name.',
  'pack.preview': 'Separately {before}, together {after}. You earn {earn}.',
  'pack.dearer': 'Separately {before}, together {after}. Customers get the package only if it costs less.',
  'pack.remove': 'Remove {label}',
  'pack.saved': 'Saved. Open quotes keep their price.',
})

const t = createTranslator({ ...packageMessages, ...serviceTextMessages })

interface PackagesCardProps {
  loaded: OutputOf<typeof providerPackages.show>
  catalogue: ProviderCatalogue
}

export const PackagesCard = ({ loaded, catalogue }: PackagesCardProps) => (
  <LookedCard
    at="packages"
    title={t('pack.title')}
    saved={t('pack.saved')}
    loaded={loaded}
    count={({ packages }) => packages.length}
    looked={({ packages }) => packages}>
    {(form) => <PackagesForm {...form} catalogue={catalogue} />}
  </LookedCard>
)

type Answer = OutputOf<typeof providerPackages.show>

interface PackagesFormProps {
  id: string
  loaded: Answer
  catalogue: ProviderCatalogue
  onSaved: (saved: Answer) => void
  onState: (state: FormState) => void
}

function PackagesForm({ id, loaded: { packages, lookFirst }, catalogue, onSaved, onState }: PackagesFormProps) {
  const { profile } = useOwn()
  const services = profile.services.filter(({ status }) => status === 'active')
  const categoryOf = (service: string) => services.find((one) => one.id === service)?.categoryId
  const wrongIn = (one: PackageDraft, i: number) => validatePackageDraft(one, `packages.${i}`, categoryOf)
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { packages: packages.map(packageDraftOf) },
    check: (now): Errors => Object.assign({}, ...now.packages.map(wrongIn)),
    send: (now) => browserApi().providerPackages.set({ packages: now.packages.map(packageOfDraft) }),
    onSaved,
    onState,
  })
  const said = (one: PackageDraft, i: number) => {
    if (wrongIn(one, i)[`packages.${i}.services`] || wrongIn(one, i)[`packages.${i}.cost`]) return null
    const [first] = Object.entries(one.counts).flatMap(([service, n]) => (n > 0 ? [categoryOf(service)] : []))
    const percent = catalogue.categories.find((category) => category.id === first)?.feePercent ?? 0
    const costOf = (service: string) => toMinor(services.find((known) => known.id === service)?.cost ?? 0)
    const { before, after } = paidFor(one, costOf, percent)
    return t(after < before ? 'pack.preview' : 'pack.dearer', {
      before: formatMoney(before, profile.currency),
      after: formatMoney(after, profile.currency),
      earn: formatMoneyMinor(toMinor(readNumber(one.cost) ?? 0), profile.currency, { decimals: 'always' }),
    })
  }
  const put = (key: number, part: Partial<PackageDraft>) =>
    change({ packages: draft.packages.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {formError && <Note kind="error">{formError}</Note>}
      <p className="muted">{t('pack.text')}</p>
      {lookFirst && <Note kind="info">{t('words.look')}</Note>}
      {draft.packages.length === 0 && <p className="muted">{t('pack.none')}</p>}
      {draft.packages.map((one, i) => (
        <PackageFields
          key={one.key}
          draft={one}
          saved={packages.find((saved) => saved.id === one.id)}
          path={`packages.${i}`}
          errors={errors}
          services={services}
          prefix={formatMoney(0, profile.currency).replace(/[\d.,]/g, '')}
          said={said(one, i)}
          onChange={(part) => put(one.key, part)}
          onRemove={() => change({ packages: draft.packages.filter(({ key }) => key !== one.key) })}
        />
      ))}
      {draft.packages.length < packageLimits.packages && (
        <div>
          <Button kind="secondary" onClick={() => change({ packages: [...draft.packages, createPackageDraft()] })}>
            <Plus className="icon" aria-hidden="true" />
            {t('pack.add')}
          </Button>
        </div>
      )}
    </form>
  )
}

const most = 20

interface PackageFieldsProps {
  draft: PackageDraft
  saved: ProviderPackage | undefined
  path: string
  errors: Errors
  services: EditableProfile['services']
  prefix: string
  /** Party's price as text; null while invalid. */
  said: string | null
  onChange: (part: Partial<PackageDraft>) => void
  onRemove: () => void
}

function PackageFields(props: PackageFieldsProps) {
  const { draft, saved, path, errors, services, prefix, said, onChange, onRemove } = props
  const name = draft.title.trim() || t('pack.new')
  const wrong = errors[`${path}.services`]
  return (
    <fieldset className="card pad-24 stack">
      <legend className="visually-hidden">{name}</legend>
      {saved && <LookedNote of={saved} />}
      <WordsFields draft={draft} path={path} errors={errors} label={t('pack.name')} onChange={onChange} />
      <fieldset className="stack gap-8">
        <legend className="field-label">{t('pack.holds')}</legend>
        <div className="field-grid even">
          {services.map(({ id, label }, i) => (
            <SelectField
              key={id}
              label={label}
              value={draft.counts[id] ?? 0}
              aria-invalid={wrong && i === 0 ? true : undefined}
              onChange={({ target }) => onChange({ counts: { ...draft.counts, [id]: Number(target.value) } })}>
              {Array.from({ length: most + 1 }, (_, n) => (
                <option key={n} value={n}>
                  {n}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        {wrong && <FieldError>{wrong}</FieldError>}
      </fieldset>
      <NumberField
        label={t('pack.cost')}
        prefix={prefix}
        value={draft.cost}
        error={errors[`${path}.cost`] ?? null}
        onChange={(cost) => onChange({ cost })}
      />
      <DraftFoot said={said} remove={t('pack.remove', { label: name })} onRemove={onRemove} />
    </fieldset>
  )
}

type PackageDraft = WordsDraft & {
  key: number
  id: string | null
  cost: string
  counts: Readonly<Record<string, number>>
}

let keys = 0
const createPackageDraft = (): PackageDraft => ({ key: ++keys, id: null, title: '', words: '', cost: '', counts: {} })

const packageDraftOf = (one: ProviderPackage): PackageDraft => ({
  ...createPackageDraft(),
  ...toTextDraft(one),
  id: one.id,
  cost: formatTypedNumber(one.cost),
  counts: Object.fromEntries(one.services.map(({ serviceId, count }) => [serviceId, count])),
})

const heldIn = ({ counts }: PackageDraft) => Object.entries(counts).filter(([, count]) => count > 0)

/** Returns the errors by field; `categoryOf` returns a service's category. */
function validatePackageDraft(draft: PackageDraft, path: string, categoryOf: (id: string) => number | undefined) {
  const wrong = validateTextDraft(draft, path)
  if (draft.title.trim() === '') wrong[`${path}.title`] = t('pack.name.missing')
  if (!((readNumber(draft.cost) ?? 0) > 0)) wrong[`${path}.cost`] = t('pack.cost.error')
  const held = heldIn(draft)
  const pieces = held.reduce((sum, [, count]) => sum + count, 0)
  if (
    pieces < 2 ||
    pieces > packageLimits.pieces ||
    held.length > packageLimits.services ||
    new Set(held.map(([id]) => categoryOf(id))).size > 1
  )
    wrong[`${path}.services`] = t('pack.holds.error')
  return wrong
}

const packageOfDraft = (draft: PackageDraft) => ({
  id: draft.id,
  title: draft.title.trim(),
  words: draft.words,
  cost: readNumber(draft.cost) ?? 0,
  services: heldIn(draft).map(([serviceId, count]) => ({ serviceId, count })),
})

/** Returns a party's price separately and as a package, in whole units. */
function paidFor(draft: PackageDraft, costOf: (id: string) => Minor, percent: number) {
  const before = heldIn(draft).reduce((sum, [id, count]) => sum + count * computeUnitsWithFee(costOf(id), percent), 0)
  return { before, after: computeUnitsWithFee(toMinor(readNumber(draft.cost) ?? 0), percent) }
}
