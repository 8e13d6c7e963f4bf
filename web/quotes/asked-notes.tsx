import { useState } from 'react'
import type { QuotesPage } from '#contract/quotes.ts'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api.ts'
import { browserApi } from '#web/platform/browser.ts'
import { useEnter } from '#web/accounts/use-enter.ts'
import { detailsWords } from '#web/search/details-words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { useAsking } from './asking.tsx'
import { wordsFor } from './quote-phrases.ts'

/** What the owner has to do about requests: open the link, or ask again with the change. */
export function AskedNotes({ page }: { page: QuotesPage }) {
  const asking = useAsking()
  const t = wordsFor(page.search)
  if (!asking) return null
  const { confirm, earlier } = asking.own
  return (
    <>
      {confirm && <OneStepLeft email={confirm.email} page={page} />}
      {earlier.length > 0 && (
        <Note kind="info">
          <div className="row g8 wrapx between">
            <span>{t('quotes.asked', { n: earlier.length })}</span>
            <Button kind="secondary" size="small" loading={asking.busy} onClick={asking.askAgain}>{t('quotes.asked.again')}</Button>
          </div>
        </Note>
      )}
      <Ended page={page} />
    </>
  )
}

/** Requests that came to nothing by the other side or the clock; what the customer ended is not told to them. */
function Ended({ page }: { page: QuotesPage }) {
  const asking = useAsking()
  const t = wordsFor(page.search)
  const ended = (asking?.own.requests ?? []).flatMap((request) => {
    const { name } = request.provider
    const said = request.note
    if (request.state === 'declined' || request.state === 'expired') return [{ id: request.id, line: t(`request.${request.state}`, { name }), said }]
    const state = request.offer?.state
    return !request.open && (state === 'expired' || state === 'withdrawn') ? [{ id: request.id, line: t(`offer.${state}`, { name }), said }] : []
  })
  if (ended.length === 0) return null
  return (
    <section className="small stack s4" aria-label={t('quotes.ended')}>
      {ended.map(({ id, line, said }) => <p key={id}><b className="b">{line}</b>{said && ` ${said}`}</p>)}
    </section>
  )
}

function OneStepLeft({ email, page }: { email: string; page: QuotesPage }) {
  const asking = useAsking()
  const t = reader(detailsWords, page.search.countryCode)
  const enter = useEnter()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const byCode = async (code: string) => {
    setBusy(true)
    setError(null)
    try {
      const answer = await browserApi().requests.confirmCode({ email, code }, { auth: false })
      enter(answer, { path: answer.path })
    } catch (fault) {
      setError(fault instanceof ApiError ? (fault.errors[0]?.message ?? fault.message) : new ApiError(0, {}).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="cardx stack s12 one-step" aria-labelledby="one-step">
      <h2 className="d3" id="one-step">{t('details.confirm.title')}</h2>
      <p>{t('details.confirm.text', { email })}</p>
      <form
        className="row g8 wrapx end-aligned" noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void byCode(String(new FormData(event.currentTarget).get('code') ?? ''))
        }}
      >
        <TextField label={t('details.confirm.code')} name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={9} error={error} required />
        <Button type="submit" loading={busy}>{t('details.confirm.act')}</Button>
      </form>
      <div className="row g16 wrapx">
        <button type="button" className="link tap" onClick={asking?.sendLink}>{t('details.confirm.resend')}</button>
        <button type="button" className="link tap" onClick={asking?.changeAddress}>{t('details.confirm.change')}</button>
      </div>
    </section>
  )
}
