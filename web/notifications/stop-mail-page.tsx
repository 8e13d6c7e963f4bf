import { type FormEvent, useState } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useParams } from 'react-router'
import { createTranslator } from '#contract/words.ts'
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

/** Which mails the key would stop; null where its mail is kept no longer. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await nullWhenMissing(serverApi(context).account.mailToStop({ key: params['key'] ?? '' }))
  return { group: found?.group ?? null }
}

/** Mails of one kind end by a press, without signing in: what opens a mail's links by itself stops nothing. */
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
        {/* Where no script runs the form itself is the press. */}
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
