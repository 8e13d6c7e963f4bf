import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Device } from '#contract/accounts/account.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { hereAndNow } from '#web/accounts/sessions/here-and-now.ts'
import { ownWords } from './own-words.ts'
import accountsStyles from '#web/accounts/accounts.module.css'

const t = reader(ownWords)

/** Where the account is logged in: one device ended, or all others at once. */
export function OwnDevices({
  devices,
  still,
  onKept,
}: {
  devices: readonly Device[]
  still: boolean
  onKept: () => void
}) {
  const { isDoing, said, run } = useAct()
  const [asking, setAsking] = useState(false)
  const end = async (which: string, work: () => Promise<unknown>, done: string) => {
    if (!(await run(work, { as: which }))) return
    toast('success', done)
    onKept()
  }
  const endOthers = () => {
    setAsking(false)
    void end('others', () => browserApi().account.endOtherSessions({}), t('own.devices.others.done'))
  }
  return (
    <>
      {said && <Note kind="error">{said}</Note>}
      <ul className={accountsStyles.ownList}>
        {devices.map(({ id, device, lastSeen, current }) => {
          const name = device || t('own.devices.unknown')
          const Icon = /iPhone|Android/.test(device) ? Smartphone : Laptop
          return (
            <li key={id} className="row wrapping">
              <Icon className="icon" aria-hidden="true" />
              <div className="grow">
                <p className="bold">{name}</p>
                <p className="small muted">
                  {current ? t('own.devices.this') : t('own.devices.seen', { dateTime: hereAndNow(lastSeen) })}
                </p>
              </div>
              {!current && !still && (
                <Button
                  kind="quiet"
                  size="small"
                  loading={isDoing(id)}
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
      {devices.length > 1 && !still && (
        <div>
          <Button kind="secondary" loading={isDoing('others')} onClick={() => setAsking(true)}>
            {t('own.devices.others')}
          </Button>
        </div>
      )}
      <Confirm
        open={asking}
        title={t('confirm.sessions.end')}
        act={t('confirm.sessions.end.act')}
        wayOut={t('confirm.back')}
        onAct={endOthers}
        onClose={() => setAsking(false)}>
        {t('confirm.sessions.end.text')}
      </Confirm>
    </>
  )
}
