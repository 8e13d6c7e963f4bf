import { ArrowLeft } from 'lucide-react'
import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { head } from '#web/platform/head.ts'
import { dayOf, peopleText, placeOf, readyByOf } from '#web/search/quotes/quote-phrases.ts'
import { useOwnSearch } from '#web/search/quotes/use-own-search.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { publicUrlOf } from '#web/shell/site.ts'
import { ButtonLink, buttonLook } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { TeamCard } from './team-card.tsx'
import { teamWords } from './team-words.ts'
import styles from './teams-page.module.css'

const sorts = ['recommended', 'price', 'rating', 'together'] as const

export const meta: MetaFunction = ({ matches }) =>
  head({ title: teamWords['team.meta.title'], publicUrl: publicUrlOf(matches), noindex: true })

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

/** Chooses a team; where it has just gone, the page says so beside those that are left. */
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
  const t = reader(teamWords, search.countryCode)
  const quotes = `/quotes/${search.id}`
  useOwnSearch(search, `${quotes}/teams`)
  const withQuery = (change: { sortBy?: string; instant?: string | undefined }) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ sortBy, ...beside, ...change })) if (value) query.set(name, value)
    return `${quotes}/teams?${query}`
  }
  const only = (
    <Link
      className={buttonLook({ kind: beside.instant ? 'secondary' : 'quiet', size: 'small' })}
      aria-current={beside.instant ? true : undefined}
      to={withQuery({ instant: beside.instant ? undefined : 'true' })}
      preventScrollReset
      replace>
      {t(beside.instant ? 'team.instant.all' : 'team.instant.only')}
    </Link>
  )
  return (
    <main id="main" tabIndex={-1} className={classes('page-width stack gap-24', styles.teamsPage)}>
      <div>
        <Link className={buttonLook({ kind: 'quiet', size: 'small' })} to={quotes}>
          <ArrowLeft className="icon" aria-hidden="true" />
          {t('team.back')}
        </Link>
        <h1 className="heading-1">{t(beside.keep ? 'team.title.beside' : 'team.title')}</h1>
        {!why && (
          <p className={classes('lead', styles.lead)}>
            {t('team.lead', {
              place: placeOf(search),
              people: peopleText(search),
              time: readyByOf(search) ?? '',
              date: dayOf(search),
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
          <nav className="row gap-8 wrapping" aria-label={t('team.sort')}>
            <span className="small muted" role="status">
              {t('team.count', { n: teams.length })}
            </span>
            {sorts.map((sort) => (
              <Link
                key={sort}
                className={buttonLook({ kind: sort === sortBy ? 'secondary' : 'quiet', size: 'small' })}
                aria-current={sort === sortBy || undefined}
                to={withQuery({ sortBy: sort })}
                preventScrollReset
                replace>
                {t(`team.sort.${sort}`)}
              </Link>
            ))}
            {only}
          </nav>
          {!complete && <p className="small muted">{t('team.incomplete')}</p>}
          <ul className="stack gap-16">
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
