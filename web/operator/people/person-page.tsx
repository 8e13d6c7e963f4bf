import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { Duty } from '#contract/accounts/duties.ts'
import { formatNumber } from '#contract/format.ts'
import type { Person } from '#contract/operator/people.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
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
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { Note } from '#web/ui/note.tsx'
import { ContactCard } from './contact-card.tsx'
import { FoldedCard } from '#web/ui/titled-page.tsx'
import { HubTalks, listHubFacts, describeEnds } from './hub.tsx'

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
  const { person, ends, devices, signIns, searches, providerId, hold, hub, hasSecondFactor, story } =
    useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const [path, setPath] = useState<string | null>(null)
  const { name, id: accountId } = person
  const api = browserApi().operatorPeople
  const operator = person.roles.includes('operator')

  const acts = {
    loginAs: (): Confirmation => ({
      title: t('operator.confirm.loginAs.title', { name }),
      text: t('operator.confirm.loginAs.text', { name }),
      act: t('operator.confirm.loginAs.act', { name }),
      run: async (reason) => setPath((await api.loginAs({ accountId, reason })).path),
    }),
    suspend: (): Confirmation => ({
      title: t('operator.confirm.suspend.title', { name }),
      text: t('operator.confirm.suspend.text'),
      warning: describeEnds(ends),
      act: t('operator.suspend'),
      danger: true,
      run: (reason) => api.suspend({ accountId, reason }),
    }),
    restore: (): Confirmation => ({
      title: t('operator.confirm.restore.title', { name }),
      text: t('operator.confirm.restore.text'),
      act: t('operator.restore'),
      run: (reason) => api.restore({ accountId, reason }),
    }),
    hold: (): Confirmation => ({
      title: c(hold ? 'operator.hold.end.title' : 'operator.hold.start.title', { name }),
      text: c(hold ? 'operator.hold.end.text' : 'operator.hold.text'),
      act: c(hold ? 'operator.hold.end' : 'operator.hold.start'),
      run: (reason) => api.setHold({ accountId, on: !hold, reason }),
    }),
    sessions: (): Confirmation => ({
      title: t('operator.confirm.sessions.title', { name }),
      text: t('operator.confirm.sessions.text'),
      act: t('operator.endSessions'),
      run: (reason) => api.endSessions({ accountId, reason }),
    }),
  }
  return (
    <ConsoleFrame
      title={name}
      back={{ to: '/operator/people', label: t('operator.people') }}
      text={`${person.email} (${t(person.verified ? 'operator.person.verified' : 'operator.person.unverified')})`}
      acts={
        <>
          {person.sample && <Badge look="outline">{t('operator.sample.mark')}</Badge>}
          <Button kind="secondary" onClick={() => confirm(acts.sessions())}>
            {t('operator.endSessions')}
          </Button>
          {!operator && !person.suspendedAt && (
            <Button kind="secondary" onClick={() => confirm(acts.loginAs())}>
              {t('operator.loginAs', { name: name.split(' ')[0] ?? name })}
            </Button>
          )}
          {person.suspendedAt ? (
            <Button onClick={() => confirm(acts.restore())}>{t('operator.restore')}</Button>
          ) : (
            <Button kind="danger" onClick={() => confirm(acts.suspend())}>
              {t('operator.suspend')}
            </Button>
          )}
        </>
      }>
      {path && (
        <Note kind="info">
          {t('operator.loginAs.ready')} <a href={path}>{t('operator.loginAs.open')}</a>
        </Note>
      )}
      {person.suspendedAt && (
        <Note kind="warning">
          {t('operator.person.suspended')}, {formatOperatorMoment(person.suspendedAt)}: {person.suspendedReason}
        </Note>
      )}
      <FactStrip
        facts={[
          { label: t('operator.person.mobile'), value: person.mobile ?? t('operator.none') },
          {
            label: t('operator.person.roles'),
            value: person.roles.map((role) => t(`operator.role.${role}`)).join(', '),
          },
          { label: t('operator.person.joined'), value: formatDayOf(person.createdAt) },
          { label: t('operator.person.searches'), value: formatNumber(searches) },
          {
            label: t('operator.person.profile'),
            value: person.profile ?? t('operator.none'),
            to: providerId && `/operator/providers/${providerId}`,
          },
          ...listHubFacts(hub, { accountId }),
        ]}
      />
      <div className="two-columns">
        <div className="stack">
          <HubTalks hub={hub} of={{ accountId }} />
          <FoldedCard
            title={t('operator.person.devices')}
            note={
              devices.length === 0
                ? t('operator.person.devices.none')
                : t('operator.person.devices.count', { n: devices.length })
            }>
            {devices.length > 0 && (
              <ul className={consoleStyles.lines}>
                {devices.map((device, i) => (
                  <li key={i} className="row space-between wrapping">
                    <span>
                      {device.device || t('operator.none')}
                      {device.network && <span className="small muted"> {device.network}</span>}
                    </span>
                    <span className="small muted">{formatOperatorMoment(device.lastSeenAt)}</span>
                  </li>
                ))}
              </ul>
            )}
          </FoldedCard>
          <FoldedCard
            title={t('operator.person.signIns')}
            note={
              signIns[0]
                ? t('operator.person.signIns.last', { moment: formatOperatorMoment(signIns[0].at) })
                : t('operator.person.signIns.none')
            }>
            {signIns.length > 0 && (
              <ul className={consoleStyles.lines}>
                {signIns.map((signIn, i) => (
                  <li key={i} className="row space-between wrapping">
                    <span>
                      {t(`operator.how.${signIn.how as How}`)}
                      {!signIn.succeeded && `, ${t('operator.person.failed')}`}
                      {signIn.actor && `, ${t('operator.person.actor', { name: signIn.actor })}`}
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
          </FoldedCard>
          <StoryCard of={{ accountId }} story={story} />
        </div>
        <div className="stack">
          <ContactCard person={person} hasSecondFactor={hasSecondFactor} confirm={confirm} />
          <MarksCard of={{ accountId }} marks={story.marks} />
          <PersonDuties key={person.duties.join()} person={person} confirm={confirm} />
          <FoldedCard
            title={c('operator.hold')}
            note={hold ? c('operator.hold.is', { name: hold.by }) : c('operator.hold.none')}
            open={hold !== null}>
            <p className="small muted">{c('operator.hold.text')}</p>
            {hold && (
              <Note kind="warning">
                {c('operator.hold.since', {
                  moment: formatOperatorMoment(hold.since),
                  name: hold.by,
                  reason: hold.reason,
                })}
              </Note>
            )}
            <div className="row gap-8 wrapping">
              <Button kind="secondary" onClick={() => confirm(acts.hold())}>
                {c(hold ? 'operator.hold.end' : 'operator.hold.start')}
              </Button>
              <ButtonLink kind="quiet" to={`/operator/access?accountId=${accountId}`}>
                {c('operator.access.person')}
              </ButtonLink>
            </div>
          </FoldedCard>
        </div>
      </div>
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
      title: tControl('operator.duties.confirm', { name: person.name }),
      text: tControl(more ? 'operator.duties.confirm.more' : 'operator.duties.confirm.less'),
      act: tControl('operator.duties.save'),
      danger: !more,
      run: (reason) => browserApi().operatorPeople.setRoles({ accountId: person.id, duties: [...chosen], reason }),
    })
  return (
    <FoldedCard
      title={tControl('operator.duties')}
      note={
        person.duties.length > 0
          ? tControl('operator.duties.count', { n: person.duties.length })
          : tControl('operator.duties.none')
      }>
      <p className="small muted">{tControl('operator.duties.text')}</p>
      <fieldset className="stack gap-8">
        <legend className="visually-hidden">{tControl('operator.duties')}</legend>
        {Duty.options.map((duty) => (
          <Checkbox
            key={duty}
            name={duty}
            checked={chosen.includes(duty)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, duty] : chosen.filter((each) => each !== duty))
            }>
            {tControl(`operator.duty.${duty}`)}
          </Checkbox>
        ))}
      </fieldset>
      <div>
        <Button kind="secondary" disabled={same} onClick={save}>
          {tControl('operator.duties.save')}
        </Button>
      </div>
    </FoldedCard>
  )
}
