import { CalendarCheck2, Car, Clock3, MessageCircle, Store, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDistance, formatDuration } from '#contract/format.ts'
import type { Profile } from '#contract/providers/providers.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { profileMessages } from './messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './profile-facts.module.css'

export function ProfileFacts({ profile, ready }: { profile: Profile; ready?: { title: string; text: string } }) {
  const t = createTranslator(profileMessages, profile.countryCode)
  const { mobile, studio, artists, answerMinutes, bookingCount, since, countryCode } = profile
  return (
    <div className={joinClasses('card pad-24', styles.facts)}>
      {ready && <Fact icon={<Clock3 className="icon" aria-hidden="true" />} title={ready.title} text={ready.text} />}
      {mobile && (
        <Fact
          icon={<Car className="icon" aria-hidden="true" />}
          title={t('profile.mobile')}
          text={t('profile.mobile.text', { distance: formatDistance(mobile.radius.metres, countryCode) })}
        />
      )}
      {studio && (
        <Fact
          icon={<Store className="icon" aria-hidden="true" />}
          title={t('profile.studio')}
          text={t('profile.studio.text', { area: studio.area })}
        />
      )}
      {answerMinutes !== null && (
        <Fact
          icon={<MessageCircle className="icon" aria-hidden="true" />}
          title={formatDuration(answerMinutes)}
          text={t('profile.reply')}
        />
      )}
      {bookingCount > 0 && (
        <Fact
          icon={<CalendarCheck2 className="icon" aria-hidden="true" />}
          title={t('profile.fact.bookings', { n: bookingCount })}
          text={since ? t('profile.since', { year: String(since) }) : t('profile.fact.bookings.here')}
        />
      )}
      {!ready && (
        <Fact
          icon={<Users className="icon" aria-hidden="true" />}
          title={t('profile.fact.team', { n: artists.length })}
          text={
            artists.length > 1
              ? t('profile.team.with', {
                  names: artists
                    .slice(1)
                    .map((artist) => artist.name)
                    .join(' and '),
                })
              : t('profile.team.alone')
          }
        />
      )}
    </div>
  )
}

const Fact = ({ icon, title, text }: { icon: ReactNode; title: string; text: string }) => (
  <div>
    {icon}
    <b>{title}</b>
    <span>{text}</span>
  </div>
)
