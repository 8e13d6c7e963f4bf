import { Camera as CameraIcon, Check, Clock3, Lock } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState, useRef } from 'react'
import type { Progress } from '#contract/signup/signup.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { PictureError, preparePicture } from '#web/platform/pictures/upload-picture.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { PictureDrop } from './picture-drop.tsx'
import { type FormState, useForm } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './identity-form.module.css'
import noteStyles from '#web/ui/note.module.css'
import { SegmentedChoice } from '#web/ui/fields/segmented-choice.tsx'
import signupStyles from '#web/signup/signup.module.css'

type Kind = 'selfie' | 'document'
type Taken = { dataUri: string; name: string; shown: boolean }
type Draft = { selfie: Taken | null; document: Taken | null; which: 'passport' | 'licence'; consent: boolean }
type Gesture = { gesture: string; code: string; expiresAt: string }

interface Props {
  id: string
  country: Country
  identity: Progress['identity']
  onSaved: (progress: Progress | null) => void | Promise<void>
  onState?: (state: FormState) => void
}

/** Takes or uploads a selfie with a gesture and a document. They are sent together and never shown again. */
export function IdentityForm({ id, country, identity, onSaved, onState }: Props) {
  const t = createTranslator(signupMessages, country)
  const w = createTranslator(sharedMessages)
  const [kept, setKept] = useState(identity)
  const [again, setAgain] = useState<Record<Kind, boolean>>({ selfie: false, document: false })
  const need = (kind: Kind) => again[kind] || (kind === 'selfie' ? !kept.selfie : !kept.document)
  const [gesture, askGesture] = useGesture(need('selfie'))

  const { draft, change, errors, formError, submit, form, setErrors } = useForm<Draft, Progress | null>({
    start: { selfie: null, document: null, which: identity.document ?? 'passport', consent: false },
    onState,
    check: ({ selfie, document, consent }): Record<string, string> => {
      const missing = (need('selfie') && !selfie) || (need('document') && !document)
      const sends = selfie || document
      return {
        ...(missing ? { pictures: t('step11.error.missing') } : {}),
        ...(sends && !consent ? { consent: t('step11.consent.error') } : {}),
      }
    },
    send: async ({ selfie, document, which }) => {
      let progress: Progress | null = null
      // Each upload is saved at once, so that a retry sends only the missing one.
      if (selfie) {
        progress = await browserApi()
          .signup.identity({ kind: 'selfie', dataUri: selfie.dataUri, consent: true })
          .catch(ended)
        change({ selfie: null })
        setKept(progress.identity)
        setAgain((before) => ({ ...before, selfie: false }))
      }
      if (document) {
        progress = await browserApi().signup.identity({
          kind: 'document',
          dataUri: document.dataUri,
          document: which,
          consent: true,
        })
        change({ document: null })
        setKept(progress.identity)
        setAgain((before) => ({ ...before, document: false }))
      }
      return progress
    },
    onSaved,
  })
  // A gesture expires after 15 minutes: an older picture must be retaken.
  function ended(error: unknown): never {
    if (error instanceof ApiError && error.code === 'gesture_ended') {
      change({ selfie: null })
      askGesture()
    }
    throw error
  }
  // A press while a picture is still processed applies to it.
  const [preparing, setPreparing] = useState(0)
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    if (!pressed || preparing > 0) return
    setPressed(false)
    form.current?.requestSubmit()
  }, [pressed, preparing, form])
  const choose = async (kind: Kind, file: File) => {
    setPreparing((n) => n + 1)
    try {
      const { dataUri, size } = await preparePicture(file)
      change({ [kind]: { dataUri, name: file.name, shown: size !== null } })
      setErrors({})
    } catch (error) {
      const words = {
        size: t('step11.error.size', { file: file.name }),
        type: t('step10.error.type'),
        broken: w('field.file.broken'),
      }
      setErrors({ [kind]: words[error instanceof PictureError ? error.problem : 'broken'] })
      setPressed(false)
    } finally {
      setPreparing((n) => n - 1)
    }
  }
  const part = (kind: Kind) => ({
    country,
    taken: draft[kind],
    kept: !need(kind),
    error: errors[kind],
    onFile: (file: File) => void choose(kind, file),
    onPicture: (dataUri: string) => change({ [kind]: { dataUri, name: '', shown: true } }),
    onAgain: () => {
      change({ [kind]: null })
      setAgain((before) => ({ ...before, [kind]: true }))
    },
  })
  return (
    <form
      id={id}
      ref={form}
      onSubmit={(event) => {
        if (preparing === 0) return submit(event)
        event.preventDefault()
        setPressed(true)
      }}
      noValidate
      className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      <div className={joinClasses('field-grid even', styles.identity)}>
        <Part {...part('selfie')} title={t('step11.selfie')} facing="user">
          {gesture && !draft.selfie && (
            <div className={joinClasses(noteStyles.note, noteStyles.info, styles.gesture)}>
              <div className="stack gap-4">
                <b>{t('step11.gesture', gesture)}</b>
                <span className="small">{t('step11.gesture.why')}</span>
                <Button className={styles.button} kind="quiet" size="small" onClick={askGesture}>
                  {t('step11.gesture.new')}
                </Button>
              </div>
            </div>
          )}
        </Part>
        <Part {...part('document')} title={t('step11.document')} facing="environment">
          <SegmentedChoice
            className={styles.documentTabs}
            label={t('step11.which')}
            value={draft.which}
            choices={(['passport', 'licence'] as const).map((value) => ({ value, label: t(`step11.${value}`) }))}
            onChange={(which) => change({ which })}
          />
        </Part>
      </div>
      {errors['pictures'] && (
        <div tabIndex={-1} aria-invalid="true">
          <FieldError>{errors['pictures']}</FieldError>
        </div>
      )}
      {(need('selfie') || need('document') || draft.selfie || draft.document) && (
        <div className="stack gap-4">
          <Checkbox
            checked={draft.consent}
            aria-invalid={errors['consent'] ? true : undefined}
            onChange={(event) => change({ consent: event.target.checked })}>
            {t('step11.consent')}
          </Checkbox>
          {errors['consent'] && <FieldError>{errors['consent']}</FieldError>}
        </div>
      )}
      <p className={joinClasses(noteStyles.note, noteStyles.info)}>
        <Lock className="icon" aria-hidden="true" />
        <span>{t('step11.privacy')}</span>
      </p>
    </form>
  )
}

interface PartProps {
  country: Country
  title: string
  facing: 'user' | 'environment'
  taken: Taken | null
  kept: boolean
  error: string | undefined
  children?: ReactNode
  onFile: (file: File) => void
  onPicture: (dataUri: string) => void
  onAgain: () => void
}

function Part({ country, title, facing, taken, kept, error, children, onFile, onPicture, onAgain }: PartProps) {
  const t = createTranslator(signupMessages, country)
  const [camera, setCamera] = useState<'off' | 'on' | 'denied'>('off')
  const denied = useCallback(() => setCamera('denied'), [])
  const face = facing === 'user'
  const done = Boolean(taken) || kept
  return (
    <section className="card pad-24 stack" aria-label={title}>
      <div className="row space-between wrapping">
        <h2 className="title">{title}</h2>
        <Badge look={done ? 'jadeSoft' : 'info'}>
          {done ? <Check className="icon" aria-hidden="true" /> : <Clock3 className="icon" aria-hidden="true" />}
          {t(done ? 'step10.done' : 'step11.todo')}
        </Badge>
      </div>
      {!kept && children}
      {done ? (
        <>
          {taken?.shown && (
            <div className={face ? joinClasses(signupStyles.camera, signupStyles.face) : signupStyles.camera}>
              <img src={taken.dataUri} alt={title} />
              {face && <span className={signupStyles.oval} aria-hidden="true" />}
            </div>
          )}
          {taken && !taken.shown && <p className="muted">{taken.name}</p>}
          {!taken && <p className="muted">{t('step11.kept')}</p>}
          <Button kind="secondary" full onClick={onAgain}>
            <CameraIcon className="icon" aria-hidden="true" />
            {t('step10.again')}
          </Button>
        </>
      ) : camera === 'on' ? (
        <Camera
          country={country}
          facing={facing}
          onDenied={denied}
          onPicture={(dataUri) => {
            setCamera('off')
            onPicture(dataUri)
          }}
        />
      ) : (
        <>
          <PictureDrop
            label={t(face ? 'step10.drop' : 'step11.drop')}
            choose={t('step11.choose')}
            limits={t('step10.limits')}
            name={face ? 'selfie' : 'document'}
            error={error}
            onFiles={([file]) => onFile(file)}
          />
          {camera === 'denied' ? (
            <CameraDenied country={country} />
          ) : (
            <Button kind="secondary" full onClick={() => setCamera('on')}>
              <CameraIcon className="icon" aria-hidden="true" />
              {t('step11.camera')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

/** Returns the gesture for the next selfie, renewed a minute before it expires. */
function useGesture(wanted: boolean): [Gesture | null, () => void] {
  const [gesture, setGesture] = useState<Gesture | null>(null)
  const ask = useCallback(() => {
    browserApi()
      .signup.gesture({})
      .then(setGesture)
      .catch((error) => {
        if (!(error instanceof ApiError)) setGesture(null)
      })
  }, [])
  // Requested only when a selfie is needed, because it expires.
  useEffect(() => {
    if (wanted && !gesture) ask()
  }, [wanted, gesture, ask])
  return [wanted ? gesture : null, ask]
}

/** The device's camera, for a face in an oval or a whole document. */
function Camera({
  country,
  facing,
  onPicture,
  onDenied,
}: {
  country: Country
  facing: 'user' | 'environment'
  onPicture: (dataUri: string) => void
  onDenied: () => void
}) {
  const t = createTranslator(signupMessages, country)
  const video = useRef<HTMLVideoElement>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let stream: MediaStream | null = null
    let over = false
    const open = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: facing, width: { ideal: 1920 } },
          audio: false,
        })
        if (over) return stop(stream)
        if (video.current) video.current.srcObject = stream
      } catch {
        if (!over) onDenied()
      }
    }
    void open()
    return () => {
      over = true
      if (stream) stop(stream)
    }
  }, [facing, onDenied])
  const take = () => {
    const source = video.current
    if (!source?.videoWidth) return
    const canvas = document.createElement('canvas')
    canvas.width = source.videoWidth
    canvas.height = source.videoHeight
    canvas.getContext('2d')?.drawImage(source, 0, 0)
    onPicture(canvas.toDataURL('image/jpeg', 0.92))
  }
  return (
    <div className="stack gap-12">
      <div className={facing === 'user' ? joinClasses(signupStyles.camera, signupStyles.face) : signupStyles.camera}>
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label={t('step11.video')}
          onLoadedMetadata={() => setReady(true)}
        />
        {facing === 'user' && <span className={signupStyles.oval} aria-hidden="true" />}
      </div>
      <Button full disabled={!ready} onClick={take}>
        {t('step11.take')}
      </Button>
    </div>
  )
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

const CameraDenied = ({ country }: { country: Country }) => (
  <Note kind="info">{createTranslator(signupMessages, country)('step11.camera.denied')}</Note>
)
