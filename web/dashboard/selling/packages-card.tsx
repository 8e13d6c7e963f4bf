import type { OutputOf } from '#contract/endpoint.ts'
import type { OwnCatalogue } from '#contract/providers/own-catalogue.ts'
import type { ownPackages } from '#contract/providers/packages.ts'
import { reader } from '#contract/words.ts'
import { packageWords } from './package-words.ts'
import { LookedCard } from './looked-card.tsx'
import { PackagesForm } from './packages-form.tsx'

const t = reader(packageWords)

interface PackagesCardProps {
  loaded: OutputOf<typeof ownPackages.show>
  catalogue: OwnCatalogue
}

/** The part of the page with what an artist sells together. */
export const PackagesCard = ({ loaded, catalogue }: PackagesCardProps) => (
  <LookedCard
    at="packages"
    title={t('pack.title')}
    saved={t('pack.saved')}
    loaded={loaded}
    looked={({ packages }) => packages}>
    {(form) => <PackagesForm {...form} catalogue={catalogue} />}
  </LookedCard>
)
