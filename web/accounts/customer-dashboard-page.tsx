import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { date, time } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { head } from '#web/platform/head.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { firstName, memberOf, Undetermined } from './protected.tsx'
import { accountWords } from './words.ts'
import '#web/ui/styles/accounts.css'

const t = reader(accountWords)

export const meta: MetaFunction = () => head({ title: `${t('cd.title')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => memberOf(request)
clientLoader.hydrate = true as const

export const HydrateFallback = Undetermined

export default function CustomerDashboardPage() {
  const { user, searches } = useLoaderData<typeof clientLoader>()
  return (
    <main id="main" tabIndex={-1} className="wrap sec stack s32">
      <div className="row between wrapx">
        <div className="stack s4">
          <p className="small mut">{t('cd.title')}</p>
          <h1 className="d1">{t('cd.hello', { firstName: firstName(user.name) })}</h1>
        </div>
        <ButtonLink kind="search" to="/">
          {t('cd.new')}
        </ButtonLink>
      </div>
      <section aria-labelledby="quotes" className="stack">
        <h2 className="d2" id="quotes">
          {t('cd.quotes')}
        </h2>
        {searches.length === 0 ? (
          <Empty title={t('cd.quotes.none')} action={<ButtonLink to="/">{t('cd.quotes.start')}</ButtonLink>} />
        ) : (
          <ul className="choices">
            {searches.map((search) => (
              <li key={search.id}>
                <Link to={`/quotes/${search.id}`} className="cardx p24 stack s4">
                  <span className="title">{t('cd.quotes.card', { place: search.place, date: date(search.eventDate, 'GB') })}</span>
                  <span className="mut">{search.finishTime ? t('cd.quotes.ready', { time: time(search.finishTime) }) : t('cd.quotes.unsure')}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="details" className="stack">
        <h2 className="d2" id="details">
          {t('cd.details')}
        </h2>
        <dl className="cardx p24 details">
          <dt>{t('cd.details.name')}</dt>
          <dd>{user.name}</dd>
          <dt>{t('cd.details.email')}</dt>
          <dd>{user.email}</dd>
          {user.mobile && (
            <>
              <dt>{t('cd.details.mobile')}</dt>
              <dd>{user.mobile}</dd>
            </>
          )}
        </dl>
      </section>
    </main>
  )
}
