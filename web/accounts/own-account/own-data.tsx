import { useState } from 'react'
import type { AccountDetails } from '#contract/accounts/account.ts'
import { addEnds, formatEnds } from '#contract/accounts/ends-text.ts'
import { formatDate } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm, Popup } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { formatLocalMoment } from '#web/accounts/sessions/local-moment.ts'
import { accountPageMessages } from './account-page-messages.ts'

const t = createTranslator(accountPageMessages)

interface Props {
  own: AccountDetails
  still: boolean
  onKept: () => void
}

export function OwnData({ own, still, onKept }: Props) {
  return (
    <>
      <p className="muted">{t('customerDashboard.details.export.text')}</p>
      {still ? <p className="muted">{t('own.acting')}</p> : <Export own={own} onKept={onKept} />}
      <hr className="divider" />
      <div id="delete" className="stack">
        <h3 className="title">{t('customerDashboard.details.delete')}</h3>
        <p className="muted">{t('own.delete.text')}</p>
        {still ? <p className="muted">{t('own.acting')}</p> : <Leave own={own} />}
      </div>
    </>
  )
}

function Export({ own, onKept }: Omit<Props, 'still'>) {
  const { isPending, formError, run } = useForm()
  const make = async () => {
    if (!(await run(() => browserApi().account.exportMine({}), { name: 'make' }))) return
    showToast('success', t('own.export.done'))
    onKept()
  }
  const get = async (exportId: string) => {
    const done = await run(() => browserApi().account.readExport({ exportId }), { name: 'get' })
    if (!done) return
    const { fileName, content } = done.answer
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
    link.download = fileName
    link.click()
    URL.revokeObjectURL(link.href)
  }
  const { exported } = own
  return (
    <>
      {formError && <Note kind="error">{formError}</Note>}
      {exported && (
        <p>
          {t('own.export.ready', {
            dateTime: formatLocalMoment(exported.readyAt),
            until: formatLocalMoment(exported.expiresAt),
          })}
        </p>
      )}
      <div className="row gap-8 wrapping">
        {exported && (
          <Button loading={isPending('get')} onClick={() => get(exported.id)}>
            {t('own.export.get')}
          </Button>
        )}
        <Button kind={exported ? 'quiet' : 'secondary'} loading={isPending('make')} onClick={make}>
          {t(exported ? 'own.export.again' : 'own.export.ask')}
        </Button>
      </div>
    </>
  )
}

function Leave({ own }: Pick<Props, 'own'>) {
  const [state, setState] = useState<'idle' | 'asking' | 'sent'>('idle')
  const [bookedOn, setBookedOn] = useState<string | null>(null)
  const seeBooked = ({ detail, message }: ApiError) => {
    const { date: booked } = (detail ?? {}) as { date?: string }
    if (!booked) return message
    setBookedOn(booked)
    return null
  }
  const { pending, formError, run } = useForm({ refusals: { open_bookings: seeBooked } })
  const ends = useAnswer(state === 'asking' ? 'ends' : null, () => browserApi().account.ends({})).answer
  const ending = ends && formatEnds(addEnds(ends.asCustomer, ends.asArtist))
  const ask = async () => {
    setState('idle')
    if (await run(() => browserApi().account.requestDeletion({}))) setState('sent')
  }
  return (
    <>
      {formError && <Note kind="error">{formError}</Note>}
      {state === 'sent' && <Note kind="info">{t('own.delete.sent', { email: own.user.email })}</Note>}
      <div>
        <Button kind="danger" loading={pending} onClick={() => setState('asking')}>
          {t('customerDashboard.details.delete')}
        </Button>
      </div>
      <Confirm
        open={state === 'asking'}
        danger
        title={t('confirm.account.delete')}
        act={t('confirm.account.delete.act')}
        wayOut={t('confirm.account.delete.keep')}
        onAct={ask}
        onClose={() => setState((now) => (now === 'asking' ? 'idle' : now))}>
        {t('confirm.account.delete.text')} {ending && t('confirm.account.delete.ends', { ended: ending })}
      </Confirm>
      <Popup kind="error" open={bookedOn !== null} onClose={() => setBookedOn(null)}>
        {bookedOn && t('confirm.account.delete.blocked.text', { date: formatDate(bookedOn, own.country ?? 'GB') })}
      </Popup>
    </>
  )
}
