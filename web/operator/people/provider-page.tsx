import { Link, useLoaderData } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { FoldedCard, TitledCard } from '#web/ui/titled-page.tsx'
import { loadStory, StoryCard } from '#web/operator/story/story-card.tsx'
import { MarksCard } from '#web/operator/story/marks-card.tsx'
import { HubTalks, listHubFacts, describeEnds } from './hub.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { formatDayOf, formatOperatorMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(operatorMessages)

export const clientLoader = requireSession(async ({ params, request }) => {
  const of = { providerId: params.providerId ?? '' }
  const shown = await browserApi().operatorPeople.provider(of)
  // Verification operators do not see the people behind profiles.
  return { ...shown, story: shown.hub && (await loadStory(of, request)) }
})

export const HydrateFallback = Undetermined

export default function ProviderOperatorPage() {
  const { provider, bio, ends, services, rounds, hub, story } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const api = browserApi().operatorPeople
  const { id: providerId, name } = provider
  const suspended = provider.state === 'suspended'
  const suspend = (): Confirmation =>
    suspended
      ? {
          title: t('operator.confirm.restore.title', { name }),
          text: t('operator.confirm.restoreProvider.text'),
          act: t('operator.restore'),
          run: (reason) => api.restoreProvider({ providerId, reason }),
        }
      : {
          title: t('operator.confirm.suspend.title', { name }),
          text: t('operator.confirm.suspendProvider.text'),
          warning: describeEnds(ends),
          act: t('operator.suspend'),
          danger: true,
          run: (reason) => api.suspendProvider({ providerId, reason }),
        }
  const feature = (): Confirmation => {
    if (provider.featured)
      return {
        title: t('operator.confirm.featureEnd.title', { name }),
        text: t('operator.confirm.featureEnd.text'),
        act: t('operator.featured.end'),
        run: (reason) => api.feature({ providerId, until: null, reason }),
      }
    let until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    return {
      title: t('operator.confirm.feature.title', { name }),
      text: t('operator.featured.note'),
      act: t('operator.featured', { name }),
      run: (reason) => api.feature({ providerId, until, reason }),
      fields: (
        <TextField
          label={t('operator.featured.day')}
          type="date"
          name="until"
          defaultValue={until}
          min={new Date().toISOString().slice(0, 10)}
          onChange={(event) => {
            until = event.target.value
          }}
        />
      ),
    }
  }
  return (
    <ConsoleFrame
      title={name}
      back={{ to: '/operator/providers', label: t('operator.providers') }}
      text={`${provider.area}, ${provider.city} ${provider.countryCode}`}
      acts={
        <>
          {['approved', 'paused'].includes(provider.state) && (
            <ButtonLink kind="secondary" to={`/@/${provider.slug}`}>
              {t('operator.provider.view')}
            </ButtonLink>
          )}
          <Button kind={suspended ? 'primary' : 'danger'} onClick={() => confirm(suspend())}>
            {t(suspended ? 'operator.restore' : 'operator.suspend')}
          </Button>
        </>
      }>
      <FactStrip
        facts={[
          { label: t('operator.provider.state'), value: t(`operator.state.${provider.state}`) },
          {
            label: t('operator.provider.rating'),
            value: (
              <Rating rating={provider.rating} reviews={provider.totalReviews} none={t('operator.provider.noRating')} />
            ),
          },
          { label: t('operator.provider.joined'), value: formatDayOf(provider.createdAt) },
          {
            label: t('operator.provider.person'),
            value: provider.accountId ? name : t('operator.none'),
            to: provider.accountId && `/operator/people/${provider.accountId}`,
          },
          ...(hub ? listHubFacts(hub, { providerId }) : []),
        ]}
      />
      <div className="two-columns">
        <div className="stack">
          <TitledCard
            title={t('operator.provider.name')}
            beside={provider.sample ? <Badge look="outline">{t('operator.sample.mark')}</Badge> : undefined}>
            <div className="row">
              <Avatar size={72} src={provider.profileImg.src} alt={provider.profileImg.alt} />
              <p className={consoleStyles.text}>{bio}</p>
            </div>
            <div className="row gap-8 wrapping">
              <Button kind="secondary" onClick={() => confirm(feature())}>
                {provider.featured ? t('operator.featured.end') : t('operator.featured', { name })}
              </Button>
              {provider.featuredUntil && (
                <span className="small muted">
                  {t('operator.featured.until', { date: formatDayOf(provider.featuredUntil) })}
                </span>
              )}
            </div>
            <p className="micro hint">{t('operator.featured.note')}</p>
            <p>
              <Link className="link" to={`/operator/fees?artist=${provider.slug}`}>
                {t('operator.provider.fees')}
              </Link>
            </p>
          </TitledCard>
          <FoldedCard
            title={t('operator.provider.services')}
            note={t('operator.provider.services.count', {
              n: services.filter(({ status }) => status === 'active').length,
            })}>
            <ul className={consoleStyles.lines}>
              {services.map((service) => (
                <li key={service.id} className="row space-between">
                  <span className={service.status === 'active' ? undefined : 'muted'}>{service.label}</span>
                  <span className="tabular">
                    {service.status === 'active' && service.cost !== null
                      ? formatMoney(service.cost, service.currency)
                      : t('operator.none')}
                  </span>
                </li>
              ))}
            </ul>
          </FoldedCard>
          {hub && <HubTalks hub={hub} of={{ providerId }} />}
          {story && <StoryCard of={{ providerId }} story={story} />}
        </div>
        <div className="stack">
          {story && <MarksCard of={{ providerId }} marks={story.marks} />}
          <FoldedCard
            title={t('operator.provider.rounds')}
            note={
              rounds.length === 0
                ? t('operator.provider.rounds.none')
                : t('operator.provider.rounds.count', { n: rounds.length })
            }>
            {rounds.length > 0 && (
              <ul className={consoleStyles.lines}>
                {rounds.map((round) => (
                  <li key={round.round}>
                    {t('operator.case.round', {
                      n: round.round,
                      decision: t(`operator.state.${(round.decision ?? 'submitted') as 'submitted'}`),
                    })}
                    <div className="small muted">
                      {[round.decidedBy, formatOperatorMoment(round.decidedAt ?? round.submittedAt), round.note]
                        .filter(Boolean)
                        .join(', ')}
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </FoldedCard>
        </div>
      </div>
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
