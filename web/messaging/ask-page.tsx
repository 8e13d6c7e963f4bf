import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { type MetaFunction, redirect, useLoaderData, useNavigate } from 'react-router'
import { formatDuration } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { getFirstName } from '#web/providers/first-name.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { FieldError, TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { BackLink } from '#web/ui/titled-page.tsx'
import { PictureInput, PictureStrip, usePictures } from './picture-strip.tsx'
import { conversationMessages } from './messages.ts'
import styles from './ask-page.module.css'

const t = createTranslator(conversationMessages)
const MOST_PICTURES = 5

export const meta: MetaFunction = () =>
  createHead({ title: t('conversation.meta.title'), publicUrl: '', noindex: true })

export const clientLoader = requireSession(async ({ params }) => {
  const { artist, conversationId } = await browserApi().messages.readByArtist({
    profileId: params['profileId'] as string,
  })
  // Redirects to an existing conversation.
  if (conversationId) throw redirect(`/customer-dashboard/messages/${conversationId}`)
  return { artist }
})
export const HydrateFallback = Undetermined

export default function AskPage() {
  const { artist } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const chosen = usePictures(MOST_PICTURES)
  const { errors, formError, pending, run } = useForm()
  const first = getFirstName(artist.name)
  const send = async () => {
    const question = { profileId: artist.slug, text, pictures: chosen.pictures }
    const done = await run((key) => browserApi().messages.sendQuestion(question, { key }), {
      errors: text.trim() ? {} : { text: t('ask.missing') },
      staysPending: true,
    })
    if (done) navigate(`/customer-dashboard/messages/${done.answer.conversationId}`)
  }
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', styles.asking)}>
      <BackLink to={`/@/${artist.slug}`} label={t('ask.back', { firstName: first })} />
      <header className="row gap-16">
        <Avatar size={72} src={artist.picture.src} alt="" loading="eager" />
        <div className="stack gap-4">
          <h1 className="heading-1">{t('ask.title', { name: artist.name })}</h1>
          {artist.answerMinutes !== null && (
            <p className="muted">
              {t('ask.replies', { firstName: first, duration: formatDuration(artist.answerMinutes) })}
            </p>
          )}
        </div>
      </header>
      <p>{t('ask.text')}</p>
      <form
        className="card pad-24 stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}>
        {formError && <Note kind="error">{formError}</Note>}
        <TextAreaField
          label={t('ask.question')}
          name="text"
          rows={5}
          maxLength={4000}
          value={text}
          error={errors['text'] ?? null}
          onChange={(event) => setText(event.target.value)}
          required
        />
        <PictureStrip chosen={chosen} />
        {chosen.problem && <FieldError>{chosen.problem}</FieldError>}
        <PictureInput chosen={chosen} />
        <div className="row gap-8 wrapping">
          <Button type="submit" loading={pending || chosen.busy}>
            {t('ask.send')}
          </Button>
          <Button kind="secondary" disabled={chosen.full || chosen.busy} onClick={() => chosen.file.current?.click()}>
            <ImagePlus className="icon" aria-hidden="true" />
            {t('ask.photo')}
          </Button>
        </div>
      </form>
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
