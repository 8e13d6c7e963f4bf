import { CircleAlert, Lightbulb, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { toPercent } from '#contract/format.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import fieldStyles from '#web/ui/fields/field.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import type { PictureHint } from './picture-quality.ts'
import type { PictureQueue, QueuedPicture } from './picture-queue.ts'
import styles from './queued-picture.module.css'

const messages = defineMessages({
  'queue.remove': 'Remove {file}',
  'queue.sending': 'Uploading {file}: {percent}%',
  'queue.retry': 'Try again',
  'hint.small': 'This picture is small and may look soft on large screens.',
  'hint.dark': 'This picture looks dark. Daylight from a window helps.',
  'hint.bright': 'This picture looks washed out. Softer light helps.',
  'hint.blurred': 'This picture looks blurred. Hold still and tap to focus.',
  'hint.use': 'You can still use it.',
})
const t = createTranslator(messages)

/** Hints about a picture's quality, as advice. */
export function PictureHints({ hints }: { hints: readonly PictureHint[] }) {
  if (hints.length === 0) return null
  return (
    <ul className={styles.hints}>
      {hints.map((hint, index) => (
        <li key={hint}>
          <Lightbulb className="icon" aria-hidden="true" />
          <span>
            {t(`hint.${hint}`)}
            {index === hints.length - 1 && ` ${t('hint.use')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A picture of the queue: preview, hints, the fields given as children, progress, error and retry. */
export function QueuedPictureItem({
  one,
  pictures: { sending, remove, send },
  children,
}: {
  one: QueuedPicture
  pictures: Pick<PictureQueue, 'sending' | 'remove' | 'send'>
  children?: ReactNode
}) {
  const percent = Math.round(toPercent(one.share))
  return (
    <li className={styles.item} data-key={one.key}>
      <div className={joinClasses(pictureStyles.frame, styles.frame)}>
        <img
          src={one.preview}
          alt=""
          className={pictureStyles.image}
          onError={(event) => event.currentTarget.remove()}
        />
      </div>
      <div className="stack gap-8 grow">
        <div className="row space-between">
          <b className={joinClasses('bold', styles.fileName)}>{one.name}</b>
          {one.state !== 'sending' && (
            <IconButton label={t('queue.remove', { file: one.name })} onClick={() => remove(one.key)}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <PictureHints hints={one.hints} />
        {children}
        {one.state === 'sending' && (
          <div className="stack gap-4">
            <span className="small muted" role="status">
              {t('queue.sending', { file: one.name, percent: String(percent) })}
            </span>
            <progress max={100} value={percent} aria-label={one.name} />
          </div>
        )}
        {one.error && (
          <p className={fieldStyles.error} role="alert">
            <CircleAlert className="icon" aria-hidden="true" />
            {one.error}
          </p>
        )}
        {one.state === 'failed' && (
          <div>
            <Button kind="secondary" size="small" disabled={sending} onClick={() => void send(one.key)}>
              {t('queue.retry')}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
