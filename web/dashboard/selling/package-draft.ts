import { minor, type Minor } from '#contract/money.ts'
import { unitsWithFee } from '#contract/price.ts'
import { type OwnPackage, packageLimits } from '#contract/providers/packages.ts'
import { reader } from '#contract/words.ts'
import { readNumber, typedNumber } from '#web/ui/fields/typed-number.ts'
import { packageWords } from './package-words.ts'
import { type WordsDraft, wordsDraftOf, wrongInWords } from './words-draft.ts'

const t = reader(packageWords)

/** A package while it is put together, as it was typed. */
export type PackageDraft = WordsDraft & {
  key: number
  id: string | null
  cost: string
  counts: Readonly<Record<string, number>>
}

let keys = 0
/** A package without anything in it yet. */
export const freshPackage = (): PackageDraft => ({ key: ++keys, id: null, title: '', words: '', cost: '', counts: {} })

/** A package that is there, to be changed. */
export const packageDraftOf = (one: OwnPackage): PackageDraft => ({
  ...freshPackage(),
  ...wordsDraftOf(one),
  id: one.id,
  cost: typedNumber(one.cost),
  counts: Object.fromEntries(one.services.map(({ serviceId, count }) => [serviceId, count])),
})

const heldIn = ({ counts }: PackageDraft) => Object.entries(counts).filter(([, count]) => count > 0)

/** What is wrong with it, by field; `categoryOf` says of which kind a service is. */
export function wrongInPackage(draft: PackageDraft, path: string, categoryOf: (id: string) => number | undefined) {
  const wrong = wrongInWords(draft, path)
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

/** What is sent of a draft without anything wrong. */
export const packageOfDraft = (draft: PackageDraft) => ({
  id: draft.id,
  title: draft.title.trim(),
  words: draft.words,
  cost: readNumber(draft.cost) ?? 0,
  services: heldIn(draft).map(([serviceId, count]) => ({ serviceId, count })),
})

/** What a party of just that pays for it one by one and together, in whole units. */
export function paidFor(draft: PackageDraft, costOf: (id: string) => Minor, percent: number) {
  const before = heldIn(draft).reduce((sum, [id, count]) => sum + count * unitsWithFee(costOf(id), percent), 0)
  return { before, after: unitsWithFee(minor(readNumber(draft.cost) ?? 0), percent) }
}
