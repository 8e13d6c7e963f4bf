import { Plus } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import { money } from '#contract/format.ts'
import { minor, moneyOf } from '#contract/money.ts'
import type { OwnCatalogue } from '#contract/providers/own-catalogue.ts'
import { type ownPackages, packageLimits } from '#contract/providers/packages.ts'
import { reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Errors, type FormState, useForm } from '#web/signup/forms/use-form.ts'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { ownWordsWords } from './own-words-words.ts'
import {
  freshPackage,
  type PackageDraft,
  packageDraftOf,
  packageOfDraft,
  paidFor,
  wrongInPackage,
} from './package-draft.ts'
import { PackageFields } from './package-fields.tsx'
import { packageWords } from './package-words.ts'

const t = reader({ ...packageWords, ...ownWordsWords })
type Answer = OutputOf<typeof ownPackages.show>

interface PackagesFormProps {
  id: string
  loaded: Answer
  catalogue: OwnCatalogue
  onSaved: (saved: Answer) => void
  onState: (state: FormState) => void
}

/** What an artist sells together, with what a party pays for it one by one and together. */
export function PackagesForm({ id, loaded: { packages, lookFirst }, catalogue, onSaved, onState }: PackagesFormProps) {
  const { profile } = useOwn()
  const services = profile.services.filter(({ status }) => status === 'active')
  const categoryOf = (service: string) => services.find((one) => one.id === service)?.categoryId
  const wrongIn = (one: PackageDraft, i: number) => wrongInPackage(one, `packages.${i}`, categoryOf)
  const { draft, change, errors, problem, submit, form } = useForm({
    start: { packages: packages.map(packageDraftOf) },
    check: (now): Errors => Object.assign({}, ...now.packages.map(wrongIn)),
    send: (now) => browserApi().ownPackages.set({ packages: now.packages.map(packageOfDraft) }),
    onSaved,
    onState,
  })
  const said = (one: PackageDraft, i: number) => {
    if (wrongIn(one, i)[`packages.${i}.services`] || wrongIn(one, i)[`packages.${i}.cost`]) return null
    const [first] = Object.entries(one.counts).flatMap(([service, n]) => (n > 0 ? [categoryOf(service)] : []))
    const percent = catalogue.categories.find((category) => category.id === first)?.feePercent ?? 0
    const costOf = (service: string) => minor(services.find((known) => known.id === service)?.cost ?? 0)
    const { before, after } = paidFor(one, costOf, percent)
    return t(after < before ? 'pack.preview' : 'pack.dearer', {
      before: money(before, profile.currency),
      after: money(after, profile.currency),
      earn: moneyOf(minor(readNumber(one.cost) ?? 0), profile.currency, { decimals: 'always' }),
    })
  }
  const put = (key: number, part: Partial<PackageDraft>) =>
    change({ packages: draft.packages.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {problem && <Note kind="error">{problem}</Note>}
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
          prefix={money(0, profile.currency).replace(/[\d.,]/g, '')}
          said={said(one, i)}
          onChange={(part) => put(one.key, part)}
          onRemove={() => change({ packages: draft.packages.filter(({ key }) => key !== one.key) })}
        />
      ))}
      {draft.packages.length < packageLimits.packages && (
        <div>
          <Button kind="secondary" onClick={() => change({ packages: [...draft.packages, freshPackage()] })}>
            <Plus className="icon" aria-hidden="true" />
            {t('pack.add')}
          </Button>
        </div>
      )}
    </form>
  )
}
