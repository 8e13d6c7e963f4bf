import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { fieldLengths, type PageFields } from '#contract/content/page-edit.ts'
import { percent } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { pictureTypes } from '#web/platform/pictures/prepare-picture.ts'
import { sendPicture } from '#web/platform/pictures/send-picture.ts'
import { shrinkPicture } from '#web/platform/pictures/shrink-picture.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, TextField } from '#web/ui/fields/field.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { pageWords } from './page-words.ts'
import { classes } from '#web/ui/class-names.ts'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import styles from './page-picture.module.css'

const t = reader(pageWords)

interface PagePictureProps {
  picture: PageFields['picture']
  error: string | null
  onChange: (picture: PageFields['picture']) => void
}

/** The banner picture of a page: chosen, described, or left to the page's own drawings. */
export function PagePicture({ picture, error, onChange }: PagePictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const { errors, waiting, said, refuse, clear, run } = useAct()
  const refused = errors['picture'] ?? said
  const choose = async (file: File) => {
    clear()
    const shrunk = await shrinkPicture(file)
    if ('refused' in shrunk) return refuse({ picture: t(`page.picture.${shrunk.refused}`) })
    setShare(0)
    const sent = await run(() => sendPicture(shrunk.blob, 'pages', setShare))
    if (sent) onChange({ src: sent.answer, alt: picture?.alt ?? '' })
  }
  return (
    <TitledCard title={t('page.picture')}>
      {picture ? (
        <>
          <div className={classes(pictureStyles.frame, styles.pagePicture)}>
            <Picture src={picture.src} alt={picture.alt} width={320} height={200} />
          </div>
          <TextField
            label={t('page.picture.alt')}
            value={picture.alt}
            maxLength={fieldLengths.alt}
            error={error}
            onChange={(event) => onChange({ ...picture, alt: event.target.value })}
          />
        </>
      ) : (
        <p className="muted">{t('page.picture.none')}</p>
      )}
      {refused && <FieldError>{refused}</FieldError>}
      <div className="row gap-8 wrapping">
        <Button kind="secondary" loading={waiting} onClick={() => input.current?.click()}>
          <ImagePlus className="icon" aria-hidden="true" /> {t(picture ? 'page.picture.other' : 'page.picture.choose')}
        </Button>
        {picture && (
          <Button kind="quiet" onClick={() => onChange(null)}>
            {t('page.picture.remove')}
          </Button>
        )}
        <span className="small muted" role="status">
          {waiting && t('page.picture.sending', { percent: Math.round(percent(share)) })}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        hidden
        aria-label={t('page.picture.choose')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) choose(file)
        }}
      />
    </TitledCard>
  )
}
