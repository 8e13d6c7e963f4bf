import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'
import type { PolicyTerms } from '#contract/search/quotes.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { getFirstName } from './first-name.ts'
import { planMessages } from './plan-messages.ts'
import { profileMessages } from './messages.ts'
import profileStyles from './profile.module.css'

interface Terms {
  terms: PolicyTerms
  name: string
  country: Country
  timeZone: string
}

const formatMoment = (instant: string, timeZone: string, country: Country): string =>
  `${formatDate(zonedDay(instant, timeZone), country, new Date().getFullYear())}, ${formatClock(zonedTime(instant, timeZone))}`

export function PolicySection({ terms, name, country, timeZone }: Terms) {
  const t = createTranslator(planMessages, country)
  const until = (share: number) => terms.steps.find((step) => step.share === share)?.until
  const [all, half] = [until(100), until(50)]
  return (
    <section className="stack gap-12" aria-labelledby="policy">
      <h2 className="heading-3" id="policy">
        {createTranslator(profileMessages, country)('profile.policies')}
      </h2>
      <p className="title">{t(`policy.${terms.kind}`)}</p>
      {all && (
        <p className={profileStyles.measure}>
          {t(`policy.${terms.kind}.line`, {
            allUntil: formatMoment(all, timeZone, country),
            halfUntil: half ? formatMoment(half, timeZone, country) : '',
          })}
        </p>
      )}
      <p className={profileStyles.measure}>
        {t(terms.coolingHours >= 24 ? 'policy.cooling.long' : 'policy.cooling.short')}
      </p>
      <p className={profileStyles.measure}>{t('policy.provider', { firstName: getFirstName(name) })}</p>
    </section>
  )
}

/** Returns the policy in one line, for the price card. */
export function formatPolicy({ terms, country, timeZone }: Omit<Terms, 'name'>, now: number): string {
  const t = createTranslator(planMessages, country)
  const day = (instant: string) => formatDate(zonedDay(instant, timeZone), country, new Date(now).getFullYear())
  const open = terms.steps.find((step) => step.share > 0 && step.until && Date.parse(step.until) > now)
  if (!terms.steps.some((step) => step.until)) return t(`policy.${terms.kind}`)
  if (!open?.until) return t('policy.card.none')
  return open.share === 100
    ? t('policy.card', { date: day(open.until) })
    : t('policy.card.half', { date: day(open.until) })
}
