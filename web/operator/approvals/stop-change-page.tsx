import { useState } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useParams } from 'react-router'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { toApiError } from '#web/platform/api/api.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

const stopChangeMessages = defineMessages({
  'stopChange.title': 'Stop this change',
  'stopChange.factor_reset':
    'On {moment} we will remove your passkeys, authenticator app and recovery codes. If you did not ask for this, stop it.',
  'stopChange.operator': '{name} will become an operator on {moment}. If you did not ask for this, stop it.',
  'stopChange.act': 'Stop this change',
  'stopChange.done': 'Stopped. Nothing was changed. Choose a new password if you did not ask for this change.',
  'stopChange.ended.title': 'There is nothing to stop',
  'stopChange.ended': 'This link has expired or was already used.',
  'stopChange.password': 'Choose password',
  'stopChange.home': 'Go to the home page',
})

const t = createTranslator(stopChangeMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('stopChange.title')} · Primp`, publicUrl: '', noindex: true })

// The address contains a secret, so the page renders in the browser only.
export async function clientLoader({ params }: LoaderFunctionArgs) {
  try {
    const { change } = await browserApi().operatorApprovals.readStopLink(
      { token: params['token'] ?? '' },
      { auth: false },
    )
    return { change }
  } catch (error) {
    if (toApiError(error).status !== 410) throw error
    return { change: null }
  }
}
clientLoader.hydrate = true as const
export const HydrateFallback = Undetermined

/** Stops a change with the emailed link, on a press only, because mail scanners open links. */
export default function StopChangePage() {
  const { token = '' } = useParams()
  const { change } = useLoaderData<typeof clientLoader>()
  const [stopped, setStopped] = useState(false)
  const { pending, formError, run } = useForm()
  const stop = async () => {
    if (await run(() => browserApi().operatorApprovals.stopByLink({ token }, { auth: false }))) setStopped(true)
  }
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-24">
      <h1 className="heading-1">{t(change ? 'stopChange.title' : 'stopChange.ended.title')}</h1>
      {formError && <Note kind="error">{formError}</Note>}
      {!change && <p className="lead">{t('stopChange.ended')}</p>}
      {change && !stopped && (
        <p className="lead">
          {t(`stopChange.${change.kind}`, { name: change.name, moment: formatOperatorMoment(change.effectiveAt) })}
        </p>
      )}
      {stopped && <Note kind="success">{t('stopChange.done')}</Note>}
      <div className="row wrapping">
        {change && !stopped ? (
          <Button loading={pending} onClick={stop}>
            {t('stopChange.act')}
          </Button>
        ) : (
          <ButtonLink to={stopped ? '/forgot-password' : '/'}>
            {t(stopped ? 'stopChange.password' : 'stopChange.home')}
          </ButtonLink>
        )}
      </div>
    </main>
  )
}
