import { X } from 'lucide-react'
import { useState } from 'react'
import { mostPictures } from '#contract/providers/checks/picture-limits.ts'
import { PictureError, preparePicture } from '#web/platform/pictures/prepare-picture.ts'
import { PictureDrop } from '#web/signup/forms/picture-drop.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { useCheckWords } from './use-check-words.ts'

/** Up to three pictures that are sent with something; what cannot be sent is said at once. */
export function PictureList({
  pictures,
  error,
  onChange,
}: {
  pictures: readonly string[]
  error?: string | null
  onChange: (pictures: string[]) => void
}) {
  const { t } = useCheckWords()
  const [wrong, setWrong] = useState<string | null>(null)
  const add = async (file: File) => {
    setWrong(null)
    try {
      const { dataUri } = await preparePicture(file)
      onChange([...pictures, dataUri])
    } catch (fault) {
      setWrong(t(`form.picture.${fault instanceof PictureError ? fault.problem : 'broken'}`))
    }
  }
  return (
    <div className="stack gap-8">
      <p className="field-label">{t('form.pictures')}</p>
      {pictures.length > 0 && (
        <ul className="row gap-8 wrapping" aria-label={t('form.picture.added', { n: pictures.length })}>
          {pictures.map((picture, i) => (
            <li key={picture.slice(-40)} className="row gap-4">
              {picture.startsWith('data:image/') ? <img src={picture} alt="" width={72} height={72} /> : i + 1}
              <IconButton
                label={t('form.picture.remove', { n: i + 1 })}
                onClick={() => onChange(pictures.filter((_, at) => at !== i))}>
                <X className="icon" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < mostPictures && (
        <PictureDrop
          name="pictures"
          label={t('form.picture.add')}
          choose={t('form.picture.choose')}
          limits={t('form.picture.limits')}
          error={wrong ?? error ?? null}
          onFile={(file) => void add(file)}
        />
      )}
    </div>
  )
}
