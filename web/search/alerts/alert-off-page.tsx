import { useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useParams } from 'react-router'
import { reader } from '#contract/words.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { head } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
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
  const [off, setOff] = useState(false)
  // One that is gone already is off as well.
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
