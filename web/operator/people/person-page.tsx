import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { Duty } from '#contract/accounts/duties.ts'
import type { Person } from '#contract/operator/people.ts'
import { createTranslator } from '#contract/words.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { controlMessages } from '#web/operator/control-messages.ts'
import { MarksCard } from '#web/operator/story/marks-card.tsx'
import { loadStory, StoryCard } from '#web/operator/story/story-card.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatDayOf, formatOperatorMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { HubTalks, HubTiles, appendEnds } from './hub.tsx'

const t = createTranslator(operatorMessages)
const c = createTranslator(controlMessages)
type How = 'password' | 'register' | 'magic_link' | 'provider_link' | 'code' | 'reset' | 'passkey' | 'login_as'

export const clientLoader = requireSession(async ({ params, request }) => {
  const of = { accountId: params.accountId ?? '' }
  const [shown, story] = await Promise.all([browserApi().operatorPeople.person(of), loadStory(of, request)])
  return { ...shown, story }
})

export const HydrateFallback = Undetermined

export default function PersonPage() {
  const { person, ends, devices, signIns, searches, providerId, hold, hub, story } =
    useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const [path, setPath] = useState<string | null>(null)
  const { name, id: accountId } = person
  const api = browserApi().operatorPeople
  const operator = person.roles.includes('operator')

  const acts = {
    loginAs: (): Confirmation => ({
      title: t('op.confirm.loginAs.title', { name }),
      text: t('op.confirm.loginAs.text', { name }),
      act: t('op.confirm.loginAs.act', { name }),
      run: async (reason) => setPath((await api.loginAs({ accountId, reason })).path),
    }),
    suspend: (): Confirmation => ({
      title: t('op.confirm.suspend.title', { name }),
      text: appendEnds(t('op.confirm.suspend.text'), ends),
      act: t('op.suspend'),
      danger: true,
      run: (reason) => api.suspend({ accountId, reason }),
    }),
    restore: (): Confirmation => ({
      title: t('op.confirm.restore.title', { name }),
      text: t('op.confirm.restore.text'),
      act: t('op.restore'),
      run: (reason) => api.restore({ accountId, reason }),
    }),
    hold: (): Confirmation => ({
      title: c(hold ? 'op.hold.end.title' : 'op.hold.start.title', { name }),
      text: c(hold ? 'op.hold.end.text' : 'op.hold.text'),
      act: c(hold ? 'op.hold.end' : 'op.hold.start'),
      run: (reason) => api.setHold({ accountId, on: !hold, reason }),
    }),
    sessions: (): Confirmation => ({
      title: t('op.confirm.sessions.title', { name }),
      text: t('op.confirm.sessions.text'),
      act: t('op.endSessions'),
      run: (reason) => api.endSessions({ accountId, reason }),
    }),
  }
  return (
    <ConsoleFrame
      title={name}
      text={person.email}
      acts={
        <>
          {!operator && !person.suspendedAt && (
            <Button kind="secondary" onClick={() => confirm(acts.loginAs())}>
              {t('op.loginAs', { name: name.split(' ')[0] ?? name })}
            </Button>
          )}
          {person.suspendedAt ? (
            <Button onClick={() => confirm(acts.restore())}>{t('op.restore')}</Button>
          ) : (
            <Button kind="danger" onClick={() => confirm(acts.suspend())}>
              {t('op.suspend')}
            </Button>
          )}
        </>
      }>
      {path && (
        <Note kind="info">
          {t('op.loginAs.ready')} <a href={path}>{t('op.loginAs.open')}</a>
        </Note>
      )}
      {person.suspendedAt && (
        <Note kind="warning">
          {t('op.person.suspended')}, {formatOperatorMoment(person.suspendedAt)}: {person.suspendedReason}
        </Note>
      )}
      <HubTiles hub={hub} of={{ accountId }} />
      <div className="two-columns even">
        <div className="stack">
          <TitledCard
            title={t('op.case.account')}
            beside={person.sample ? <Badge look="outline">{t('op.sample.mark')}</Badge> : undefined}>
            <dl className={consoleStyles.facts}>
              <dt>{t('op.person.email')}</dt>
              <dd>
                {person.email} ({t(person.verified ? 'op.person.verified' : 'op.person.unverified')})
              </dd>
              <dt>{t('op.person.mobile')}</dt>
              <dd>{person.mobile ?? t('op.none')}</dd>
              <dt>{t('op.person.roles')}</dt>
              <dd>{person.roles.map((role) => t(`op.role.${role}`)).join(', ')}</dd>
              <dt>{t('op.person.joined')}</dt>
              <dd>{formatDayOf(person.createdAt)}</dd>
              <dt>{t('op.person.searches')}</dt>
              <dd>{searches}</dd>
              <dt>{t('op.person.profile')}</dt>
              <dd>
                {providerId ? <Link to={`/operator/providers/${providerId}`}>{person.profile}</Link> : t('op.none')}
              </dd>
            </dl>
            <div className="row gap-8 wrapping">
              <Button kind="secondary" onClick={() => confirm(acts.sessions())}>
                {t('op.endSessions')}
              </Button>
            </div>
          </TitledCard>
          <TitledCard title={t('op.person.devices')}>
            {devices.length === 0 ? (
              <p className="muted">{t('op.person.devices.none')}</p>
            ) : (
              <ul className={consoleStyles.lines}>
                {devices.map((device, i) => (
                  <li key={i} className="row space-between wrapping">
                    <span>
                      {device.device || t('op.none')}
                      {device.network && <span className="small muted"> {device.network}</span>}
                    </span>
                    <span className="small muted">{formatOperatorMoment(device.lastSeenAt)}</span>
                  </li>
                ))}
              </ul>
            )}
          </TitledCard>
          <TitledCard title={t('op.person.signIns')}>
            {signIns.length === 0 ? (
              <p className="muted">{t('op.person.signIns.none')}</p>
            ) : (
              <ul className={consoleStyles.lines}>
                {signIns.map((signIn, i) => (
                  <li key={i} className="row space-between wrapping">
                    <span>
                      {t(`op.how.${signIn.how as How}`)}
                      {!signIn.succeeded && `, ${t('op.person.failed')}`}
                      {signIn.actor && `, ${t('op.person.actor', { name: signIn.actor })}`}
                      {(signIn.device || signIn.network) && (
                        <span className="small muted">
                          {' '}
                          {[signIn.device, signIn.network].filter(Boolean).join(', ')}
                        </span>
                      )}
                    </span>
                    <span className="small muted">{formatOperatorMoment(signIn.at)}</span>
                  </li>
                ))}
              </ul>
            )}
          </TitledCard>
        </div>
        <div className="stack">
          <MarksCard of={{ accountId }} marks={story.marks} />
          <HubTalks hub={hub} of={{ accountId }} />
          <PersonDuties key={person.duties.join()} person={person} confirm={confirm} />
          <TitledCard title={c('op.hold')}>
            <p className="small muted">{c('op.hold.text')}</p>
            {hold && (
              <Note kind="warning">
                {c('op.hold.since', { moment: formatOperatorMoment(hold.since), name: hold.by, reason: hold.reason })}
              </Note>
            )}
            <div className="row gap-8 wrapping">
              <Button kind="secondary" onClick={() => confirm(acts.hold())}>
                {c(hold ? 'op.hold.end' : 'op.hold.start')}
              </Button>
              <ButtonLink kind="quiet" to={`/operator/access?accountId=${accountId}`}>
                {c('op.access.person')}
              </ButtonLink>
            </div>
          </TitledCard>
        </div>
      </div>
      <StoryCard of={{ accountId }} story={story} />
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError

const tControl = createTranslator(controlMessages)

function PersonDuties({ person, confirm }: { person: Person; confirm: (confirmation: Confirmation) => void }) {
  const [chosen, setChosen] = useState<readonly Duty[]>(person.duties)
  const more = chosen.some((duty) => !person.duties.includes(duty))
  const same = !more && chosen.length === person.duties.length
  const save = () =>
    confirm({
      title: tControl('op.duties.confirm', { name: person.name }),
      text: tControl(more ? 'op.duties.confirm.more' : 'op.duties.confirm.less'),
      act: tControl('op.duties.save'),
      danger: !more,
      run: (reason) => browserApi().operatorPeople.setRoles({ accountId: person.id, duties: [...chosen], reason }),
    })
  return (
    <TitledCard title={tControl('op.duties')}>
      <p className="small muted">{tControl('op.duties.text')}</p>
      <fieldset className="stack gap-8">
        <legend className="visually-hidden">{tControl('op.duties')}</legend>
        {Duty.options.map((duty) => (
          <Checkbox
            key={duty}
            name={duty}
            checked={chosen.includes(duty)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, duty] : chosen.filter((each) => each !== duty))
            }>
            {tControl(`op.duty.${duty}`)}
          </Checkbox>
        ))}
      </fieldset>
      <div>
        <Button kind="secondary" disabled={same} onClick={save}>
          {tControl('op.duties.save')}
        </Button>
      </div>
    </TitledCard>
  )
}
