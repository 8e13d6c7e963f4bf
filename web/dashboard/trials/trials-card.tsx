import type { OutputOf } from '#contract/endpoint.ts'
import type { ownTrials } from '#contract/providers/trials.ts'
import { reader } from '#contract/words.ts'
import { LookedCard } from '#web/dashboard/selling/looked-card.tsx'
import { trialSellingWords } from './trial-words.ts'
import { TrialsForm } from './trials-form.tsx'

const t = reader(trialSellingWords)

/** The part of the page with the trials that are offered before the day; nothing of it has to be looked at first. */
export const TrialsCard = ({ loaded }: { loaded: OutputOf<typeof ownTrials.show> }) => (
  <LookedCard at="trials" title={t('trialset.title')} saved={t('trialset.saved')} loaded={loaded} looked={() => []}>
    {(form) => <TrialsForm {...form} />}
  </LookedCard>
)
