import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useRevalidator,
} from 'react-router'
import type { TeamBooking, TeamHold } from '#contract/checkout/team-holds.ts'
import { formatMoney } from '#contract/format.ts'
import type { TeamRequests } from '#contract/offers/team-requests.ts'
import type { ChosenTeam } from '#contract/search/team-up.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { useLive } from '#web/messaging/live.ts'
import { TeamTalk } from '#web/party/team-talk.tsx'
import { ApiError, fallbackWhenRefused } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { createStandingData } from '#web/platform/standing.ts'
import { localStore } from '#web/platform/storage.ts'
import { planMessages } from '#web/providers/plan-messages.ts'
import {
  formatEventPlace,
  formatPlanClock,
  formatQuoteDay,
  formatReadyBy,
  formatSearchPeople,
} from '#web/search/quotes/quote-phrases.ts'
import { formatTeamNames, teamMessages } from '#web/search/team-up/team-messages.ts'
import { TeamPlan } from '#web/search/team-up/team-plan.tsx'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { NotFound } from '#web/shell/pages/not-found.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { BackLink } from '#web/ui/titled-page.tsx'
import { applyBookings } from './apply-bookings.ts'
import { TeamAsking } from './team-asking.tsx'
import { TeamCheckout } from './team-checkout.tsx'
import teamPageStyles from './team-page.module.css'

export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: formatMessage(teamMessages['team.meta.title']), publicUrl: getPublicUrl(matches), noindex: true })

type Shown = { team: ChosenTeam; hold: TeamHold | null; bookings: TeamBooking[]; asked: TeamRequests }
type Loaded = { shown: Shown | null; countryCode?: string; missing?: boolean }

/** Loads the team by the browser's cookie. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Loaded> {
  try {
    const shown = await read(serverApi(context), params['teamId'] as string)
    return { shown, countryCode: shown.team.search.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { shown: null }
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

async function read(
  { teams, teamBookings, teamRequests }: Pick<ReturnType<typeof browserApi>, 'teams' | 'teamBookings' | 'teamRequests'>,
  teamId: string,
): Promise<Shown> {
  const [{ team }, { hold, bookings }, asked] = await Promise.all([
    teams.show({ teamId }),
    teamBookings.readTeamHold({ teamId }),
    teamRequests.show({ teamId }),
  ])
  return { team, hold, bookings, asked }
}

const { useStanding, load } = createStandingData()

/** Loads it by session, which server rendering does not know; on network errors the shown data stays. */
export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  load({ ...args, serverLoader: () => loadOwn(args) as never }) as Promise<Loaded>

async function loadOwn({ params, serverLoader }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const loaded = await serverLoader<typeof loader>()
  if (loaded.shown) return loaded
  const missing = { ...loaded, missing: true }
  if (!getCurrentToken(localStore)) return missing
  return read(browserApi(), params['teamId'] as string).then(
    (shown) => ({ shown, countryCode: shown.team.search.countryCode }),
    fallbackWhenRefused(missing),
  )
}
clientLoader.hydrate = true as const

export default function TeamPage() {
  const loaded: Loaded = useLoaderData<typeof clientLoader>()
  useStanding(loaded)
  const { shown, missing } = loaded
  if (missing) return <NotFound />
  return shown ? <Team {...shown} /> : <Undetermined />
}

const endedByArtist = new Set(['declined', 'expired'])

/** A chosen team: artists, time, price and booking; then its bookings. */
function Team({ team: chosen, hold, bookings, asked }: Shown) {
  const booked = hold?.state === 'booked'
  const team = booked ? applyBookings(chosen, bookings) : chosen
  const { search, parts } = team
  const t = createTranslator(teamMessages, search.countryCode)
  const { revalidate } = useRevalidator()
  // Revalidation during payment would find the times held by this very payment.
  const [paying, setPaying] = useState(false)
  useLive(['request.', 'offer.', 'hold.', 'appointment.'], ({ kind }) => {
    if (!paying || kind !== 'hold.changed') revalidate()
  })
  const names = formatTeamNames(parts.map(({ artist }) => artist.name))
  const gone =
    !booked &&
    !paying &&
    parts.filter(({ locked, why, state }) => state !== 'booked' && (!locked || (why && why !== 'askFirst')))
  const waiting = !booked && parts.filter(({ why }) => why === 'askFirst')
  // Artists who declined, until a replacement gets a request.
  const saidNo =
    booked || asked.requests.some(({ open }) => open)
      ? []
      : parts.filter(({ artist }) =>
          asked.requests.some((r) => r.profileId === artist.id && endedByArtist.has(r.state)),
        )
  const readyBy = search.appointmentSpot.readyBy ?? ''
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', teamPageStyles.teamPage)}>
      <div>
        <BackLink to={`/quotes/${search.id}/teams`} label={t('team.title')} />
        <h1 className="heading-1">{t('chosen.title', { names })}</h1>
        <p className={joinClasses('lead', teamPageStyles.lead)}>
          {t('chosen.lead', {
            people: formatSearchPeople(search),
            time: formatReadyBy(search) ?? '',
            date: formatQuoteDay(search),
            place: formatEventPlace(search),
          })}
        </p>
      </div>
      {booked && (
        <Note kind="success">
          <b className="bold">{t('chosen.booked')}</b> {t('chosen.booked.text')}
          <ul className="stack gap-4">
            {bookings.map(({ appointmentId, name }) => (
              <li key={appointmentId}>
                <Link className="link" to={`/book/booked/${appointmentId}`}>
                  {t('chosen.booked.see', { name })}
                </Link>
              </li>
            ))}
          </ul>
        </Note>
      )}
      {gone && gone.length > 0 && (
        <Note kind="warning">
          {gone.map(({ artist }) => (
            <p key={artist.id}>{t('chosen.away', { name: artist.name })}</p>
          ))}
        </Note>
      )}
      {saidNo.length > 0 && (
        <Note kind="warning">
          {saidNo.map(({ artist }) => (
            <p key={artist.id}>{t('chosen.no', { name: artist.name })}</p>
          ))}
          <p>{t('chosen.no.text')}</p>
        </Note>
      )}
      <div className={teamPageStyles.columns}>
        <TeamParts team={team} booked={booked} />
        {team.blocks.length > 0 && (
          <section
            className={joinClasses('card stack', teamPageStyles.section, teamPageStyles.plan)}
            aria-labelledby="day-title">
            <h2 className="heading-3" id="day-title">
              {t('team.plan')}
            </h2>
            <TeamPlan
              blocks={team.blocks}
              artists={parts.map(({ artist, locked }) => ({
                name: artist.name,
                arriveAt: locked?.plan?.arriveAt ?? readyBy,
              }))}
              readyBy={readyBy}
              spareMinutes={team.spareMinutes}
              search={search}
            />
          </section>
        )}
        {booked && (
          <div className={teamPageStyles.act}>
            <TeamTalk key={team.id} of={{ teamId: team.id }} country={search.countryCode} />
          </div>
        )}
        {!booked && !(gone && gone.length > 0) && (
          <div className={teamPageStyles.act}>
            {waiting && waiting.length > 0 ? (
              <TeamAsking team={team} asked={asked} waiting={waiting} onChanged={() => revalidate()} />
            ) : (
              <TeamCheckout
                team={team}
                onPaying={setPaying}
                onBooked={() => {
                  setPaying(false)
                  revalidate()
                }}
              />
            )}
          </div>
        )}
      </div>
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}

/** Artists with services and prices; until booked, each with price details, plan, policy and a swap. */
function TeamParts({ team, booked }: { team: ChosenTeam; booked: boolean }) {
  const { search, parts } = team
  const t = createTranslator(teamMessages, search.countryCode)
  const p = createTranslator(planMessages, search.countryCode)
  const without = (id: string) => {
    const query = new URLSearchParams({ without: id })
    query.set('keep', parts.flatMap(({ artist }) => (artist.id === id ? [] : artist.id)).join(','))
    return `/quotes/${search.id}/teams?${query}`
  }
  return (
    <section className={joinClasses('card stack', teamPageStyles.section)} aria-labelledby="price-title">
      <h2 className="heading-3" id="price-title">
        {t('chosen.price')}
      </h2>
      <ul className="stack gap-16">
        {parts.map(({ artist, searchId, people, locked, state }) => (
          <li key={artist.id} className={teamPageStyles.part}>
            <Avatar size={56} src={artist.profileImg.src} alt="" />
            <div className="grow">
              <div className="row space-between">
                <b className="title">{artist.name}</b>
                {locked && <b className="bold">{formatMoney(locked.total, locked.currency)}</b>}
              </div>
              <p className="small muted">
                <Rating rating={artist.rating} reviews={artist.totalReviews} />
              </p>
              {locked?.plan && (
                <p className="small">
                  {t('team.part', {
                    people: t('team.part.people', { n: people.length }),
                    arrive: formatPlanClock(locked.plan.arriveAt, search),
                    done: formatPlanClock(locked.plan.doneAt, search),
                  })}
                </p>
              )}
              {locked && (
                <ul className="small muted">
                  {locked.lines
                    .filter(({ amount }) => amount !== 0)
                    .map((line) => (
                      <li key={`${line.kind} ${line.label}`}>
                        {line.kind === 'look' ? p('price.look', { n: line.count, look: line.label }) : line.label}{' '}
                        {formatMoney(line.amount, locked.currency)}
                      </li>
                    ))}
                </ul>
              )}
              {locked && (
                <p className="small muted">{t('chosen.policy', { policy: p(`policy.${locked.policy.kind}`) })}</p>
              )}
              {state === 'cancelled' && <p className="small">{t('chosen.cancelled', { name: artist.name })}</p>}
              {state === 'requested' && <p className="small">{t('chosen.asked', { name: artist.name })}</p>}
              {state === 'offered' && !booked && <p className="small">{t('chosen.offered', { name: artist.name })}</p>}
              {!booked && (
                <p className={joinClasses('small', teamPageStyles.acts)}>
                  <Link className="link" to={`/quotes/${searchId}/@/${artist.slug}?type=mobile`}>
                    {t('chosen.quote', { name: artist.name })}
                  </Link>
                  <Link className="link" to={without(artist.id)}>
                    {t('chosen.swap', { name: artist.name })}
                  </Link>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className={teamPageStyles.total}>
        <span className="bold">{t('team.total')}</span>
        <span className="number">{formatMoney(team.total, team.currency)}</span>
      </p>
      <p className="small muted">
        {t(booked ? 'chosen.paid' : 'chosen.deposit', {
          deposit: formatMoney(team.deposit, team.currency, { decimals: 'always' }),
        })}{' '}
        {t('chosen.balance.text')}
      </p>
    </section>
  )
}
