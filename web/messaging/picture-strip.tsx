import { X } from 'lucide-react'
import { reader } from '#contract/words.ts'
import { pictureTypes } from '#web/platform/pictures/prepare-picture.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { ChosenPictures } from './use-pictures.ts'
import { messageWords } from './words.ts'
import styles from './composer.module.css'

const t = reader(messageWords)

/** The pictures that were chosen, each to be taken off again. */
export function PictureStrip({ chosen }: { chosen: ChosenPictures }) {
  if (chosen.pictures.length === 0) return null
  return (
    <ul className={styles.composerPictures}>
      {chosen.pictures.map((url, i) => (
        <li key={url}>
          <img src={url} alt="" width={72} height={72} />
          <IconButton
            className={styles.iconButton}
            disc
            label={t('msg.photo.remove', { n: i + 1 })}
            onClick={() => chosen.remove(url)}>
            <X className="icon" aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

/** Where pictures are chosen; out of sight, behind a button. */
export const PictureInput = ({ chosen }: { chosen: ChosenPictures }) => (
  <input
    ref={chosen.file}
    type="file"
    accept={pictureTypes}
    multiple
    hidden
    onChange={(event) => chosen.add(event.target.files)}
  />
)
