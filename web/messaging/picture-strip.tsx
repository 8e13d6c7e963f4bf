import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { createTranslator } from '#contract/i18n/messages.ts'
import { pictureTypes, sendPicture, shrinkPicture } from '#web/platform/pictures/upload-picture.ts'
import { IconButton } from '#web/ui/button.tsx'
import composerStyles from './composer.module.css'
import { conversationMessages } from './messages.ts'

const t = createTranslator(conversationMessages)

export function PictureStrip({ chosen }: { chosen: ChosenPictures }) {
  if (chosen.pictures.length === 0) return null
  return (
    <ul className={composerStyles.composerPictures}>
      {chosen.pictures.map((url, i) => (
        <li key={url}>
          <img src={url} alt="" width={72} height={72} />
          <IconButton
            className={composerStyles.iconButton}
            disc
            label={t('conversation.photo.remove', { n: i + 1 })}
            onClick={() => chosen.remove(url)}>
            <X className="icon" aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

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

/** Returns the state of attached pictures: resized, uploaded when chosen, removable. */
export function usePictures(most: number, before: readonly string[] = []) {
  const [pictures, setPictures] = useState<string[]>([...before])
  const [uploading, setUploading] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const add = async (files: FileList | null) => {
    setProblem(null)
    for (const one of [...(files ?? [])].slice(0, most - pictures.length)) {
      setUploading((n) => n + 1)
      const shrunk = await shrinkPicture(one)
      if ('refused' in shrunk)
        setProblem(t(shrunk.refused === 'size' ? 'conversation.picture.size' : 'conversation.picture.type'))
      else {
        const url = await sendPicture(shrunk.blob, 'messages', () => {}).catch(() => '')
        if (url) setPictures((now) => [...now, url].slice(0, most))
        else setProblem(t('conversation.picture.failed', { file: one.name }))
      }
      setUploading((n) => n - 1)
    }
    if (file.current) file.current.value = ''
  }
  return {
    pictures,
    problem,
    file,
    add,
    busy: uploading > 0,
    full: pictures.length >= most,
    remove: (url: string) => setPictures((now) => now.filter((other) => other !== url)),
    clear: () => {
      setPictures([])
      setProblem(null)
    },
  }
}
type ChosenPictures = ReturnType<typeof usePictures>
