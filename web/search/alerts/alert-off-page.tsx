import { useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useParams } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { quotesMessages } from '#web/search/quotes/messages.ts'

const t = createTranslator(quotesMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('alert.off.title')} · Primp`, publicUrl: '', noindex: true })

/** Throws 404 for an address without a key. */
export function loader({ params }: LoaderFunctionArgs) {
  if (!/^[0-9a-f]{32}$/.test(params.key ?? '')) throw data(null, { status: 404 })
  return null
}

/** Unsubscribes on a press only, because mail scanners open links. */
export default function AlertOffPage() {
  const { key = '' } = useParams()
  const [off, setOff] = useState(false)
  // Already unsubscribed counts as success.
  const seeGone = ({ status }: ApiError) => {
    if (status !== 404) return undefined
    setOff(true)
    return null
  }
  const { pending, formError, run } = useForm({ refusals: seeGone })
  const end = async () => {
    if (await run(() => browserApi().quotes.endAlert({ key }, { auth: false }))) setOff(true)
  }
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-24">
      <h1 className="heading-1">{t('alert.off.title')}</h1>
      {formError && <Note kind="error">{formError}</Note>}
      {off ? (
        <>
          <Note kind="success">{t('toast.alert.off')}</Note>
          <div>
            <ButtonLink to="/">{t('alert.off.search')}</ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p className="lead">{t('alert.off.text')}</p>
          <div>
            <Button loading={pending} onClick={end}>
              {t('alert.off.act')}
            </Button>
          </div>
        </>
      )}
    </main>
  )
}
