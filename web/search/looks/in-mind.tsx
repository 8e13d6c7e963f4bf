import { freeOfLabels } from '#contract/looks/vocabulary.ts'
import type { ShownLook } from '#contract/search/look-in-mind.ts'
import { type Country, inSentence, listed, reader, spell } from '#contract/words.ts'
import { LookShown } from './look-shown.tsx'
import { lookWords } from './look-words.ts'
import { tagsText } from './tags-text.ts'

/** The look of a request as the artist who is asked reads it. */
export function InMind({ look: { tags, freeOf, pictures }, country }: { look: ShownLook; country: Country }) {
  const t = reader(lookWords, country)
  return (
    <>
      {tags.length > 0 && <p>{tagsText(tags, country)}</p>}
      <LookShown pictures={pictures} country={country} />
      {freeOf.length > 0 && (
        <p className="bold">
          {t('look.inMind.freeOf', {
            list: spell(inSentence(listed(freeOf.map((one) => freeOfLabels[one]))), country),
          })}
        </p>
      )}
    </>
  )
}
