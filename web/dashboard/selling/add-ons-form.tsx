import { Plus } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import { duration, money } from '#contract/format.ts'
import { minor, moneyOf } from '#contract/money.ts'
import { addOnLimits, type ownAddOns } from '#contract/providers/add-ons.ts'
import type { OwnCatalogue } from '#contract/providers/own-catalogue.ts'
import { reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Errors, type FormState, useForm } from '#web/signup/forms/use-form.ts'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { type AddOnDraft, addOnDraftOf, addOnOfDraft, freshAddOn, paidForAddOn, wrongInAddOn } from './add-on-draft.ts'
import { AddOnFields } from './add-on-fields.tsx'
import { addOnWords } from './add-on-words.ts'
import { ownWordsWords } from './own-words-words.ts'

const t = reader({ ...addOnWords, ...ownWordsWords })
type Answer = OutputOf<typeof ownAddOns.show>

interface AddOnsFormProps {
  id: string
  loaded: Answer
  catalogue: OwnCatalogue
  onSaved: (saved: Answer) => void
  onState: (state: FormState) => void
}

/** What an artist adds to services, with what a client pays for it. */
export function AddOnsForm({ id, loaded: { addOns, lookFirst }, catalogue, onSaved, onState }: AddOnsFormProps) {
  const { profile } = useOwn()
  const services = profile.services.filter(({ status }) => status === 'active')
  const wrongIn = (one: AddOnDraft, i: number) => wrongInAddOn(one, `addOns.${i}`)
  const { draft, change, errors, problem, submit, form } = useForm({
    start: { addOns: addOns.map(addOnDraftOf) },
    check: (now): Errors => Object.assign({}, ...now.addOns.map(wrongIn)),
    send: (now) => browserApi().ownAddOns.set({ addOns: now.addOns.map(addOnOfDraft) }),
    onSaved,
    onState,
  })
  const said = (one: AddOnDraft, i: number) => {
    if (wrongIn(one, i)[`addOns.${i}.cost`]) return null
    const category = services.find((known) => known.id === one.serviceId)?.categoryId
    const percent = catalogue.categories.find((known) => known.id === category)?.feePercent ?? 0
    return t(one.minutes > 0 ? 'addon.preview.longer' : 'addon.preview', {
      price: money(paidForAddOn(one, percent), profile.currency),
      duration: duration(one.minutes),
      earn: moneyOf(minor(readNumber(one.cost) ?? 0), profile.currency, { decimals: 'always' }),
    })
  }
  const put = (key: number, part: Partial<AddOnDraft>) =>
    change({ addOns: draft.addOns.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  const [first] = services
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {problem && <Note kind="error">{problem}</Note>}
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
          prefix={money(0, profile.currency).replace(/[\d.,]/g, '')}
          said={said(one, i)}
          onChange={(part) => put(one.key, part)}
          onRemove={() => change({ addOns: draft.addOns.filter(({ key }) => key !== one.key) })}
        />
      ))}
      {first && draft.addOns.length < addOnLimits.addOns && (
        <div>
          <Button kind="secondary" onClick={() => change({ addOns: [...draft.addOns, freshAddOn(first.id)] })}>
            <Plus className="icon" aria-hidden="true" />
            {t('addon.add')}
          </Button>
        </div>
      )}
    </form>
  )
}
