import { X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CheckKind } from '#contract/providers/checks/checks.ts'
import { mostPictures } from '#contract/providers/checks/picture-limits.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { PictureError, preparePicture } from '#web/platform/pictures/upload-picture.ts'
import { useForm } from '#web/platform/use-form.ts'
import { PictureDrop } from '#web/signup/forms/picture-drop.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useCheckMessages } from './check-messages.ts'

const fields = ['holder', 'number', 'issuer', 'expiresOn'] as const
type Draft = Record<(typeof fields)[number], string> & { pictures: string[]; consent: boolean }
const blank: Draft = { holder: '', number: '', issuer: '', expiresOn: '', pictures: [], consent: false }

/** Form of a document; typed values stay until it is sent. */
export function DocumentForm({ kind, onDone }: { kind: CheckKind; onDone: () => void }) {
  const { t } = useCheckMessages()
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const { formError, errors, pending, run } = useForm({ form })
  const [draft, setDraft] = useState(blank)
  const set = (more: Partial<Draft>) => setDraft({ ...draft, ...more })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(draft.holder.trim() ? {} : { holder: t('form.holder.error') }),
      ...(draft.pictures.length > 0 ? {} : { pictures: t('form.pictures.error') }),
      ...(draft.consent ? {} : { consent: t('form.consent.error') }),
    }
    const done = await run(
      () => browserApi().providerChecks.send({ ...draft, kind, expiresOn: draft.expiresOn || null, consent: true }),
      { errors: wrong },
    )
    if (!done) return
    showToast('success', t('form.sent'))
    onDone()
    revalidate()
  }
  const field = (name: (typeof fields)[number]) => ({
    name,
    value: draft[name],
    error: errors[name] ?? null,
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <h3 className="title">{t('form.title')}</h3>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField label={t('form.holder')} maxLength={100} autoComplete="name" {...field('holder')} />
      <TextField label={t('form.number')} optional={t('form.optional')} maxLength={80} {...field('number')} />
      <TextField label={t('form.issuer')} optional={t('form.optional')} maxLength={120} {...field('issuer')} />
      <TextField label={t('form.expires')} type="date" hint={t('form.expires.hint')} {...field('expiresOn')} />
      <PictureList
        pictures={draft.pictures}
        error={errors['pictures'] ?? null}
        onChange={(pictures) => set({ pictures })}
      />
      <div className="stack gap-4">
        <Checkbox
          name="consent"
          checked={draft.consent}
          aria-invalid={errors['consent'] ? true : undefined}
          onChange={(event) => set({ consent: event.target.checked })}>
          {t('form.consent')}
        </Checkbox>
        {errors['consent'] && <FieldError>{errors['consent']}</FieldError>}
      </div>
      <div className="row gap-8 wrapping">
        <Button type="submit" loading={pending}>
          {t('form.send')}
        </Button>
        <Button kind="secondary" onClick={onDone}>
          {t('form.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Up to three pictures; unusable files show an error at once. */
export function PictureList({
  pictures,
  error,
  onChange,
}: {
  pictures: readonly string[]
  error?: string | null
  onChange: (pictures: string[]) => void
}) {
  const { t } = useCheckMessages()
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
          onFiles={([file]) => void add(file)}
        />
      )}
    </div>
  )
}
