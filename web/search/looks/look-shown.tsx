import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LookPicture } from '#contract/search/look-in-mind.ts'
import { type Country, reader } from '#contract/words.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { lookWords } from './look-words.ts'
import styles from './look-shown.module.css'

interface LookShownProps {
  pictures: readonly LookPicture[]
  country: Country
  /** What can be done with a picture; its place is counted from 1. */
  act?: (picture: LookPicture, place: number) => ReactNode
}

/** The pictures of a look in a row, each with whose work it is. Nothing where there are none. */
export function LookShown({ pictures, country, act }: LookShownProps) {
  const t = reader(lookWords, country)
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
