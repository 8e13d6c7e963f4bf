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
import { SeriesScope } from './appointment-form.tsx'
import { useClientWords } from './use-client-words.ts'

interface VisitListProps {
  visits: readonly Visit[]
  firstName: string
  onChange: (visit: Visit) => void
  onDone: () => void
}

const looks = { ahead: 'info', past: 'plain', cancelled: 'disabled' } as const

/** All visits of a client, the latest first. Own appointments are changed here; bookings have a page of their own. */
export function VisitList({ visits, onChange, onDone }: VisitListProps) {
  const { t, moment } = useClientWords()
  const [asking, setAsking] = useState<{ visit: Visit; act: 'cancel' | 'remove' } | null>(null)
  const [scope, setScope] = useState<'one' | 'following'>('one')
  const { isDoing, run } = useAct({ toasts: true })
  const ask = (visit: Visit, act: 'cancel' | 'remove') => {
    setScope('one')
    // Only a series has a question: a single appointment can be entered again.
    if (act === 'cancel' && !visit.appointment?.repeat) cancel(visit)
    else setAsking({ visit, act })
  }
  const copy = async (link: string) => {
    await navigator.clipboard.writeText(link)
    toast('success', t('client.copied'))
  }
  const cancel = async ({ id, appointment }: Visit) => {
    setAsking(null)
    if (!appointment) return
    const done = await run(
      () => browserApi().ownClients.alter({ ...appointment, appointmentId: id, cancelled: true, scope }),
      { as: id },
    )
    if (!done) return
    toast('success', t('own.cancelled'))
    onDone()
  }
  const remove = async (visit: Visit) => {
    setAsking(null)
    if (!(await run(() => browserApi().ownClients.forget({ appointmentId: visit.id, scope }), { as: visit.id }))) return
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
                      onClick={() => ask(visit, 'cancel')}>
                      {t('own.cancel')}
                    </Button>
                  ) : (
                    <Button
                      kind="quiet"
                      size="small"
                      loading={isDoing(visit.id)}
                      aria-label={t('own.forget.label', { day: moment(visit) })}
                      onClick={() => ask(visit, 'remove')}>
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
        open={asking !== null}
        title={t(asking?.act === 'cancel' ? 'own.cancel.title' : 'own.forget.title')}
        act={t(asking?.act === 'cancel' ? 'own.cancel' : 'own.forget')}
        wayOut={t('client.back')}
        danger
        onAct={() => asking && (asking.act === 'cancel' ? cancel : remove)(asking.visit)}
        onClose={() => setAsking(null)}>
        {t(asking?.act === 'cancel' ? 'own.cancel.text' : 'own.forget.text')}
        {asking?.visit.appointment?.repeat && <SeriesScope scope={scope} onChange={setScope} />}
      </Confirm>
    </>
  )
}
