import { type FormEvent, useRef, useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { OutsidePage } from '#contract/reviews/outside.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { outsideMessages } from './outside-messages.ts'
import styles from './praise-page.module.css'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  createHead({
    title: `${createTranslator(outsideMessages)('outside.write.title', { name: loaderData?.page.artist.name ?? '' })} · Primp`,
    publicUrl: getPublicUrl(matches),
    noindex: true,
  })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const key = params['key'] as string
  try {
    const page = await serverApi(context).outsideReviews.show({ key })
    return { page, key, countryCode: page.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

/** An invited review of work outside the site, by mail link. */
export default function PraisePage() {
  const loaded = useLoaderData<typeof loader>()
  const [page, setPage] = useState<OutsidePage>(loaded.page)
  const t = createTranslator(outsideMessages, page.countryCode)
  const { name, slug, picture } = page.artist
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', styles.praise)}>
      <div className="row gap-16">
        <Avatar size={72} src={picture.src} alt="" />
        <h1 className="heading-1 can-shrink">{t('outside.write.title', { name })}</h1>
      </div>
      {page.state === 'open' ? (
        <WriteForm page={page} linkKey={loaded.key} onWritten={setPage} />
      ) : (
        <>
          <div role="status">
            <Note kind={page.state === 'written' ? 'success' : 'info'}>
              {page.state === 'written' ? t('outside.write.done', { name }) : t('outside.write.closed')}
            </Note>
          </div>
          <div>
            <ButtonLink kind="secondary" to={`/@/${slug}`}>
              {t('outside.write.page', { name })}
            </ButtonLink>
          </div>
        </>
      )}
    </main>
  )
}

interface WriteFormProps {
  page: OutsidePage
  linkKey: string
  onWritten: (page: OutsidePage) => void
}

function WriteForm({ page, linkKey, onWritten }: WriteFormProps) {
  const t = createTranslator(outsideMessages, page.countryCode)
  const form = useRef<HTMLFormElement>(null)
  const act = useForm({ form })
  const [draft, setDraft] = useState({ name: page.name, work: page.work, comments: '' })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const done = await act.run(() => browserApi().outsideReviews.write({ key: linkKey, ...draft }))
    if (done) onWritten(done.answer)
  }
  const field = (name: keyof typeof draft) => ({
    name,
    value: draft[name],
    error: act.errors[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft((now) => ({ ...now, [name]: target.value })),
  })
  return (
    <form ref={form} className="card pad-24 stack" onSubmit={send} noValidate>
      <p className="lead">{t('outside.write.hello', { name: page.name })}</p>
      <p className="muted">{t('outside.write.text', { artist: page.artist.name })}</p>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      <TextAreaField label={t('outside.write.words')} rows={5} maxLength={2000} {...field('comments')} />
      <div className="field-grid even">
        <TextField label={t('outside.write.name')} maxLength={60} {...field('name')} />
        <TextField label={t('outside.write.work')} maxLength={120} {...field('work')} />
      </div>
      <div>
        <Button type="submit" size="large" loading={act.pending}>
          {t('outside.write.send')}
        </Button>
      </div>
    </form>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
