import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { fieldLengths, fieldsOfKind, type PageFields } from '#contract/content/page-edit.ts'
import { toPercent } from '#contract/format.ts'
import type { EditedPage } from '#contract/operator/pages.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { pictureTypes, sendPicture, shrinkPicture } from '#web/platform/pictures/upload-picture.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { FieldError, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { PageFaqs } from './page-faqs.tsx'
import styles from './page-fields.module.css'
import { pageMessages } from './page-messages.ts'
import type { PageEditor } from './use-page-editor.ts'

const t = createTranslator(pageMessages)
const lines = ['title', 'description', 'bannerTitle', 'bannerText'] as const

type Made = NonNullable<EditedPage['made']>

/** Fields of a page; empty ones keep the default shown below. */
export function PageFieldsCard({ page, made, editor }: { page: EditedPage; made: Made; editor: PageEditor }) {
  const { fields, change, problemOf } = editor
  const has = (field: string) => (fieldsOfKind[page.kind] as readonly string[]).includes(field)
  return (
    <>
      <TitledCard title={t('page.words')}>
        {lines.filter(has).map((field) => (
          <TextField
            key={field}
            label={t(`page.${field}`)}
            name={field}
            maxLength={fieldLengths[field]}
            value={fields[field] ?? ''}
            error={problemOf(`fields.${field}`)}
            hint={t('page.asMade', { text: made[field] ?? '' })}
            onChange={(event) => change({ [field]: event.target.value || null })}
          />
        ))}
      </TitledCard>
      {has('picture') && (
        <PagePicture
          picture={fields.picture}
          error={problemOf('fields.picture.alt')}
          onChange={(picture) => change({ picture })}
        />
      )}
      {has('faqs') && (
        <PageFaqs made={made.faqs} edit={fields.faqs} errorOf={problemOf} onChange={(faqs) => change({ faqs })} />
      )}
      {has('body') && <BodyField slots={page.slots} made={made.body ?? ''} editor={editor} />}
    </>
  )
}

function BodyField({ slots, made, editor }: { slots: readonly string[]; made: string; editor: PageEditor }) {
  const { fields, change, problems } = editor
  const wrong = problems.filter(({ path }) => path === 'fields.body')
  return (
    <TitledCard title={t('page.body')}>
      <p className="small muted">
        {slots.length ? t('page.slots', { slots: slots.map((slot) => `{${slot}}`).join(', ') }) : t('page.slots.none')}
      </p>
      <TextAreaField
        label={t('page.body')}
        name="body"
        rows={24}
        className={styles.pageBody}
        spellCheck
        maxLength={fieldLengths.body}
        hint={t('page.body.hint')}
        value={fields.body ?? ''}
        error={wrong[0]?.message ?? null}
        onChange={(event) => change({ body: event.target.value || null })}
      />
      {wrong.length > 1 && (
        <ul className="bullets small" aria-label={t('page.wrong')}>
          {wrong.slice(1).map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <div className="row gap-8 wrapping">
        {fields.body === null ? (
          <Button kind="secondary" onClick={() => change({ body: made })}>
            {t('page.start')}
          </Button>
        ) : (
          <Button kind="quiet" onClick={() => change({ body: null })}>
            {t('page.empty')}
          </Button>
        )}
      </div>
    </TitledCard>
  )
}

interface PagePictureProps {
  picture: PageFields['picture']
  error: string | null
  onChange: (picture: PageFields['picture']) => void
}

/** The banner picture of a page: chosen, described, or left to the page's own drawings. */
function PagePicture({ picture, error, onChange }: PagePictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const { errors, pending, formError, showErrors, clearErrors, run } = useForm()
  const refused = errors['picture'] ?? formError
  const choose = async (file: File) => {
    clearErrors()
    const shrunk = await shrinkPicture(file)
    if ('refused' in shrunk) return showErrors({ picture: t(`page.picture.${shrunk.refused}`) })
    setShare(0)
    const sent = await run(() => sendPicture(shrunk.blob, 'pages', setShare))
    if (sent) onChange({ src: sent.answer, alt: picture?.alt ?? '' })
  }
  return (
    <TitledCard title={t('page.picture')}>
      {picture ? (
        <>
          <div className={joinClasses(pictureStyles.frame, styles.pagePicture)}>
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
        <Button kind="secondary" loading={pending} onClick={() => input.current?.click()}>
          <ImagePlus className="icon" aria-hidden="true" /> {t(picture ? 'page.picture.other' : 'page.picture.choose')}
        </Button>
        {picture && (
          <Button kind="quiet" onClick={() => onChange(null)}>
            {t('page.picture.remove')}
          </Button>
        )}
        <span className="small muted" role="status">
          {pending && t('page.picture.sending', { percent: Math.round(toPercent(share)) })}
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
