import { ImagePlus, SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { reader } from '#contract/words.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { PictureInput, PictureStrip } from './picture-strip.tsx'
import { usePictures } from './use-pictures.ts'
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
  const chosen = usePictures(MOST_PICTURES)
  const { pictures, problem } = chosen
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const empty = !text.trim() && pictures.length === 0

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (chosen.busy) return
    if (empty) {
      area.current?.focus()
      return
    }
    onSend(text.trim(), pictures)
    setText('')
    chosen.clear()
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
      <PictureStrip chosen={chosen} />
      {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
      <div className={styles.composerLine}>
        <PictureInput chosen={chosen} />
        <IconButton
          label={t('msg.photo')}
          disabled={chosen.full || chosen.busy}
          onClick={() => chosen.file.current?.click()}>
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
        <Button type="submit" loading={chosen.busy} aria-label={t('msg.send')}>
          <SendHorizontal className="icon" aria-hidden="true" />
          <span className={messagesStyles.wideOnly}>{t('msg.send')}</span>
        </Button>
      </div>
    </form>
  )
}
