import { type FormEvent, useState } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useParams } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { nullWhenMissing, serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { noticeMessages } from './messages.ts'

const t = createTranslator(noticeMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('mails.stop.title')} · Primp`, publicUrl: '', noindex: true })

/** Loads the mails that the key unsubscribes from; null if expired. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await nullWhenMissing(serverApi(context).account.mailToStop({ key: params['key'] ?? '' }))
  return { group: found?.group ?? null }
}

/** Unsubscribes from a kind of mail without session, on a press only, because mail scanners open links. */
export default function StopMailPage() {
  const { key = '' } = useParams()
  const { group } = useLoaderData<typeof loader>()
  const [stopped, setStopped] = useState(false)
  const { pending, formError, run } = useForm()
  const stop = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(() => browserApi().account.stopMail({ key }, { auth: false }))) setStopped(true)
  }
  const choose = (
    <ButtonLink kind="secondary" to="/customer-dashboard/account#notices">
      {t('mails.stop.others')}
    </ButtonLink>
  )
  if (!group)
    return (
      <main id="main" tabIndex={-1} className="page-width section stack gap-24">
        <h1 className="heading-1">{t('mails.stop.ended.title')}</h1>
        <p className="lead">{t('mails.stop.ended.text')}</p>
        <div>{choose}</div>
      </main>
    )
  const named = { group: t(`mails.stop.${group}`) }
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-24">
      <h1 className="heading-1">{t('mails.stop.title')}</h1>
      {formError && <Note kind="error">{formError}</Note>}
      {stopped ? (
        <Note kind="success">{t('mails.stop.done', named)}</Note>
      ) : (
        <p className="lead">{t('mails.stop.text', named)}</p>
      )}
      <div className="row wrapping">
        {/* Without script the form itself has the button. */}
        {!stopped && (
          <form method="post" onSubmit={stop}>
            <Button type="submit" loading={pending}>
              {t('mails.stop.act')}
            </Button>
          </form>
        )}
        {choose}
      </div>
    </main>
  )
}
