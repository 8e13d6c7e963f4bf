import { ImagePlus, SendHorizontal, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { reader } from '#contract/words.ts'
import { pictureTypes } from '#web/platform/pictures/prepare-picture.ts'
import { sendPicture } from '#web/platform/pictures/send-picture.ts'
import { shrinkPicture } from '#web/platform/pictures/shrink-picture.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { messageWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import messagesStyles from './messages.module.css'
import chipsStyles from '#web/ui/fields/chips.module.css'
import styles from './composer.module.css'

const t = reader(messageWords)
const MOST_PICTURES = 6
const LONGEST = 4000

/** Where a message is written, with its pictures; what is typed stays until it is on its way. */
export function Composer({
  starter,
  onSend,
}: {
  starter: string | null
  onSend: (text: string, pictures: readonly string[]) => void
}) {
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<string[]>([])
  const [uploading, setUploading] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const empty = !text.trim() && pictures.length === 0

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (uploading > 0) return
    if (empty) {
      area.current?.focus()
      return
    }
    onSend(text.trim(), pictures)
    setText('')
    setPictures([])
    setProblem(null)
    area.current?.focus()
  }
  // Enter sends where there is a keyboard to break lines with Shift; on a touch screen it breaks the line.
  const keys = (event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      window.matchMedia('(pointer: coarse)').matches
    )
      return
    submit(event)
  }
  const add = async (files: FileList | null) => {
    setProblem(null)
    for (const one of [...(files ?? [])].slice(0, MOST_PICTURES - pictures.length)) {
      setUploading((n) => n + 1)
      const shrunk = await shrinkPicture(one)
      if ('refused' in shrunk) setProblem(t(shrunk.refused === 'size' ? 'msg.picture.size' : 'msg.picture.type'))
      else {
        const url = await sendPicture(shrunk.blob, 'messages', () => {}).catch(() => '')
        if (url) setPictures((now) => [...now, url].slice(0, MOST_PICTURES))
        else setProblem(t('msg.picture.failed', { file: one.name }))
      }
      setUploading((n) => n - 1)
    }
    if (file.current) file.current.value = ''
  }
  return (
    <form className={messagesStyles.composer} data-foot-act onSubmit={submit}>
      {starter && !text && (
        <button
          type="button"
          className={classes(chipsStyles.chip, messagesStyles.chip)}
          onClick={() => {
            setText(starter)
            area.current?.focus()
          }}>
          {starter}
        </button>
      )}
      {pictures.length > 0 && (
        <ul className={styles.composerPictures}>
          {pictures.map((url, i) => (
            <li key={url}>
              <img src={url} alt="" width={72} height={72} />
              <IconButton
                className={styles.iconButton}
                disc
                label={t('msg.photo.remove', { n: i + 1 })}
                onClick={() => setPictures((now) => now.filter((other) => other !== url))}>
                <X className="icon" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
      <div className={styles.composerLine}>
        <input
          ref={file}
          type="file"
          accept={pictureTypes}
          multiple
          hidden
          onChange={(event) => add(event.target.files)}
        />
        <IconButton
          label={t('msg.photo')}
          disabled={pictures.length >= MOST_PICTURES || uploading > 0}
          onClick={() => file.current?.click()}>
          <ImagePlus className="icon icon-large" aria-hidden="true" />
        </IconButton>
        <textarea
          ref={area}
          aria-label={t('msg.write')}
          placeholder={t('msg.write.here')}
          rows={1}
          maxLength={LONGEST}
          value={text}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={keys}
        />
        <Button type="submit" loading={uploading > 0} aria-label={t('msg.send')}>
          <SendHorizontal className="icon" aria-hidden="true" />
          <span className={messagesStyles.wideOnly}>{t('msg.send')}</span>
        </Button>
      </div>
    </form>
  )
}
