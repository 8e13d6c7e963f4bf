import { formatMoney, markets } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { getSiteDrawingUrl } from '#contract/pictures/drawn.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import type { Card } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { Country } from '#contract/words.ts'
import { ProviderCard } from '#web/search/quotes/provider-card.tsx'
import { signupMessages } from './signup-messages.ts'
import { getFeeOfCategory, computeSmallestJob } from './smallest-job.ts'
import { ShadeStrip } from '#web/providers/shade-strip.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './preview.module.css'

/** The example's pictures, name, price and times, until the artist's own are there. */
const example = {
  photo: { src: getSiteDrawingUrl('photo-1'), alt: '' },
  cover: { src: getSiteDrawingUrl('hero-1'), alt: '' },
  price: { price: 60, deposit: 15 },
  day: '2027-06-12',
  finishTime: '13:00',
  plan: { arriveAt: '2027-06-12T11:45:00Z', startAt: '2027-06-12T12:00:00Z', doneAt: '2027-06-12T13:00:00Z' },
} as const

function cheapest(profile: EditableProfile, catalogue: ProviderCatalogue): { price: number; deposit: number } | null {
  const smallest = computeSmallestJob(profile.services, profile, catalogue)
  return smallest && { price: toMajor(smallest.price.totalMinor), deposit: toMajor(smallest.price.depositMinor) }
}

interface Shown {
  country: Country
  name: string
  area: string
  profile: EditableProfile | null
  price: { price: number; deposit: number } | null
}

/** Returns a profile as a customer's card for one person; what is still missing comes from the example. */
function toCard({ country, name, area, profile, price }: Shown): Card {
  const photo = profile?.photo ?? example.photo
  const cover = profile?.cover ?? profile?.photo ?? example.cover
  const instant = profile?.sellingRules.instant ?? false
  const { currency } = markets[country]
  return {
    _id: 'preview',
    slug: 'preview',
    currency,
    rating: null,
    featured: false,
    ...profile,
    name,
    coverImg: cover,
    pictures: [cover],
    profileImg: photo,
    totalReviews: profile?.reviews ?? 0,
    price: (price ?? example.price).price,
    deposit: (price ?? example.price).deposit,
    status: instant ? 'offered' : null,
    reason: 'fits',
    instant,
    vaccinated: false,
    covidTrained: false,
    inDemand: false,
    isNew: true,
    // Only the server decides about the badge.
    verified: false,
    location: {
      mobileOrStudio: profile?.travel.mode === 'studio' ? 'studio' : 'mobile',
      area,
      coordinates: profile?.location.rounded ?? [0, 0],
    },
    distance: { amount: 0, unit: profile?.distanceUnit ?? 'mi', metres: exampleMetres },
    plan: example.plan,
    artists: Math.max(1, profile?.artists.length ?? 1),
    answerMinutes: null,
    skills: profile?.kit.skills ?? [],
    why: [],
  }
}

const exampleMetres = 3219

const toSearch = ({ country, area, profile }: Shown): SavedSearch => ({
  id: 'own-preview',
  location: {
    coordinates: profile?.location.rounded ?? [0, 0],
    addressFull: { placeName: area, countryCode: country },
    label: area,
  },
  appointmentSpot: {
    eventDate: example.day,
    finishTime: example.finishTime,
    startTime: null,
    timeConstraint: 'finish',
    timeZone: 'UTC',
    readyBy: example.plan.doneAt,
  },
  services: [],
  people: [{ count: 1, services: ['any'] }],
  category: { slug: '', label: '' },
  countryCode: country,
  language: 'en',
  currency: markets[country].currency,
  experimentId: null,
  landingPage: null,
  heapId: null,
  gclid: null,
  mine: false,
})

/** The artist's card as customers see it, with an example for what is not filled in yet; not interactive. */
export function CardPreview({
  country,
  profile,
  catalogue,
  name,
}: {
  country: Country
  profile: EditableProfile | null
  catalogue: ProviderCatalogue | null
  /** The name as typed, while there is no profile. */
  name?: string | undefined
}) {
  const t = createTranslator(signupMessages, country)
  const shown: Shown = {
    country,
    profile,
    name: profile?.name ?? (name?.trim() || t('signup.preview.name')),
    area: profile?.location.area || t('signup.preview.area'),
    price: profile && catalogue && cheapest(profile, catalogue),
  }
  const isExample = !profile?.photo || !shown.price
  return (
    <div className="stack gap-12">
      <div className="row space-between">
        <h2 className="small bold muted">{t('signup.preview')}</h2>
        {isExample && <Badge look="accentSoft">{t('signup.preview.example')}</Badge>}
      </div>
      <div inert>
        <ProviderCard
          card={toCard(shown)}
          page={{ search: toSearch(shown), sortBy: 'recommended' }}
          mine={false}
          compared={false}
          onCompare={null}
          preview
        />
      </div>
      {isExample && <p className="small muted">{t('signup.preview.text')}</p>}
    </div>
  )
}

/** What the artist's page shows below the card: the shades, skills and bio, as soon as they are entered. */
export function PagePreview({ profile, catalogue }: { profile: EditableProfile; catalogue: ProviderCatalogue }) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const { bio, kit } = profile
  const skills = catalogue.skills.filter(({ id }) => kit.skills.includes(id))
  if (!bio.trim() && kit.shades.length + skills.length === 0) return null
  return (
    <section className="card pad-24 stack gap-12" aria-labelledby="page-preview">
      <h2 className="small bold muted" id="page-preview">
        {t('signup.preview.page')}
      </h2>
      {kit.shades.length > 0 && (
        <ShadeStrip small shades={kit.shades} label={t('step8.shades.value', { n: kit.shades.length })} />
      )}
      {skills.length > 0 && (
        <p className="row gap-8 wrapping">
          {skills.map(({ id, label }) => (
            <Badge key={id} look="outline">
              {label}
            </Badge>
          ))}
        </p>
      )}
      {bio.trim() && <p className={joinClasses('small', styles.bio)}>{bio}</p>}
    </section>
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
