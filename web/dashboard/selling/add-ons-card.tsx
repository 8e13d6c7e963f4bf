import type { OutputOf } from '#contract/endpoint.ts'
import type { OwnCatalogue } from '#contract/providers/own-catalogue.ts'
import type { ownAddOns } from '#contract/providers/add-ons.ts'
import { reader } from '#contract/words.ts'
import { addOnWords } from './add-on-words.ts'
import { LookedCard } from './looked-card.tsx'
import { AddOnsForm } from './add-ons-form.tsx'

const t = reader(addOnWords)

interface AddOnsCardProps {
  loaded: OutputOf<typeof ownAddOns.show>
  catalogue: OwnCatalogue
}

/** The part of the page with what an artist adds to services. */
export const AddOnsCard = ({ loaded, catalogue }: AddOnsCardProps) => (
  <LookedCard
    at="add-ons"
    title={t('addon.title')}
    saved={t('addon.saved')}
    loaded={loaded}
    looked={({ addOns }) => addOns}>
    {(form) => <AddOnsForm {...form} catalogue={catalogue} />}
  </LookedCard>
)
