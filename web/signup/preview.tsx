import { formatMoney } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import type { Card } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { ProviderCard } from '#web/search/quotes/provider-card.tsx'
import { signupMessages } from './signup-messages.ts'
import { getFeeOfCategory, computeSmallestJob } from './smallest-job.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './preview.module.css'

const none = { src: '/pictures/none.svg', alt: '' }

function cheapest(profile: EditableProfile, catalogue: ProviderCatalogue): { price: number; deposit: number } | null {
  const smallest = computeSmallestJob(profile.services, profile, catalogue)
  return smallest && { price: toMajor(smallest.price.totalMinor), deposit: toMajor(smallest.price.depositMinor) }
}

/** Returns a profile as a customer's card for one person. */
function cardOf(profile: EditableProfile, catalogue: ProviderCatalogue): Card {
  const from = cheapest(profile, catalogue)
  const studio = profile.travel.mode === 'studio'
  return {
    ...profile,
    coverImg: profile.cover ?? profile.photo ?? none,
    pictures: profile.cover ? [profile.cover] : profile.photo ? [profile.photo] : [],
    profileImg: profile.photo ?? none,
    totalReviews: profile.reviews,
    price: from?.price ?? null,
    deposit: from?.deposit ?? null,
    status: profile.sellingRules.instant ? 'offered' : null,
    reason: 'fits',
    instant: profile.sellingRules.instant,
    vaccinated: false,
    covidTrained: false,
    inDemand: false,
    isNew: true,
    // Only the server decides about the badge.
    verified: false,
    location: {
      mobileOrStudio: studio ? 'studio' : 'mobile',
      area: profile.location.area,
      coordinates: profile.location.rounded,
    },
    distance: { amount: 0, unit: profile.distanceUnit, metres: 0 },
    plan: null,
    artists: Math.max(1, profile.artists.length),
    answerMinutes: null,
    skills: profile.kit.skills,
    why: [],
  }
}

const searchOf = (profile: EditableProfile): SavedSearch => ({
  id: 'own-preview',
  location: {
    coordinates: profile.location.rounded,
    addressFull: { placeName: profile.location.area, countryCode: profile.countryCode },
    label: profile.location.area,
  },
  appointmentSpot: {
    eventDate: '2027-06-12',
    finishTime: null,
    startTime: null,
    timeConstraint: 'finish',
    timeZone: 'UTC',
    readyBy: null,
  },
  services: [],
  people: [{ count: 1, services: ['any'] }],
  category: { slug: '', label: '' },
  countryCode: profile.countryCode,
  language: 'en',
  currency: profile.currency,
  experimentId: null,
  landingPage: null,
  heapId: null,
  gclid: null,
  mine: false,
})

/** The actual card, filled as far as the profile goes; not interactive. */
export function CardPreview({
  profile,
  catalogue,
  name,
}: {
  profile: EditableProfile | null
  catalogue: ProviderCatalogue | null
  /** The name as typed, while there is no profile. */
  name?: string | undefined
}) {
  const t = createTranslator(signupMessages, profile?.countryCode)
  return (
    <div className="stack gap-12">
      <h2 className="small bold muted">{t('signup.preview')}</h2>
      {profile && catalogue ? (
        <div inert>
          <ProviderCard
            card={cardOf(profile, catalogue)}
            page={{ search: searchOf(profile), sortBy: 'recommended' }}
            mine={false}
            compared={false}
            onCompare={null}
          />
        </div>
      ) : (
        <div className="card pad-24 stack gap-12">
          {name?.trim() && (
            <p className="row gap-12">
              <Avatar size={60} {...none} />
              <b className="title break-anywhere">{name.trim()}</b>
            </p>
          )}
          <p className="muted">{t('signup.preview.empty')}</p>
        </div>
      )}
    </div>
  )
}

export function PriceSplit({
  profile,
  catalogue,
  serviceId,
}: {
  profile: EditableProfile
  catalogue: ProviderCatalogue
  serviceId: string | null
}) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const service =
    profile.services.find((each) => each.id === serviceId && each.cost) ??
    profile.services.find((each) => each.status === 'active' && each.cost)
  if (!service?.cost) return null
  const { percent } = getFeeOfCategory(catalogue, service.categoryId)
  const price = computeUnitsWithFee(toMinor(service.cost), percent)
  const said = (amount: number) => formatMoney(amount, profile.currency, { decimals: 'always' })
  return (
    <section className={joinClasses('card pad-24 stack gap-12', styles.priceSplit)} aria-labelledby="split">
      <h2 className="title" id="split">
        {t('step4.split.title', { service: service.label })}
      </h2>
      <dl aria-live="polite">
        <div>
          <dt>{t('step4.split.customer')}</dt>
          <dd className="tabular">{said(price)}</dd>
        </div>
        <div>
          <dt>{t('step4.split.fee')}</dt>
          <dd className="tabular">{said(price - service.cost)}</dd>
        </div>
        <div>
          <dt>{t('step4.split.yours')}</dt>
          <dd className="tabular">{said(service.cost)}</dd>
        </div>
      </dl>
    </section>
  )
}
