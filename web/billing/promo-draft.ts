import type { z } from 'zod'
import type { NewPromo } from '#contract/billing/promo-codes.ts'
import { formatMoney, markets } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { Errors } from '#web/platform/use-form.ts'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { promoMessages } from './promo-messages.ts'

/** A promo code in the form. */
export type PromoDraft = {
  code: string
  worth: 'percent' | 'amount'
  percent: string
  amount: string
  startsAt: string
  endsAt: string
  mostUses: string
  mostEach: string
  leastTotal: string
  firstOnly: boolean
}

export const emptyPromo: PromoDraft = {
  code: '',
  worth: 'percent',
  percent: '',
  amount: '',
  startsAt: '',
  endsAt: '',
  mostUses: '',
  mostEach: '',
  leastTotal: '',
  firstOnly: false,
}

/** Maximum amount of a code, in major units. */
const MOST_OFF = 10_000
const MOST_LEAST = 100_000
const MOST_USES = 1_000_000

/** Returns the request input of a draft, or errors by field. */
export function readDraft(
  draft: PromoDraft,
  country: Country,
  now: number,
): { wanted: z.input<typeof NewPromo>; wrong: Errors } {
  const t = createTranslator(promoMessages, country)
  const cash = (amount: number) => formatMoney(amount, markets[country].currency)
  const startsAt = draft.startsAt ? midnight(draft.startsAt) : null
  const endsAt = draft.endsAt ? midnight(draft.endsAt, 1) : null
  const wrong: Record<string, string> = {}
  if (!/^[A-Z0-9]{4,15}$/.test(draft.code.toUpperCase().replace(/[^A-Z0-9]/g, '')))
    wrong['code'] = t('promos.code.error')
  if (draft.worth === 'percent' && !within(draft.percent, 1, 100)) wrong['percent'] = t('promos.percent.error')
  if (draft.worth === 'amount' && !within(draft.amount, 1, MOST_OFF))
    wrong['amount'] = t('promos.amount.error', { least: cash(1), most: cash(MOST_OFF) })
  if (endsAt && (endsAt.getTime() <= now || (startsAt && endsAt <= startsAt))) wrong['endsAt'] = t('promos.until.error')
  for (const name of ['mostUses', 'mostEach'] as const)
    if (draft[name] && !within(draft[name], 1, MOST_USES)) wrong[name] = t('promos.many.error')
  if (draft.leastTotal && !within(draft.leastTotal, 0, MOST_LEAST))
    wrong['leastTotal'] = t('promos.least.error', { most: cash(MOST_LEAST) })
  return {
    wanted: {
      code: draft.code,
      worth: draft.worth === 'percent' ? { percent: wholeOf(draft.percent) } : { amount: wholeOf(draft.amount) },
      startsAt: startsAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      mostUses: readNumber(draft.mostUses, 'whole'),
      mostEach: readNumber(draft.mostEach, 'whole'),
      leastTotal: wholeOf(draft.leastTotal),
      firstOnly: draft.firstOnly,
    },
    wrong,
  }
}

const wholeOf = (typed: string): number => readNumber(typed, 'whole') ?? 0

const within = (typed: string, least: number, most: number): boolean => {
  const value = readNumber(typed, 'whole')
  return value !== null && value >= least && value <= most
}

/** Returns local midnight of a day, or of a later one. */
function midnight(day: string, after = 0): Date {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + after)
  return at
}
