import type { Card } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { formatList } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { lookMessages } from './look-messages.ts'
import { formatTags } from '#contract/looks/vocabulary.ts'

interface CardLookProps {
  card: Card
  search: Pick<SavedSearch, 'countryCode'>
  /** A line on the card, or sentences beside the ranking factors. */
  as: 'line' | 'why'
}

/** Similarity of an artist's work to the look of the search. */
export function CardLook({ card: { look }, search, as }: CardLookProps) {
  const t = createTranslator(lookMessages, search.countryCode)
  if (!look) return null
  if (as === 'why')
    return look.shared.length > 0 ? (
      <p>
        {t('look.why', { tags: formatTags(look.shared, search.countryCode).toLowerCase() })} {t('look.why.still')}
      </p>
    ) : null
  const { pictures, reviews } = look.hair ?? { pictures: 0, reviews: 0 }
  const proof = [
    pictures > 0 && t('look.hair.pictures', { n: pictures }),
    reviews > 0 && t('look.hair.reviews', { n: reviews }),
  ].filter((one) => one !== false)
  return (
    <p className="small">
      {look.alike > 0 && (
        <b className="bold">{t(look.alike === 1 ? 'look.done.one' : 'look.done', { n: look.alike })}</b>
      )}
      {look.alike > 0 && proof.length > 0 && '. '}
      {proof.length > 0 && t('look.hair', { proof: formatList(proof) })}
    </p>
  )
}
