import { useState } from 'react'
import { X } from 'lucide-react'
import type { VerificationCase } from '#contract/signup/verification.ts'
import { reader } from '#contract/words.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useIdentityPicture } from './identity-picture.tsx'
import { operatorWords } from '#web/operator/words.ts'

const t = reader(operatorWords)

/** Photo, selfie and document side by side; each opens large. */
export function CasePictures({ found: { identity, profile } }: { found: VerificationCase }) {
  const of = (kind: 'selfie' | 'document') => identity.find((one) => one.kind === kind)
  const selfie = useIdentityPicture(of('selfie')?.id ?? null)
  const document = useIdentityPicture(of('document')?.id ?? null)
  const [large, setLarge] = useState<{ name: string; src: string } | null>(null)
  const gesture = of('selfie')?.gesture
  const pictures = [
    { name: t('op.queue.photo'), src: profile.photo?.src ?? 'gone', there: profile.photo !== null },
    { name: t('op.queue.selfie'), src: selfie, there: of('selfie') !== undefined },
    { name: t('op.queue.document'), src: document, there: of('document') !== undefined },
  ]
  return (
    <>
      <div className="op-three">
        {pictures.map(({ name, src, there }) => (
          <figure key={name}>
            {there && src && src !== 'gone' ? (
              <button
                type="button"
                aria-label={t('op.queue.enlarge', { picture: name })}
                onClick={() => setLarge({ name, src })}>
                <span className="pan">
                  <img src={src} alt={name} />
                </span>
              </button>
            ) : (
              <span className="pan center" aria-busy={there && src === null ? true : undefined}>
                {(!there || src === 'gone') && <span className="small mut">{t('op.queue.gone')}</span>}
              </span>
            )}
            <figcaption className="micro mut">{name}</figcaption>
          </figure>
        ))}
      </div>
      {gesture && <p className="small mut">{t('op.queue.gesture', { gesture })}</p>}
      <Dialog
        open={large !== null}
        onClose={() => setLarge(null)}
        label={large?.name ?? ''}
        className="wide op-picture">
        <div className="modal-head">
          <p className="d3">{large?.name}</p>
          <IconButton label={t('op.close')} onClick={() => setLarge(null)}>
            <X className="i i24" aria-hidden="true" />
          </IconButton>
        </div>
        {large && <img src={large.src} alt={large.name} />}
      </Dialog>
    </>
  )
}
