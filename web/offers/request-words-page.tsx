import { ImagePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useNavigate } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { PictureInput, PictureStrip, usePictures } from '#web/messaging/picture-strip.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { useForm } from '#web/platform/use-form.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { FieldError, TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { BackLink } from '#web/ui/titled-page.tsx'
import { requestMessages } from './request-messages.ts'
import styles from './request-words-page.module.css'
import { localStore } from '#web/platform/storage.ts'

const t = createTranslator(requestMessages)
const MOST_PICTURES = 5

export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: `${t('words.title')} · Primp`, publicUrl: getPublicUrl(matches), noindex: true })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const quoteId = params['quoteId'] as string
  try {
    const { requests, earlier, said } = await serverApi(context).requests.listBySearch({ quoteId })
    const open = [...requests, ...earlier].filter((request) => request.open)
    return { quoteId, said, names: [...new Set(open.map(({ provider }) => provider.name))] }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

export default function RequestWordsPage() {
  const { quoteId, said: known, names } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const [words, setWords] = useState(known?.words ?? '')
  const chosen = usePictures(MOST_PICTURES, known?.pictures)
  // Uploads need an account; the session is only known in the browser.
  const [member, setMember] = useState<boolean | null>(null)
  useEffect(() => setMember(getCurrentToken(localStore) !== null), [])
  const { formError, errors, pending, run } = useForm()
  const back = `/quotes/${quoteId}`
  const send = async () => {
    const done = await run(
      (key) => browserApi().requests.updateMessage({ quoteId, words, pictures: chosen.pictures }, { key }),
      {
        staysPending: true,
      },
    )
    if (done) navigate(back)
  }
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', styles.words)}>
      <BackLink to={back} label={t('words.back')} />
      <h1 className="heading-1">{t('words.title')}</h1>
      {names.length === 0 ? (
        <Note kind="info">{t('words.nobody')}</Note>
      ) : (
        <>
          <p>{t('words.text', { names: listedNames(names) })}</p>
          <form
            className="card pad-24 stack"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              send()
            }}>
            {formError && <Note kind="error">{formError}</Note>}
            <TextAreaField
              label={t('words.label')}
              hint={t('words.hint')}
              name="words"
              rows={4}
              maxLength={1000}
              value={words}
              error={errors['words'] ?? null}
              onChange={(event) => setWords(event.target.value)}
            />
            <PictureStrip chosen={chosen} />
            {chosen.problem && <FieldError>{chosen.problem}</FieldError>}
            <PictureInput chosen={chosen} />
            {member === false && (
              <p className="small muted">
                {t('words.login')}{' '}
                <Link className="link" to="/login">
                  {t('words.login.act')}
                </Link>
              </p>
            )}
            <div className="row gap-8 wrapping">
              <Button type="submit" loading={pending || chosen.busy}>
                {t('words.save')}
              </Button>
              {member && (
                <Button
                  kind="secondary"
                  disabled={chosen.full || chosen.busy}
                  onClick={() => chosen.file.current?.click()}>
                  <ImagePlus className="icon" aria-hidden="true" />
                  {t('words.photo')}
                </Button>
              )}
            </div>
          </form>
        </>
      )}
    </main>
  )
}

// Names keep their capitals.
const listedNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

export function ErrorBoundary() {
  return <ErrorPage />
}
