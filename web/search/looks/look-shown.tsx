import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { freeOfMessages } from '#contract/looks/vocabulary.ts'
import type { LookPicture, LookView } from '#contract/search/look-in-mind.ts'
import { type Country, lowercaseFirst, formatList } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import styles from './look-shown.module.css'
import { lookMessages } from './look-messages.ts'
import { formatTags } from '#contract/looks/vocabulary.ts'

interface LookShownProps {
  pictures: readonly LookPicture[]
  country: Country
  /** Renders actions of a picture; `place` counts from 1. */
  act?: (picture: LookPicture, place: number) => ReactNode
}

/** Pictures of a look with their artists. Renders nothing without pictures. */
export function LookShown({ pictures, country, act }: LookShownProps) {
  const t = createTranslator(lookMessages, country)
  if (pictures.length === 0) return null
  return (
    <ul className={styles.pictures}>
      {pictures.map((picture, at) => (
        <li key={picture._id}>
          <Pan className={styles.frame} src={picture.src} alt={picture.alt} width={160} height={200} />
          {picture.artist && (
            <Link className="link small tap-target" to={`/@/${picture.artist.slug}`}>
              {t('look.pictures.by', { name: picture.artist.name })}
            </Link>
          )}
          {act && <div className={styles.taking}>{act(picture, at + 1)}</div>}
        </li>
      ))}
    </ul>
  )
}

export function InMind({ look: { tags, freeOf, pictures }, country }: { look: LookView; country: Country }) {
  const t = createTranslator(lookMessages, country)
  return (
    <>
      {tags.length > 0 && <p>{formatTags(tags, country)}</p>}
      <LookShown pictures={pictures} country={country} />
      {freeOf.length > 0 && (
        <p className="bold">
          {t('look.inMind.freeOf', {
            list: lowercaseFirst(formatList(freeOf.map((one) => formatMessage(freeOfMessages[one], {}, country)))),
          })}
        </p>
      )}
    </>
  )
}
