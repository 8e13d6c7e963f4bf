import type { OutputOf } from '#contract/endpoint.ts'
import type { ownPatchTests } from '#contract/providers/patch-tests.ts'
import { reader } from '#contract/words.ts'
import { LookedCard } from './looked-card.tsx'
import { patchTestWords } from './patch-test-words.ts'
import { PatchTestsForm } from './patch-tests-form.tsx'

const t = reader(patchTestWords)

/** The part of the page with the patch tests that services need; nothing of it has to be looked at first. */
export const PatchTestsCard = ({ loaded }: { loaded: OutputOf<typeof ownPatchTests.show> }) => (
  <LookedCard at="patch-tests" title={t('ptest.title')} saved={t('ptest.saved')} loaded={loaded} looked={() => []}>
    {(form) => <PatchTestsForm {...form} />}
  </LookedCard>
)
