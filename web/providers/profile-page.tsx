import { data, Link, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import type { BreadcrumbList, LocalBusiness, WithContext } from 'schema-dts'
import { formatDuration, formatMoney } from '#contract/format.ts'
import type { Profile } from '#contract/providers/providers.ts'
import { truncate } from '#contract/text.ts'
import { formatServiceLabel } from '#contract/words.ts'
import { defineMessages, createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { type Fact, getScoreFact } from '#web/content/share-facts.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { nullWhenMissing, serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { describeLowerPrice, lowerMessages } from '#web/providers/selling/lower-phrases.ts'
import { TrialLine } from '#web/providers/selling/trial-line.tsx'
import { CopyLink } from '#web/search/copy-link.tsx'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl, getSite } from '#web/shell/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import priceTotalStyles from '#web/ui/price-total.module.css'
import { FlagBadge } from '#web/ui/status-badge.tsx'
import { getFirstName } from './first-name.ts'
import { planMessages } from './plan-messages.ts'
import styles from './profile-page.module.css'
import { ProfileView } from './profile-view.tsx'
import profileStyles from './profile.module.css'
import { profileMessages } from './messages.ts'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return createHead({ title: 'Primp', publicUrl: getPublicUrl(matches), noindex: true })
  const { profile } = loaderData
  const publicUrl = getPublicUrl(matches)
  const t = createTranslator(profileMessages, profile.countryCode)
  const known = profile.skills.slice(0, 2).map((skill) => skill.label.toLowerCase())
  const skills = known.join(known.some((label) => label.includes(' and ')) ? ', ' : ' and ')
  const title = t('profile.meta.title', { name: profile.name, skills: skills || 'makeup and hair', area: profile.area })
  return createHead({
    title,
    description: truncate(profile.bio, 155),
    path: `/@/${profile.slug}`,
    publicUrl,
    country: profile.countryCode,
    schemas: buildProfileSchemas(profile, publicUrl, getSite(matches)?.sample ?? false),
    facts: getProfileFacts(profile),
    looks: [profile.coverImg, profile.profileImg, ...profile.gallery].map(({ src }) => src),
  })
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = serverApi(context)
  const profileId = params['profileId'] as string
  const profile = await nullWhenMissing(api.providers.profile({ profileId })).catch((error) => {
    // An invalid name is a 404.
    if (error instanceof ApiError && error.status === 400) return null
    throw error
  })
  if (!profile) throw data(null, { status: 404 })
  if (profile.slug !== profileId) throw redirect(`/@/${profile.slug}`, 308)
  const [testimonials, { reviews: outside }] = [
    await api.providers.testimonials({ profileId }),
    await api.outsideReviews.listByProfile({ profileId }),
  ]
  return { profile, testimonials, outside, countryCode: profile.countryCode }
}

export const headers = () => ({ 'Cache-Control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600' })

export default function PublicProfile() {
  const { profile, testimonials, outside } = useLoaderData<typeof loader>()
  const t = createTranslator(profileMessages, profile.countryCode)
  const p = createTranslator(planMessages, profile.countryCode)
  const lead = profile.services.find(({ id }) => id === profile.lead)
  const [lng, lat] = profile.position
  // Available artists are booked from here; otherwise the link searches for others.
  const check = profile.state === 'paused' ? `/?stage=location&near=${lng},${lat}` : `/@/${profile.slug}/book`
  return (
    <>
      <ProfileView
        profile={profile}
        testimonials={testimonials}
        outside={outside}
        where={profile.city && profile.city !== profile.area ? `${profile.area}, ${profile.city}` : profile.area}
        badges={profile.instant && <FlagBadge flag="instant" />}
        top={
          <div className="row space-between wrapping">
            <span />
            <CopyLink label={t('profile.share')} />
          </div>
        }
        services={<Services profile={profile} />}
        policy={
          <section className="stack gap-12" aria-labelledby="policy">
            <h2 className="heading-3" id="policy">
              {t('profile.policies')}
            </h2>
            <p className="title">{p(`policy.${profile.policy}`)}</p>
            <p className={profileStyles.measure}>{p('policy.provider', { firstName: getFirstName(profile.name) })}</p>
            <p>
              <a className="link" href="/content/legals-customers">
                {p('policy.more')}
              </a>
            </p>
          </section>
        }
        aside={
          <div className={joinClasses('card pad-24 stack', priceTotalStyles.priceCard)}>
            {lead && (
              <div>
                <p className="small muted">
                  {t('profile.from', { service: formatServiceLabel(lead.title, lead.label) })}
                </p>
                <span className={joinClasses('number', priceTotalStyles.priceTotal)}>
                  {formatMoney(lead.price, lead.currency)}
                </span>
                <p className="small muted">{t('profile.person')}</p>
              </div>
            )}
            {profile.minimumJob > 0 && (
              <p className="small muted">
                {t('profile.smallest', { amount: formatMoney(profile.minimumJob, lead?.currency ?? 'AUD') })}
              </p>
            )}
            {profile.state === 'paused' ? (
              <p>{t('profile.gone', { name: profile.name, place: profile.area })}</p>
            ) : null}
            <ButtonLink size="large" full to={check}>
              {t('profile.checkDate')}
            </ButtonLink>
            {profile.vouchers && (
              <p className={profileStyles.centred}>
                <Link className="link tap-target" to={`/gift-vouchers/${profile.slug}`}>
                  {t('profile.voucher', { firstName: getFirstName(profile.name) })}
                </Link>
              </p>
            )}
            <p className={joinClasses('micro hint', profileStyles.centred)}>{p('price.included')}</p>
          </div>
        }
      />
      <aside className="phone-foot" aria-label={t('profile.price')}>
        <div>
          {lead && (
            <>
              <div className="micro muted">
                {t('profile.from', { service: formatServiceLabel(lead.title, lead.label) })}
              </div>
              <span className="number">{formatMoney(lead.price, lead.currency)}</span>
            </>
          )}
        </div>
        <ButtonLink size="large" to={check}>
          {t('profile.checkDate')}
        </ButtonLink>
      </aside>
    </>
  )
}

/** Services shown by default. */
const servicesFirst = 5

function Services({ profile }: { profile: Profile }) {
  const t = createTranslator(profileMessages, profile.countryCode)
  const { services } = profile
  return (
    <section className="stack gap-12" aria-labelledby="services">
      <h2 className="heading-3" id="services">
        {t('profile.services')}
      </h2>
      <ServiceList services={services.slice(0, servicesFirst)} />
      {services.length > servicesFirst && (
        <details className={styles.allServices}>
          <summary>{t('profile.services.all', { n: services.length })}</summary>
          <ServiceList services={services.slice(servicesFirst)} />
        </details>
      )}
      {profile.packages.length > 0 && (
        <div className={joinClasses('card', priceTotalStyles.quoteLines)}>
          <h3 className={joinClasses('title', styles.serviceType)}>{t('profile.packages')}</h3>
          {profile.packages.map(({ title, words, holds, price }) => (
            <div key={title} className={profileStyles.serviceRow}>
              <div className="grow">
                <b className="bold">{title}</b>
                {words && <p className="small">{words}</p>}
                <div className="small muted">{holds.join(', ')}</div>
              </div>
              <span className="bold tabular">{formatMoney(price, profile.currency)}</span>
            </div>
          ))}
        </div>
      )}
      {profile.addOns.length > 0 && (
        <div className={joinClasses('card', priceTotalStyles.quoteLines)}>
          <h3 className={joinClasses('title', styles.serviceType)}>{t('profile.addOns')}</h3>
          {profile.addOns.map(({ title, words, minutes, price }) => (
            <div key={title} className={profileStyles.serviceRow}>
              <div className="grow">
                <b className="bold">{title}</b>
                {words && <p className="small">{words}</p>}
                {minutes > 0 && (
                  <div className="small muted">{t('profile.addOns.longer', { duration: formatDuration(minutes) })}</div>
                )}
              </div>
              <span className="bold tabular">{formatMoney(price, profile.currency)}</span>
            </div>
          ))}
        </div>
      )}
      {profile.lowerPrices.length > 0 && (
        <div className="card pad-24 stack gap-8">
          <h3 className="title">{formatMessage(lowerMessages['lower.title'])}</h3>
          <ul className="stack gap-4">
            {profile.lowerPrices.map((rule) => (
              <li key={describeLowerPrice(rule, profile.countryCode)}>
                {describeLowerPrice(rule, profile.countryCode)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function ServiceList({ services }: Pick<Profile, 'services'>) {
  return (
    <>
      {[...Map.groupBy(services, (service) => service.type)].map(([type, services]) => (
        <div key={type} className={joinClasses('card', priceTotalStyles.quoteLines)}>
          <h3 className={joinClasses('title', styles.serviceType)}>{type}</h3>
          {services.map((service) => (
            <div key={service.id} className={profileStyles.serviceRow}>
              <div className="grow">
                <b className="bold">{formatServiceLabel(service.title, service.label)}</b>
                {service.words && <p className="small">{service.words}</p>}
                <div className="small muted">{formatDuration(service.minutes)}</div>
                {service.trial && <TrialLine trial={service.trial} currency={service.currency} />}
                {service.depositShare !== null && (
                  <div className="small muted">
                    {formatMessage(lowerMessages['lower.deposit'], { n: service.depositShare })}
                  </div>
                )}
              </div>
              <span className="bold tabular">{formatMoney(service.price, service.currency)}</span>
            </div>
          ))}
        </div>
      ))}
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}

const words = defineMessages({ 'share.service': '{service}, per person, from' })
const t = createTranslator(words)

/** Returns preview facts: score and leading price. */
const getProfileFacts = ({ rating, totalReviews, services, lead }: Profile): Fact[] => [
  ...getScoreFact(rating, totalReviews),
  ...services
    .filter(({ id }) => id === lead)
    .map(({ title, label, price, currency }) => ({
      label: t('share.service', { service: formatServiceLabel(title, label) }),
      value: formatMoney(price, currency),
    })),
]

const context = 'https://schema.org'

/** Returns structured data: a business, where and at what prices it works, and a score from real reviews only. */
function buildProfileSchemas(
  profile: Profile,
  publicUrl: string,
  sample: boolean,
): [WithContext<BreadcrumbList>, WithContext<LocalBusiness>] {
  const url = `${publicUrl}/@/${profile.slug}`
  const prices = profile.services.map(({ price }) => price)
  return [
    {
      '@context': context,
      '@type': 'BreadcrumbList',
      itemListElement: [
        ['Home', '/'],
        ['All artists', '/content/artists'],
        [profile.name, `/@/${profile.slug}`],
      ].map(([name, path], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: name ?? '',
        item: publicUrl + path,
      })),
    },
    {
      '@context': context,
      '@type': 'LocalBusiness',
      name: profile.name,
      url,
      description: profile.bio,
      address: {
        '@type': 'PostalAddress',
        addressLocality: profile.city || profile.area,
        addressCountry: profile.countryCode,
      },
      areaServed: { '@type': 'Place', name: profile.area },
      ...(prices.length
        ? {
            makesOffer: {
              '@type': 'AggregateOffer',
              itemOffered: {
                '@type': 'Service',
                serviceType: [...new Set(profile.services.map(({ type }) => type))].join(', '),
              },
              offerCount: prices.length,
              lowPrice: Math.min(...prices),
              highPrice: Math.max(...prices),
              priceCurrency: profile.currency,
            },
          }
        : {}),
      ...(!sample && profile.rating !== null && profile.totalReviews > 0
        ? {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: profile.rating,
              reviewCount: profile.totalReviews,
              bestRating: 5,
              worstRating: 1,
            },
          }
        : {}),
    },
  ]
}
