import { minor } from '#contract/money.ts'
import { unitsWithFee } from '#contract/price.ts'
import { daysOfMonth } from '#contract/providers/trial-limits.ts'
import type { OfferedTrial } from '#contract/providers/trials.ts'
import { reader } from '#contract/words.ts'
import { readNumber, typedNumber } from '#web/ui/fields/typed-number.ts'
import { trialSellingWords } from './trial-words.ts'

const t = reader(trialSellingWords)

/** A trial while it is written, as it was typed. */
export type TrialDraft = Omit<OfferedTrial, 'cost'> & { serviceId: string; offered: boolean; cost: string }

/** How a trial of a service stands, or would begin where none is offered. */
export const trialDraftOf = (serviceId: string, trial: OfferedTrial | null): TrialDraft => ({
  serviceId,
  offered: trial !== null,
  cost: trial ? typedNumber(trial.cost) : '',
  minutes: trial?.minutes ?? 60,
  deducted: trial?.deducted ?? false,
  withTest: trial?.withTest ?? true,
  days: trial?.days ?? 2,
  months: trial?.months ?? 6,
})

/** What a trial earns, in major units; null where what was typed is no amount. */
const costOf = ({ cost }: Pick<TrialDraft, 'cost'>): number | null => (cost.trim() === '' ? 0 : readNumber(cost))

/** What is wrong with it, by field. */
export function wrongInTrial(draft: TrialDraft, path: string): Record<string, string> {
  if (!draft.offered) return {}
  const cost = costOf(draft)
  return {
    ...(cost === null || cost < 0 ? { [`${path}.cost`]: t('trialset.cost.error') } : {}),
    ...(draft.days >= draft.months * daysOfMonth ? { [`${path}.days`]: t('trialset.span.error') } : {}),
  }
}

/** What is sent of a draft without anything wrong. */
export const trialOfDraft = ({ offered: _, ...draft }: TrialDraft) => ({ ...draft, cost: costOf(draft) ?? 0 })

/** What a client pays for it, in whole units. */
export const paidForTrial = (draft: TrialDraft, percent: number): number =>
  unitsWithFee(minor(costOf(draft) ?? 0), percent)
