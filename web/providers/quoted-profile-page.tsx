import { useEffect } from 'react'
import { data, Form, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatDistance, formatDuration, formatMoney } from '#contract/format.ts'
import type { PriceLine } from '#contract/search/quotes.ts'
import { lowercaseFirst, formatServiceLabel } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { createHead } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { setProviderProfile } from '#web/platform/store/slices.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { AddOnPicker, chooseAction } from '#web/search/add-ons/add-on-picker.tsx'
import { canBeAsked } from '#web/search/asking/can-be-asked.ts'
import { CopyLink } from '#web/search/copy-link.tsx'
import {
  formatPlanClock,
  formatQuoteDay,
  countSearchPeople,
  formatReadyBy,
  formatReason,
} from '#web/search/quotes/quote-phrases.ts'
import { useOwnSearch } from '#web/search/quotes/use-own-search.ts'
import { SearchHeader } from '#web/search/form/search-header.tsx'
import { WaitCard } from '#web/search/waiting/wait-card.tsx'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { Header } from '#web/shell/header.tsx'
import { getPublicUrl, type PageFrame } from '#web/shell/site.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { RunSheet } from '#web/ui/run-sheet.tsx'
import { ZoneNote } from '#web/search/quotes/zone-note.tsx'
import { getFirstName } from './first-name.ts'
import { TrialLine, trialLineMessages } from '#web/providers/selling/trial-line.tsx'
import { planMessages } from './plan-messages.ts'
import { PolicySection, formatPolicy } from './policy-terms.tsx'
import { LockedPrice, lockText, formatPeople, ReadyNote } from './price-card.tsx'
import { ProfileView } from './profile-view.tsx'
import { profileMessages } from './messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { pageMessages } from '#web/platform/page-messages.ts'
import styles from './quoted-profile-page.module.css'
import priceTotalStyles from '#web/ui/price-total.module.css'
import { BackLink } from '#web/ui/titled-page.tsx'
import profileStyles from './profile.module.css'

export const handle: PageFrame = { header: 'none' }

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Primp' }]
  const { profile } = loaderData
  const t = createTranslator(profileMessages, profile.countryCode)
  const title = t('profile.meta.title', {
    name: profile.name,
    skills:
      profile.skills
        .slice(0, 2)
        .map((skill) => skill.label.toLowerCase())
        .join(' and ') || 'makeup and hair',
    area: profile.area,
  })
  return [
    ...createHead({ title, publicUrl: getPublicUrl(matches), noindex: true }),
    { tagName: 'link', rel: 'canonical', href: `${getPublicUrl(matches)}/@/${profile.slug}` },
  ]
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const api = serverApi(context)
  const { quoteId, profileId } = params as { quoteId: string; profileId: string }
  const asked = new URL(request.url).searchParams.get('type')
  try {
    const [quoted, profile, testimonials, { reviews: outside }, form] = await Promise.all([
      api.quotes.provider({ quoteId, profileId, type: asked === 'studio' || asked === 'mobile' ? asked : undefined }),
      api.providers.profile({ profileId }),
      api.providers.testimonials({ profileId }),
      api.outsideReviews.listByProfile({ profileId }),
      api.search.formSettingsOfSearch({ searchId: quoteId }),
    ])
    return {
      quoted,
      profile,
      testimonials,
      outside,
      formSettings: form.formSettings,
      countryCode: profile.countryCode,
      now: Date.now(),
    }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw data(null, { status: 404 })
    throw error
  }
}

export const action = chooseAction

export default function QuotedProfile() {
  const { quoted, profile, testimonials, outside, formSettings, now } = useLoaderData<typeof loader>()
  const { card, locked, search } = quoted
  useOwnSearch(search)
  const store = useClientStore()
  useEffect(() => {
    updateSlice(store, 'providerProfiles', setProviderProfile, `${search.id}/${card.slug}`, {
      offer: card.status === null ? null : { status: card.status },
    })
  }, [store, search.id, card.slug, card.status])
  const country = profile.countryCode
  const t = createTranslator(profileMessages, country)
  const p = createTranslator(planMessages, country)
  const people = countSearchPeople(search)
  const readyBy = formatReadyBy(search)
  const type = card.location.mobileOrStudio
  const book =
    card.status === 'offered'
      ? `/book/${search.id}/@/${profile.slug}?type=${type}`
      : `/quotes/${search.id}?type=${type}${canBeAsked(card) ? `&ask=${card.slug}` : ''}`
  const fits = card.reason === 'fits'
  const action = t(card.status === 'offered' ? 'profile.book' : canBeAsked(card) ? 'profile.request' : 'profile.quotes')
  const { timeZone } = search.appointmentSpot
  const plan = locked?.plan ?? null
  const inQuote = new Set(locked?.lines.flatMap(({ parts }) => parts.map(({ serviceId }) => serviceId)))
  const trials = profile.services.filter(({ id, trial }) => trial && inQuote.has(id))
  const team = profile.artists.slice(1).map((artist) => artist.name)
  return (
    <>
      <SearchHeader search={search} settings={formSettings} />
      <ProfileView
        profile={profile}
        testimonials={testimonials}
        outside={outside}
        where={
          type === 'mobile'
            ? t('profile.away', { area: card.location.area, distance: formatDistance(card.distance.metres, country) })
            : t('profile.fact.studio', { area: card.location.area })
        }
        badges={card.status && <StatusBadge status={card.status} />}
        ready={
          readyBy && plan
            ? {
                title: t('profile.fact.ready', { time: readyBy }),
                text: team.length ? t('profile.team.with', { names: team.join(' and ') }) : t('profile.alone'),
              }
            : undefined
        }
        top={
          <div className="row space-between wrapping">
            <BackLink to={`/quotes/${search.id}?type=${type}`} label={t('profile.back')} />
            <CopyLink label={t('profile.share')} />
          </div>
        }
        services={
          locked && (
            <>
              <section className="stack gap-12" aria-labelledby="in-quote">
                <h2 className="heading-3" id="in-quote">
                  {t('profile.inQuote')}
                </h2>
                <div className={joinClasses('card', priceTotalStyles.quoteLines)}>
                  {locked.lines
                    .filter(({ kind }) => kind === 'look' || kind === 'addOn')
                    .map((line) => (
                      <LookRow key={line.label + line.people?.[0]} line={line} currency={locked.currency} />
                    ))}
                </div>
              </section>
              {trials.length > 0 && (
                <section className="stack gap-4" aria-labelledby="before-day">
                  <h2 className="heading-3" id="before-day">
                    {formatMessage(trialLineMessages['profile.trial.title'])}
                  </h2>
                  {trials.map(({ id, title, label, trial }) => (
                    <div key={id}>
                      <b className="bold">{formatServiceLabel(title, label)}</b>
                      {trial && <TrialLine trial={trial} currency={profile.currency} />}
                    </div>
                  ))}
                </section>
              )}
              {quoted.addOns && <AddOnPicker search={search} locked={locked} offered={quoted.addOns} />}
            </>
          )
        }
        plan={
          plan && (
            <section className="stack gap-12" aria-labelledby="plan">
              <h2 className="heading-3" id="plan">
                {t('profile.day')}
              </h2>
              <p>
                {type === 'studio'
                  ? p('plan.studio', {
                      start: formatPlanClock(plan.startAt, search),
                      done: formatPlanClock(plan.doneAt, search),
                    })
                  : p('plan.long', {
                      firstName: getFirstName(profile.name),
                      arrive: formatPlanClock(plan.arriveAt, search),
                      start: formatPlanClock(plan.startAt, search),
                      done: formatPlanClock(plan.doneAt, search),
                    })}
                {plan.clocksChange && ` ${p('plan.dst')}`}
              </p>
              <ZoneNote
                timeZone={search.appointmentSpot.timeZone}
                day={search.appointmentSpot.eventDate}
                country={search.countryCode}
              />
              <div className="card pad-24">
                <RunSheet
                  plan={plan}
                  words={{
                    setUp: p('plan.setup'),
                    person: (n) => formatMessage(pageMessages['word.person'], { n }),
                    ready: p('plan.ready'),
                    label: p('plan.sheet'),
                    spare: (n) => p('plan.spare', { n }),
                    wait: (wait) => p('plan.wait', wait),
                  }}
                />
              </div>
            </section>
          )
        }
        policy={
          locked && <PolicySection terms={locked.policy} name={profile.name} country={country} timeZone={timeZone} />
        }
        aside={
          <div className={joinClasses('card pad-24 stack', priceTotalStyles.priceCard)}>
            {locked ? (
              <>
                <div className="row space-between wrapping align-top">
                  <div>
                    <span className={joinClasses('number', priceTotalStyles.priceTotal)}>
                      {formatMoney(locked.total, locked.currency)}
                    </span>
                    <p className="small muted">{formatPeople(people)}</p>
                  </div>
                  {card.status && <StatusBadge status={card.status} />}
                </div>
                <ReadyNote
                  locked={locked}
                  readyBy={readyBy}
                  day={formatQuoteDay(search)}
                  artists={profile.artists.map((artist) => artist.name)}
                />
                <LockedPrice locked={locked} people={people} name={profile.name} country={country} />
                {search.mine ? (
                  <ButtonLink size="large" full to={book}>
                    {action}
                  </ButtonLink>
                ) : (
                  // Copies the search for the visitor and comes back to this artist.
                  <Form method="post" action="/search">
                    <input type="hidden" name="from" value={search.id} />
                    <input type="hidden" name="profile" value={profile.slug} />
                    <Button type="submit" size="large" full>
                      {t('profile.continue', { firstName: profile.name.split(' ')[0] ?? profile.name })}
                    </Button>
                  </Form>
                )}
                <p className={joinClasses('small muted', profileStyles.centred)}>
                  {formatPolicy({ terms: locked.policy, country, timeZone }, now)}
                </p>
                <p className={joinClasses('micro hint', profileStyles.centred)}>
                  {lockText(locked, timeZone, country)}
                </p>
              </>
            ) : (
              <>
                {card.status && <StatusBadge status={card.status} />}
                <p>{fits ? p('plan.noTime', { duration: formatDuration(60) }) : formatReason(card, search)}</p>
                {card.reason === 'booked' && search.mine && (
                  <WaitCard card={card} search={search} type={type} country={country} email={quoted.details?.email} />
                )}
                <ButtonLink kind="secondary" full to={`/quotes/${search.id}?stage=date`}>
                  {t('profile.otherDate')}
                </ButtonLink>
              </>
            )}
          </div>
        }
      />
      {locked && search.mine && (
        <aside className="phone-foot" aria-label={t('profile.price.booking')}>
          <div>
            <span className="number">{formatMoney(locked.total, locked.currency)}</span>
            <div className="micro muted">
              {readyBy ? t('profile.readyBy', { time: readyBy }) : formatPeople(people)}
            </div>
          </div>
          <ButtonLink size="large" to={book}>
            {action}
          </ButtonLink>
        </aside>
      )}
    </>
  )
}

function LookRow({ line, currency }: { line: PriceLine; currency: string }) {
  const [from, to] = line.people ?? [1, line.count]
  const minutes =
    line.minutes === null || line.minutes === 0
      ? ''
      : `, ${formatDuration(line.minutes)}${line.count > 1 ? formatMessage(profileMessages['profile.each']) : ''}`
  return (
    <div className={profileStyles.serviceRow}>
      <span className={joinClasses(styles.swatch, profileStyles.swatch)} aria-hidden="true" />
      <div className="grow">
        <b className="bold">
          {from === to
            ? formatMessage(pageMessages['word.person'], { n: from })
            : formatMessage(pageMessages['word.people'], { from, to })}
        </b>
        <div className="small muted">{`${line.kind === 'addOn' ? line.label : line.parts.map(({ label }, nth) => (nth ? lowercaseFirst(label) : label)).join(', ')}${minutes}`}</div>
      </div>
      <span className="bold tabular">{formatMoney(line.amount, currency)}</span>
    </div>
  )
}

export function ErrorBoundary() {
  return (
    <>
      <Header />
      <ErrorPage />
    </>
  )
}
