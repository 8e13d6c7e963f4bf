import { formatDuration, formatMoney } from '#contract/format.ts'
import type { Profile } from '#contract/providers/providers.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'

interface TrialLineProps {
  trial: NonNullable<Profile['services'][number]['trial']>
  currency: string
}

/** Price and duration of a trial, and whether it is deducted. */
export function TrialLine({ trial: { price, minutes, deducted }, currency }: TrialLineProps) {
  const t = createTranslator(trialLineMessages)
  const said = { price: formatMoney(price, currency), duration: formatDuration(minutes) }
  return (
    <div className="small muted">
      {t(price === 0 ? 'profile.trial.free' : deducted ? 'profile.trial.off' : 'profile.trial', said)}
    </div>
  )
}

/** Separate from other texts, because most pages have no trials. */
export const trialLineMessages = defineMessages({
  'profile.trial': 'Trial before the day: {price}, {duration}',
  'profile.trial.off': 'Trial before the day: {price}, {duration}, off the price of the day',
  'profile.trial.free': 'Free trial before the day, {duration}',
  'profile.trial.title': 'Before the day',
})
