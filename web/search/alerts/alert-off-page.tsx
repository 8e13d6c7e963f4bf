import { useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useParams } from 'react-router'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { head } from '#web/platform/head.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { quotesWords } from '#web/search/quotes/words.ts'

const t = reader(quotesWords)

export const meta: MetaFunction = () => head({ title: `${t('alert.off.title')} · Primp`, publicUrl: '', noindex: true })

/** An address with no key in it is no page. */
export function loader({ params }: LoaderFunctionArgs) {
  if (!/^[0-9a-f]{32}$/.test(params.key ?? '')) throw data(null, { status: 404 })
  return null
}

/** Switches an alert off by a press: what opens a mail's links by itself switches nothing off. */
export default function AlertOffPage() {
  const { key = '' } = useParams()
  const [state, setState] = useState<'asked' | 'busy' | 'off'>('asked')
  const [fault, setFault] = useState<string | null>(null)
  const end = async () => {
    setState('busy')
    setFault(null)
    try {
      await browserApi().quotes.endAlert({ key }, { auth: false })
      setState('off')
    } catch (error) {
      const said = error instanceof ApiError ? error : new ApiError(0, {})
      // One that is gone already is off as well.
      if (said.status === 404) return setState('off')
      setFault(said.message)
      setState('asked')
    }
  }
  return (
    <main id="main" tabIndex={-1} className="wrap sec stack s24">
      <h1 className="d1">{t('alert.off.title')}</h1>
      {fault && <Note kind="error">{fault}</Note>}
      {state === 'off' ? (
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
            <Button loading={state === 'busy'} onClick={end}>
              {t('alert.off.act')}
            </Button>
          </div>
        </>
      )}
    </main>
  )
}
