import { type Minor, minor } from '#contract/money.ts'
import { unitsWithFee } from '#contract/price.ts'
import type { OwnAddOn } from '#contract/providers/add-ons.ts'
import { reader } from '#contract/words.ts'
import { readNumber, typedNumber } from '#web/ui/fields/typed-number.ts'
import { addOnWords } from './add-on-words.ts'
import { type WordsDraft, wordsDraftOf, wrongInWords } from './words-draft.ts'

const t = reader(addOnWords)

/** An add-on while it is written, as it was typed. */
export type AddOnDraft = WordsDraft & {
  key: number
  id: string | null
  serviceId: string
  cost: string
  minutes: number
}

let keys = 0
/** An add-on to a service, with nothing said of it yet. */
export const freshAddOn = (serviceId: string): AddOnDraft => ({
  key: ++keys,
  id: null,
  serviceId,
  title: '',
  words: '',
  cost: '',
  minutes: 0,
})

/** An add-on that is there, to be changed. */
export const addOnDraftOf = (one: OwnAddOn): AddOnDraft => ({
  ...freshAddOn(one.serviceId),
  ...wordsDraftOf(one),
  id: one.id,
  cost: typedNumber(one.cost),
  minutes: one.minutes,
})

/** What is wrong with it, by field. */
export function wrongInAddOn(draft: AddOnDraft, path: string): Record<string, string> {
  const wrong = wrongInWords(draft, path)
  if (draft.title.trim() === '') wrong[`${path}.title`] = t('addon.name.missing')
  if (!((readNumber(draft.cost) ?? 0) > 0)) wrong[`${path}.cost`] = t('addon.cost.error')
  return wrong
}

const costOf = ({ cost }: AddOnDraft): Minor => minor(readNumber(cost) ?? 0)

/** What is sent of a draft without anything wrong. */
export const addOnOfDraft = (draft: AddOnDraft) => ({
  id: draft.id,
  serviceId: draft.serviceId,
  minutes: draft.minutes,
  words: draft.words,
  title: draft.title.trim(),
  cost: readNumber(draft.cost) ?? 0,
})

/** What a client pays for it, in whole units. */
export const paidForAddOn = (draft: AddOnDraft, percent: number): number => unitsWithFee(costOf(draft), percent)
