import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Device } from '#contract/accounts/account.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { formatLocalMoment } from '#web/accounts/sessions/local-moment.ts'
import { accountPageMessages } from './account-page-messages.ts'
import accountsStyles from '#web/accounts/accounts.module.css'

const t = createTranslator(accountPageMessages)

export function OwnDevices({
  devices,
  still,
  onKept,
}: {
  devices: readonly Device[]
  still: boolean
  onKept: () => void
}) {
  const { isPending, formError, run } = useForm()
  const [asking, setAsking] = useState<'others' | 'all' | null>(null)
  const navigate = useNavigate()
  const end = async (which: string, work: () => Promise<unknown>, done: string) => {
    if (!(await run(work, { name: which }))) return
    showToast('success', done)
    onKept()
  }
  const endOthers = () => {
    setAsking(null)
    void end('others', () => browserApi().account.endOtherSessions({}), t('own.devices.others.done'))
  }
  const endAll = async () => {
    setAsking(null)
    if (await run(() => browserApi().account.endAllSessions({}), { name: 'all', staysPending: true }))
      navigate('/logout')
  }
  return (
    <>
      {formError && <Note kind="error">{formError}</Note>}
      <ul className={accountsStyles.ownList}>
        {devices.map(({ id, device, network, lastSeen, current }) => {
          const name = device || t('own.devices.unknown')
          const Icon = /iPhone|Android/.test(device) ? Smartphone : Laptop
          return (
            <li key={id} className="row wrapping">
              <Icon className="icon" aria-hidden="true" />
              <div className="grow">
                <p className="bold">{name}</p>
                <p className="small muted">
                  {current ? t('own.devices.this') : t('own.devices.seen', { dateTime: formatLocalMoment(lastSeen) })}
                  {network && ` · ${t('own.devices.network', { network })}`}
                </p>
              </div>
              {!current && !still && (
                <Button
                  kind="quiet"
                  size="small"
                  loading={isPending(id)}
                  aria-label={t('own.devices.end.label', { device: name })}
                  onClick={() =>
                    end(
                      id,
                      () => browserApi().account.endSession({ sessionId: id }),
                      t('own.devices.ended', { device: name }),
                    )
                  }>
                  {t('own.devices.end')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {!still && (
        <div className="row wrapping">
          {devices.length > 1 && (
            <Button kind="secondary" loading={isPending('others')} onClick={() => setAsking('others')}>
              {t('own.devices.others')}
            </Button>
          )}
          <Button kind="secondary" loading={isPending('all')} onClick={() => setAsking('all')}>
            {t('own.devices.all')}
          </Button>
        </div>
      )}
      <Confirm
        open={asking === 'all'}
        title={t('confirm.sessions.all')}
        act={t('confirm.sessions.all.act')}
        wayOut={t('confirm.back')}
        onAct={endAll}
        onClose={() => setAsking(null)}>
        {t('confirm.sessions.all.text')}
      </Confirm>
      <Confirm
        open={asking === 'others'}
        title={t('confirm.sessions.end')}
        act={t('confirm.sessions.end.act')}
        wayOut={t('confirm.back')}
        onAct={endOthers}
        onClose={() => setAsking(null)}>
        {t('confirm.sessions.end.text')}
      </Confirm>
    </>
  )
}
