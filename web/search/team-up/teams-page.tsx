import { Check, Zap } from 'lucide-react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { formatDuration, formatMoney } from '#contract/format.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { formatList } from '#contract/words.ts'
import type { TeamUp } from '#contract/search/team-up.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import {
  formatPlanClock,
  formatQuoteDay,
  formatSearchPeople,
  formatEventPlace,
  formatReadyBy,
} from '#web/search/quotes/quote-phrases.ts'
import { useOwnSearch } from '#web/search/quotes/use-own-search.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { planMessages } from '#web/providers/plan-messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { LinkChip } from '#web/ui/fields/chips.tsx'
import { Note } from '#web/ui/note.tsx'
import { Avatar, Pan } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { BackLink } from '#web/ui/titled-page.tsx'
import { TeamPlan } from './team-plan.tsx'
import { formatTeamNames, teamMessages } from './team-messages.ts'
import styles from './teams-page.module.css'

const sorts = ['recommended', 'price', 'rating', 'together'] as const

export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: formatMessage(teamMessages['team.meta.title']), publicUrl: getPublicUrl(matches), noindex: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const sortBy = sorts.find((one) => one === query.get('sortBy')) ?? 'recommended'
  const beside = {
    keep: query.get('keep') ?? undefined,
    without: query.get('without') ?? undefined,
    instant: query.has('instant') ? ('true' as const) : undefined,
  }
  try {
    const found = await serverApi(context).teams.find({ quoteId: params['quoteId'] as string, sortBy, ...beside })
    return { ...found, sortBy, beside, countryCode: found.search.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

/** Chooses a team; if it is gone, the page shows a message and the remaining ones. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const profileIds = (await request.formData()).getAll('artist').map(String)
  try {
    const { teamId } = await serverApi(context).teams.choose(
      { quoteId: params['quoteId'] as string, profileIds },
      { key: crypto.randomUUID() },
    )
    return redirect(`/teams/${teamId}`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { gone: true }
  }
}

export default function Teams() {
  const { search, teams, complete, why, sortBy, beside } = useLoaderData<typeof loader>()
  const said = useActionData<typeof action>()
  const busy = useNavigation().state === 'submitting'
  const t = createTranslator(teamMessages, search.countryCode)
  const quotes = `/quotes/${search.id}`
  useOwnSearch(search, `${quotes}/teams`)
  const withQuery = (change: { sortBy?: string; instant?: string | undefined }) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ sortBy, ...beside, ...change })) if (value) query.set(name, value)
    return `${quotes}/teams?${query}`
  }
  const only = (
    <LinkChip to={withQuery({ instant: beside.instant ? undefined : 'true' })} on={Boolean(beside.instant)} inPlace>
      {beside.instant ? <Check className="icon" aria-hidden="true" /> : <Zap className="icon" aria-hidden="true" />}
      {t('team.instant.only')}
    </LinkChip>
  )
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', styles.teamsPage)}>
      <div>
        <BackLink to={quotes} label={t('team.back')} />
        <h1 className="heading-1">{t(beside.keep ? 'team.title.beside' : 'team.title')}</h1>
        {!why && (
          <p className={joinClasses('lead', styles.lead)}>
            {t('team.lead', {
              place: formatEventPlace(search),
              people: formatSearchPeople(search),
              time: formatReadyBy(search) ?? '',
              date: formatQuoteDay(search),
            })}
          </p>
        )}
      </div>
      {said?.gone && <Note kind="warning">{t('team.gone')}</Note>}
      {why ? (
        <Note kind="info">
          <p>{t(`team.${why}`)}</p>
          <ButtonLink kind="secondary" to={why === 'time_missing' ? `${quotes}?stage=date` : quotes}>
            {t(why === 'time_missing' ? 'team.time_missing.act' : 'team.back')}
          </ButtonLink>
        </Note>
      ) : teams.length === 0 ? (
        <Note kind="info">
          <p>
            <b className="bold">{t('team.none')}</b> {t('team.none.text')}
          </p>
          <ButtonLink kind="secondary" to={`${quotes}?rescue=1#rescue`}>
            {t('team.back')}
          </ButtonLink>
          {beside.instant && only}
        </Note>
      ) : (
        <>
          <nav className={styles.tools} aria-label={t('team.sort')}>
            <span className="small muted" aria-hidden="true">
              {t('team.sort')}
            </span>
            <ul className="chip-row scrolling">
              {sorts.map((sort) => (
                <li key={sort}>
                  <LinkChip to={withQuery({ sortBy: sort })} on={sort === sortBy} inPlace>
                    {t(`team.sort.${sort}`)}
                  </LinkChip>
                </li>
              ))}
            </ul>
            <span className={styles.only}>{only}</span>
          </nav>
          <p className="small muted">
            <span role="status">{t('team.count', { n: teams.length })}</span>
            {!complete && ` · ${t('team.incomplete')}`}
          </p>
          <ul className={styles.teams}>
            {teams.map((team) => (
              <li key={team.parts.map(({ artist }) => artist.id).join()}>
                <TeamCard team={team} search={search} busy={busy} />
              </li>
            ))}
          </ul>
        </>
      )}
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}

/** Returns the services of one artist of a team with their numbers: 7 x Updo and 2 x Makeup. */
function servicesOf({ blocks }: TeamUp, part: number, { countryCode }: SavedSearch): string {
  const p = createTranslator(planMessages, countryCode)
  const own = Map.groupBy(
    blocks.filter((block) => block.part === part),
    ({ label }) => label,
  )
  return formatList([...own].map(([look, { length }]) => p('price.look', { n: length, look })))
}

/** A team: artists, services, prices, the day, and a button to choose it. */
function TeamCard({ team, search, busy }: { team: TeamUp; search: SavedSearch; busy: boolean }) {
  const t = createTranslator(teamMessages, search.countryCode)
  const names = formatTeamNames(team.parts.map(({ artist }) => artist.name))
  return (
    <article className={joinClasses('card stack gap-16', styles.team)}>
      <div className={styles.covers}>
        {team.parts.map(({ artist }) => (
          <Pan key={artist.id} className={styles.cover} src={artist.coverImg.src} alt={artist.coverImg.alt} />
        ))}
      </div>
      <div className={styles.head}>
        <h2 className="heading-3">{names}</h2>
        <p className={styles.price}>
          <span className="number">{formatMoney(team.total, team.currency)}</span>
          <span className="small muted">
            {t('team.deposit', {
              deposit: formatMoney(team.deposit, team.currency),
              rest: formatMoney(team.total - team.deposit, team.currency),
            })}
          </span>
        </p>
      </div>
      <ul className={styles.facts}>
        {team.colleagues && (
          <li>
            <Badge look="jadeSoft">{t('team.colleagues')}</Badge>
          </li>
        )}
        {team.daysTogether > 0 && <li className="small muted">{t('team.days', { n: team.daysTogether })}</li>}
        <li className={joinClasses('small', team.spareMinutes === 0 ? 'bold' : 'muted')}>
          {t('team.spare', { n: team.spareMinutes })}
        </li>
        <li className="small muted">
          {team.waitingMinutes > 0
            ? t('team.waiting', { duration: formatDuration(team.waitingMinutes) })
            : t('team.waiting.none')}
        </li>
      </ul>
      <ul className="stack gap-12">
        {team.parts.map(({ artist, arriveAt, doneAt, total, instant }, part) => (
          <li key={artist.id} className={styles.part}>
            <Avatar size={56} src={artist.profileImg.src} alt="" />
            <div className="grow">
              <div className="row space-between">
                <Link className="title" to={`/@/${artist.slug}`}>
                  {artist.name}
                </Link>
                <b className="bold">{formatMoney(total, team.currency)}</b>
              </div>
              <p className="small muted">
                <Rating rating={artist.rating} reviews={artist.totalReviews} />
              </p>
              <p className="small bold">{servicesOf(team, part, search)}</p>
              <p className="small">
                {t('team.part', {
                  arrive: formatPlanClock(arriveAt, search),
                  done: formatPlanClock(doneAt, search),
                })}{' '}
                <span className="muted">{t(instant ? 'team.instant' : 'team.ask')}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('team.plan')}</summary>
        <TeamPlan
          blocks={team.blocks}
          artists={team.parts.map(({ artist, arriveAt }) => ({ name: artist.name, arriveAt }))}
          readyBy={team.readyBy}
          spareMinutes={team.spareMinutes}
          search={search}
        />
      </details>
      {search.mine && (
        <Form method="post">
          {team.parts.map(({ artist }) => (
            <input key={artist.id} type="hidden" name="artist" value={artist.id} />
          ))}
          <Button type="submit" full loading={busy} aria-label={t('team.choose.label', { names })}>
            {t('team.choose')}
          </Button>
        </Form>
      )}
    </article>
  )
}
