import { Form, Link } from 'react-router'
import { duration, money } from '#contract/format.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import type { TeamUp } from '#contract/search/team-up.ts'
import { reader } from '#contract/words.ts'
import { clockOf } from '#web/search/quotes/quote-phrases.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { namesOf } from './names-of.ts'
import { TeamPlan } from './team-plan.tsx'
import { teamWords } from './team-words.ts'
import styles from './teams-page.module.css'

/** A team: who they are, what each does and costs, the day at a glance, and one press to choose it. */
export function TeamCard({ team, search, busy }: { team: TeamUp; search: SavedSearch; busy: boolean }) {
  const t = reader(teamWords, search.countryCode)
  const names = namesOf(team.parts.map(({ artist }) => artist.name))
  return (
    <article className={classes('card stack gap-16', styles.team)}>
      <div className={styles.head}>
        <h2 className="heading-3">{names}</h2>
        <p className={styles.price}>
          <span className="number">{money(team.total, team.currency)}</span>
          <span className="small muted">{t('team.deposit', { deposit: money(team.deposit, team.currency) })}</span>
        </p>
      </div>
      <ul className={styles.facts}>
        {team.colleagues && (
          <li>
            <Badge look="jadeSoft">{t('team.colleagues')}</Badge>
          </li>
        )}
        {team.daysTogether > 0 && <li className="small muted">{t('team.days', { n: team.daysTogether })}</li>}
        <li className="small muted">{t('team.spare', { n: team.spareMinutes })}</li>
        <li className="small muted">
          {team.waitingMinutes > 0
            ? t('team.waiting', { duration: duration(team.waitingMinutes) })
            : t('team.waiting.none')}
        </li>
      </ul>
      <ul className="stack gap-12">
        {team.parts.map(({ artist, people, arriveAt, doneAt, total, instant }) => (
          <li key={artist.id} className={styles.part}>
            <Avatar size={56} src={artist.profileImg.src} alt="" />
            <div className="grow">
              <Link className="title" to={`/@/${artist.slug}`}>
                {artist.name}
              </Link>
              <p className="small muted">
                <Rating rating={artist.rating} reviews={artist.totalReviews} />
              </p>
              <p className="small">
                {t('team.part', {
                  people: t('team.part.people', { n: people.length }),
                  arrive: clockOf(arriveAt, search),
                  done: clockOf(doneAt, search),
                })}{' '}
                <span className="muted">{t(instant ? 'team.instant' : 'team.ask')}</span>
              </p>
            </div>
            <b className="bold">{money(total, team.currency)}</b>
          </li>
        ))}
      </ul>
      <details className={styles.plan}>
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
