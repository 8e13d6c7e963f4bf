import { useState } from 'react'
import type { Visit } from '#contract/bookings/own-clients.ts'
import { money } from '#contract/format.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { useClientWords } from './use-client-words.ts'

interface VisitListProps {
  visits: readonly Visit[]
  firstName: string
  onChange: (visit: Visit) => void
  onDone: () => void
}

const looks = { ahead: 'info', past: 'plain', cancelled: 'disabled' } as const

/** Every day with a client, the latest first: own appointments are changed here, bookings have a page of their own. */
export function VisitList({ visits, onChange, onDone }: VisitListProps) {
  const { t, moment } = useClientWords()
  const [forgetting, setForgetting] = useState<Visit | null>(null)
  const { isDoing, run } = useAct({ toasts: true })
  const copy = async (link: string) => {
    await navigator.clipboard.writeText(link)
    toast('success', t('client.copied'))
  }
  const callOff = async ({ id, appointment }: Visit) => {
    if (!appointment) return
    const done = await run(
      () => browserApi().ownClients.alter({ ...appointment, appointmentId: id, cancelled: true }),
      { as: id },
    )
    if (!done) return
    toast('success', t('own.cancelled'))
    onDone()
  }
  const forget = async (visit: Visit) => {
    setForgetting(null)
    if (!(await run(() => browserApi().ownClients.forget({ appointmentId: visit.id }), { as: visit.id }))) return
    toast('success', t('own.forgotten'))
    onDone()
  }
  if (visits.length === 0) return <p className="muted">{t('client.history.none')}</p>
  return (
    <>
      <ul className={moneyListStyles.moneyList}>
        {visits.map((visit) => (
          <li key={visit.id}>
            <div className="stack gap-4 can-shrink">
              <span className="row gap-8 wrapping">
                <b className="bold">{moment(visit)}</b>
                <Badge look={looks[visit.state]}>
                  {t(
                    visit.appointment?.answered && visit.state === 'ahead'
                      ? 'own.agreed'
                      : `client.state.${visit.state}`,
                  )}
                </Badge>
              </span>
              <span className="small muted">
                {[visit.what, visit.place, visit.price === null ? null : money(visit.price, visit.currency)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {visit.note && <span className="small">{visit.note}</span>}
            </div>
            <div className="row gap-8 wrapping">
              {visit.link && (
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={t('own.link.copy.of', { day: moment(visit) })}
                  onClick={() => copy(visit.link as string)}>
                  {t('own.link.copy')}
                </Button>
              )}
              {visit.own ? (
                <>
                  <Button
                    kind="secondary"
                    size="small"
                    aria-label={t('client.visit.change.label', { day: moment(visit) })}
                    onClick={() => onChange(visit)}>
                    {t('client.visit.change')}
                  </Button>
                  {visit.state === 'ahead' ? (
                    <Button
                      kind="secondary"
                      size="small"
                      loading={isDoing(visit.id)}
                      aria-label={t('own.cancel.label', { day: moment(visit) })}
                      onClick={() => callOff(visit)}>
                      {t('own.cancel')}
                    </Button>
                  ) : (
                    <Button
                      kind="quiet"
                      size="small"
                      loading={isDoing(visit.id)}
                      aria-label={t('own.forget.label', { day: moment(visit) })}
                      onClick={() => setForgetting(visit)}>
                      {t('own.forget')}
                    </Button>
                  )}
                </>
              ) : (
                <ButtonLink
                  kind="secondary"
                  size="small"
                  aria-label={t('client.visit.open.label', { day: moment(visit) })}
                  to={`/dashboard/appointments/${visit.id}`}>
                  {t('client.visit.open')}
                </ButtonLink>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Confirm
        open={forgetting !== null}
        title={t('own.forget.title')}
        act={t('own.forget')}
        wayOut={t('client.back')}
        danger
        onAct={() => forgetting && forget(forgetting)}
        onClose={() => setForgetting(null)}>
        {t('own.forget.text')}
      </Confirm>
    </>
  )
}
