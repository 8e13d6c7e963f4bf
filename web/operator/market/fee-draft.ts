import { wrongInFee } from '#contract/operator/fee-rule.ts'
import { reader } from '#contract/words.ts'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { feeWords } from './fee-words.ts'

const t = reader(feeWords)

/** A rule while it is put together, as it was typed. */
export type FeeDraft = Record<
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

export const emptyFee = (today: string): FeeDraft => ({
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

/** What was typed as a rule, or what is wrong with it, field by field. */
export function readFee(draft: FeeDraft) {
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
  for (const { path, message } of wrongInFee(rule)) wrong[path] ??= message
  return Object.keys(wrong).length > 0 ? { wanted: null, wrong } : { wanted: rule, wrong }
}
