import { ImagePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { reader } from '#contract/words.ts'
import { pictureTypes } from '#web/platform/pictures/prepare-picture.ts'
import { sendPicture } from '#web/platform/pictures/send-picture.ts'
import { shrinkPicture } from '#web/platform/pictures/shrink-picture.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { reviewWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import fieldStyles from '#web/ui/fields/field.module.css'
import styles from './review-pictures.module.css'

const t = reader(reviewWords)
const MOST = 6

/** The pictures of a review: sent as they are chosen, with the key of its link. */
export function ReviewPictures({
  pictures,
  reviewKey,
  onChange,
}: {
  pictures: readonly string[]
  reviewKey: string
  onChange: (change: (now: readonly string[]) => readonly string[]) => void
}) {
  const [uploading, setUploading] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const add = async (files: FileList | null) => {
    setProblem(null)
    for (const one of [...(files ?? [])].slice(0, MOST - pictures.length)) {
      setUploading((n) => n + 1)
      const shrunk = await shrinkPicture(one)
      if ('refused' in shrunk)
        setProblem(t(shrunk.refused === 'size' ? 'review.pictures.size' : 'review.pictures.type'))
      else {
        const url = await sendPicture(shrunk.blob, 'reviews', () => {}, { reviewKey }).catch(() => '')
        if (url) onChange((now) => [...now, url].slice(0, MOST))
        else setProblem(t('review.pictures.failed', { file: one.name }))
      }
      setUploading((n) => n - 1)
    }
    if (file.current) file.current.value = ''
  }
  return (
    <div className={classes('with-script', fieldStyles.field)}>
      <span className="field-label">{t('review.pictures')}</span>
      <ul className={classes('row gap-8 wrapping', styles.reviewPictures)}>
        {pictures.map((url, i) => (
          <li key={url}>
            <input type="hidden" name="pictures" value={url} />
            <Pan className={styles.frame} src={url} alt="" />
            <IconButton
              className={styles.iconButton}
              disc
              label={t('review.pictures.remove', { n: i + 1 })}
              onClick={() => onChange((now) => now.filter((other) => other !== url))}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
        {pictures.length < MOST && (
          <li>
            <input
              ref={file}
              type="file"
              accept={pictureTypes}
              multiple
              hidden
              onChange={(event) => add(event.target.files)}
            />
            <button
              type="button"
              className={styles.addPicture}
              aria-label={t('review.pictures.add')}
              aria-busy={uploading > 0 || undefined}
              disabled={uploading > 0}
              onClick={() => file.current?.click()}>
              {uploading > 0 ? <Dabs /> : <ImagePlus className="icon icon-large" aria-hidden="true" />}
            </button>
          </li>
        )}
      </ul>
      <p className="micro hint">{t('review.pictures.hint')}</p>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  )
}
