import { useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useParams } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { noticeMessages } from './messages.ts'

const t = createTranslator(noticeMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('mails.title')} · Primp`, publicUrl: '', noindex: true })

/** Throws 404 for an address without a key. */
export function loader({ params }: LoaderFunctionArgs) {
  if (!/^[A-Za-z0-9_-]{24}$/.test(params.key ?? '')) throw data(null, { status: 404 })
  return null
}

/** Confirms a subscription on a press only, because mail scanners open links. */
export default function ConfirmMailPage() {
  const { key = '' } = useParams()
  const [topic, setTopic] = useState<'quotes' | 'alert' | 'place' | null>(null)
  const { pending, formError, run } = useForm()
  const confirm = async () => {
    const done = await run(() => browserApi().notices.confirmMail({ key }, { auth: false }))
    if (done) setTopic(done.answer.topic)
  }
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-24">
      <h1 className="heading-1">{t('mails.title')}</h1>
      {formError && <Note kind="error">{formError}</Note>}
      {topic ? (
        <>
          <Note kind="success">{t(`mails.done.${topic}`)}</Note>
          <div>
            <ButtonLink to="/">{t('mails.search')}</ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p className="lead">{t('mails.text')}</p>
          <div>
            <Button loading={pending} onClick={confirm}>
              {t('mails.act')}
            </Button>
          </div>
        </>
      )}
    </main>
  )
}
