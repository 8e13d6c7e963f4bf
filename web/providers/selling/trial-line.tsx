import { duration, money } from '#contract/format.ts'
import type { Profile } from '#contract/providers/providers.ts'
import { reader } from '#contract/words.ts'
import { trialLineWords } from './trial-line-words.ts'

interface TrialLineProps {
  trial: NonNullable<Profile['services'][number]['trial']>
  currency: string
}

/** What a trial of a service costs before the day, how long it takes, and whether it comes off the day's price. */
export function TrialLine({ trial: { price, minutes, deducted }, currency }: TrialLineProps) {
  const t = reader(trialLineWords)
  const said = { price: money(price, currency), duration: duration(minutes) }
  return (
    <div className="small muted">
      {t(price === 0 ? 'profile.trial.free' : deducted ? 'profile.trial.off' : 'profile.trial', said)}
    </div>
  )
}
