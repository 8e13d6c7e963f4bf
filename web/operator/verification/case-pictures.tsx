import { useState } from 'react'
import { X } from 'lucide-react'
import type { VerificationCase } from '#contract/signup/verification.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useSealedPicture } from '#web/platform/pictures/sealed-pictures.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './case-pictures.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import consoleStyles from '#web/operator/console.module.css'
import dialogStyles from '#web/ui/overlays/dialog.module.css'

const t = createTranslator(operatorMessages)

export function CasePictures({ found: { identity, profile } }: { found: VerificationCase }) {
  const of = (kind: 'selfie' | 'document') => identity.find((one) => one.kind === kind)
  const pathOf = (id: string | undefined) => (id ? `/v1/operator/verification/pictures/${id}` : null)
  const selfie = useSealedPicture(pathOf(of('selfie')?.id))
  const document = useSealedPicture(pathOf(of('document')?.id))
  const [large, setLarge] = useState<{ name: string; src: string } | null>(null)
  const gesture = of('selfie')?.gesture
  const pictures = [
    { name: t('operator.queue.photo'), src: profile.photo?.src ?? 'gone', there: profile.photo !== null },
    { name: t('operator.queue.selfie'), src: selfie, there: of('selfie') !== undefined },
    { name: t('operator.queue.document'), src: document, there: of('document') !== undefined },
  ]
  return (
    <>
      <div className={styles.three}>
        {pictures.map(({ name, src, there }) => (
          <figure key={name}>
            {there && src && src !== 'gone' ? (
              <button
                type="button"
                aria-label={t('operator.queue.enlarge', { picture: name })}
                onClick={() => setLarge({ name, src })}>
                <span className={joinClasses(pictureStyles.frame, styles.frame)}>
                  <img src={src} alt={name} />
                </span>
              </button>
            ) : (
              <span
                className={joinClasses(pictureStyles.frame, styles.center, styles.frame)}
                aria-busy={there && src === null ? true : undefined}>
                {(!there || src === 'gone') && <span className="small muted">{t('operator.queue.gone')}</span>}
              </span>
            )}
            <figcaption className="micro muted">{name}</figcaption>
          </figure>
        ))}
      </div>
      {gesture && <p className="small muted">{t('operator.queue.gesture', { gesture })}</p>}
      <p className="small muted">{t('operator.queue.adult')}</p>
      <Dialog
        open={large !== null}
        onClose={() => setLarge(null)}
        label={large?.name ?? ''}
        className={joinClasses(consoleStyles.wide, styles.picture)}>
        <div className={dialogStyles.modalHead}>
          <p className="heading-3">{large?.name}</p>
          <IconButton label={t('operator.close')} onClick={() => setLarge(null)}>
            <X className="icon icon-large" aria-hidden="true" />
          </IconButton>
        </div>
        {large && <img src={large.src} alt={large.name} />}
      </Dialog>
    </>
  )
}
