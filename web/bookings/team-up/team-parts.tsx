import { Link } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import type { ChosenTeam } from '#contract/search/team-up.ts'
import { createTranslator } from '#contract/words.ts'
import { planMessages } from '#web/providers/plan-messages.ts'
import { formatPlanClock } from '#web/search/quotes/quote-phrases.ts'
import { teamMessages } from '#web/search/team-up/team-messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import styles from './team-page.module.css'

/** Who does what for how much; until it is booked, each artist's own price, plan and policy are a press away, and each can be swapped for another. */
export function TeamParts({ team, booked }: { team: ChosenTeam; booked: boolean }) {
  const { search, parts } = team
  const t = createTranslator(teamMessages, search.countryCode)
  const p = createTranslator(planMessages, search.countryCode)
  const without = (id: string) => {
    const query = new URLSearchParams({ without: id })
    query.set('keep', parts.flatMap(({ artist }) => (artist.id === id ? [] : artist.id)).join(','))
    return `/quotes/${search.id}/teams?${query}`
  }
  return (
    <section className={joinClasses('card stack', styles.section)} aria-labelledby="price-title">
      <h2 className="heading-3" id="price-title">
        {t('chosen.price')}
      </h2>
      <ul className="stack gap-16">
        {parts.map(({ artist, searchId, people, locked, state }) => (
          <li key={artist.id} className={styles.part}>
            <Avatar size={56} src={artist.profileImg.src} alt="" />
            <div className="grow">
              <b className="title">{artist.name}</b>
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
                <p className="small muted">
                  {t('chosen.policy', { name: artist.name, policy: p(`policy.${locked.policy.kind}`) })}
                </p>
              )}
              {state === 'cancelled' && <p className="small">{t('chosen.cancelled', { name: artist.name })}</p>}
              {state === 'requested' && <p className="small">{t('chosen.asked', { name: artist.name })}</p>}
              {state === 'offered' && !booked && <p className="small">{t('chosen.offered', { name: artist.name })}</p>}
              {!booked && (
                <p className={joinClasses('small', styles.acts)}>
                  <Link className="link" to={`/quotes/${searchId}/@/${artist.slug}?type=mobile`}>
                    {t('chosen.quote', { name: artist.name })}
                  </Link>
                  <Link className="link" to={without(artist.id)}>
                    {t('chosen.swap', { name: artist.name })}
                  </Link>
                </p>
              )}
            </div>
            {locked && <b className="bold">{formatMoney(locked.total, locked.currency)}</b>}
          </li>
        ))}
      </ul>
      <p className={styles.total}>
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
