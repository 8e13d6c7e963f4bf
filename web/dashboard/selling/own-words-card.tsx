import type { OutputOf } from '#contract/endpoint.ts'
import type { ownWords } from '#contract/providers/own-words.ts'
import { reader } from '#contract/words.ts'
import { LookedCard } from './looked-card.tsx'
import { OwnWordsForm } from './own-words-form.tsx'
import { ownWordsWords } from './own-words-words.ts'

const t = reader(ownWordsWords)

/** The part of the page with an artist's own names for services. */
export const OwnWordsCard = ({ loaded }: { loaded: OutputOf<typeof ownWords.show> }) => (
  <LookedCard
    at="own-words"
    title={t('words.title')}
    saved={t('words.saved')}
    loaded={loaded}
    looked={({ services }) => services}>
    {({ loaded, ...form }) => <OwnWordsForm {...form} words={loaded} />}
  </LookedCard>
)
