import { Link, type MetaFunction, useLoaderData, useLocation } from 'react-router'
import { date, time } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/browser.ts'
import { head } from '#web/platform/head.ts'
import { actingIn, currentToken } from '#web/platform/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'
import { CustomerTop } from './customer-top.tsx'
import { membersOnly } from './members-only.ts'
import { Undetermined } from './protected.tsx'
import { accountWords } from './words.ts'
import '#web/ui/styles/accounts.css'

const t = reader(accountWords)

export const meta: MetaFunction = () => head({ title: `${t('cd.title')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = membersOnly(async () => {
  // What was searched for through a plain form beside the session; the quotes come without it too.
  if (currentToken(localStorage) && !actingIn(sessionStorage)) await browserApi().account.claim({}).catch(() => {})
  return browserApi().accounts.me({})
})

export const HydrateFallback = Undetermined

export default function CustomerDashboardPage() {
  const { user, mobile, searches } = useLoaderData<typeof clientLoader>()
  const claimed = (useLocation().state as { claimed?: boolean } | null)?.claimed === true
  return (
    <main id="main" tabIndex={-1} className="wrap desk stack s24">
      <CustomerTop name={user.name} />
      {claimed && <Note kind="success">{t('cd.details.claimed')}</Note>}
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
        <div className="cardx p24 stack">
          <dl className="details">
            <dt>{t('cd.details.name')}</dt>
            <dd>{user.name}</dd>
            <dt>{t('cd.details.email')}</dt>
            <dd>{user.email}</dd>
            {mobile && (
              <>
                <dt>{t('cd.details.mobile')}</dt>
                <dd>{mobile}</dd>
              </>
            )}
          </dl>
          <div>
            <ButtonLink kind="secondary" to="/customer-dashboard/account">
              {t('cd.details.edit')}
            </ButtonLink>
          </div>
        </div>
      </section>
    </main>
  )
}
