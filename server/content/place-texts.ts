import { countOf } from '#contract/i18n/counts.ts'
import { type Country, stripQuery, lowercaseFirst } from '#contract/words.ts'
import { formatMessage } from '#contract/i18n/messages.ts'
import { formatDistance, formatMoney, formatScore } from '#contract/format.ts'
import { defaults } from '#contract/constants.ts'
import { leastReviews } from './page-index.ts'
import { eventTexts, occasionTexts } from './place-phrases.ts'
import { contentPageTexts } from './words.ts'

/** Texts omit a figure that is null or zero. */
export type PageFigures = {
  country: Country
  category: string
  categoryLabel: string
  event: EventSlug | null
  city: string
  region: string
  neighborhood: boolean
  artists: number
  /** Artists based in the place. */
  residents: number
  mobileShare: number
  textured: number
  deep: number
  nearestMetres: number | null
  reviews: number
  score: number | null
  currency: string
  fromPrice: number | null
  makeupFrom: number | null
  makeupHairFrom: number | null
  quoted: { count: number; min: number; max: number } | null
  leadWeeks: number | null
}

type PageTexts = {
  title: string
  metaDescription: string
  seoTitle: string
  seoDescription: string
  intro: string
  subTitle: string
  placeholder: string
  alt: string
}

type Voice = 'makeup' | 'nails' | 'lessons' | 'hair' | 'other'
const voiceOf = (category: string): Voice =>
  category === defaults.category
    ? 'makeup'
    : category.endsWith('lessons')
      ? 'lessons'
      : category.startsWith('nails')
        ? 'nails'
        : category.startsWith('hair')
          ? 'hair'
          : 'other'

/** Whether each occasion has a text of its own in a category. The others have one text for all occasions. */
export const hasOccasionTexts = (category: string): boolean => voiceOf(category) === 'makeup'

export function pageTexts(of: PageFigures): PageTexts {
  const { country, city, artists } = of
  const occasion = of.event && formatMessage(occasionTexts[`${of.event}.in`], {}, country)
  const fill = { city, ...inCityOf(of), category: of.categoryLabel, occasion }
  const fallback = {
    title: formatMessage(contentPageTexts['city.title'], fill, country),
    description: formatMessage(contentPageTexts['city.description.fallback'], fill, country),
  }
  const around = {
    subTitle: formatMessage(contentPageTexts['city.banner.subTitle'], fill, country),
    placeholder: formatMessage(contentPageTexts['city.banner.placeholder'], fill, country),
    alt: formatMessage(contentPageTexts['city.banner.alt'], fill, country),
  }
  const whole = (title: string, description: string, intro: string): PageTexts => ({
    title,
    metaDescription: description,
    seoTitle: `${title} · Primp`,
    seoDescription: description,
    intro: capital(intro),
    ...around,
  })
  if (artists === 0) return { ...whole(fallback.title, fallback.description, ''), seoTitle: fallback.title }

  const facts =
    of.fromPrice === null
      ? ''
      : ` ${formatMessage(contentPageTexts['city.facts'], { n: artists, city, minPrice: formatMoney(of.fromPrice, of.currency) }, country)}`
  const voice = voiceOf(of.category)
  if (of.event) {
    const word = (part: 'title' | 'intro' | 'description') =>
      formatMessage(
        voice === 'makeup' ? eventTexts[`${of.event as EventSlug}.${part}`] : occasionTexts[`${voice}.event.${part}`],
        fill,
        country,
      )
    return whole(capital(word('title')), word('description'), word('intro') + facts)
  }
  if (voice !== 'makeup') {
    const word = (part: 'title' | 'intro' | 'description') =>
      formatMessage(contentPageTexts[`${voice}.city.${part}`], fill, country)
    return whole(word('title'), word('description'), word('intro') + facts)
  }

  const intro =
    of.neighborhood && of.nearestMetres !== null
      ? formatMessage(
          contentPageTexts['city.neighborhood.intro'],
          { n: artists, neighborhood: city, distance: formatDistance(Math.max(of.nearestMetres, 160), country) },
          country,
        )
      : formatMessage(
          contentPageTexts['city.intro'],
          { n: artists, city, region: of.region ? `, ${of.region}` : '' },
          country,
        )
  const based =
    of.residents && artists > 1
      ? ` ${formatMessage(contentPageTexts['city.residents'], { n: of.residents, city }, country)}`
      : ''
  const scored = of.score !== null && of.reviews >= leastReviews
  return {
    ...whole(fallback.title, fallback.description, intro + based),
    ...(of.fromPrice === null
      ? {}
      : {
          seoTitle: formatMessage(
            contentPageTexts['city.seoTitle'],
            { ...fill, minPrice: formatMoney(of.fromPrice, of.currency) },
            country,
          ),
        }),
    ...(scored
      ? {
          seoDescription: formatMessage(
            contentPageTexts['city.seoDescription'],
            {
              city,
              artists: countOf('artists', artists),
              score: formatScore(of.score ?? 0),
              reviews: countOf('reviews', of.reviews),
            },
            country,
          ),
        }
      : {}),
  }
}

/** Artists are in a place if some are based there, and near it if they only travel there. */
function inCityOf({ residents, city }: Pick<PageFigures, 'residents' | 'city'>) {
  const [inCity, InCity] = residents > 0 ? (['city.in', 'city.In'] as const) : (['city.near', 'city.Near'] as const)
  return {
    inCity: formatMessage(contentPageTexts[inCity], { city }),
    InCity: formatMessage(contentPageTexts[InCity], { city }),
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function pageFaqs(of: PageFigures): { _id: string; question: string; answer: string }[] {
  const { country, city } = of
  const price = (amount: number | null) => (amount === null ? null : formatMoney(amount, of.currency))
  const values = {
    n: of.artists,
    city,
    ...inCityOf(of),
    category: lowercaseFirst(of.categoryLabel),
    makeupFrom: price(of.makeupFrom),
    makeupHairFrom: price(of.makeupHairFrom),
    fromPrice: price(of.fromPrice),
    minPrice: price(of.quoted?.min ?? null),
    maxPrice: price(of.quoted?.max ?? null),
    // One week is not useful advice.
    leadWeeks: of.leadWeeks !== null && of.leadWeeks > 1 ? of.leadWeeks : null,
    mobileShare: of.mobileShare || null,
    distance: of.nearestMetres === null ? null : formatDistance(Math.max(of.nearestMetres, 160), country),
    artistsTextured: of.textured ? countOf('artists', of.textured) : null,
    artistsDeep: of.deep ? countOf('artists', of.deep) : null,
  }
  const words = { ...contentPageTexts, ...eventTexts, ...occasionTexts }
  const ask = (id: string, question: keyof typeof words, answer: keyof typeof words) => ({
    _id: id,
    question: formatMessage(words[question], values, country),
    answer: formatMessage(words[answer], values, country),
  })
  const voice = voiceOf(of.category)
  const styled = voice === 'makeup' || voice === 'hair'
  // An occasion has its own question; those about the place are on the page of the place.
  if (of.event && styled) return [ask(of.event, `${of.event}.faq.q`, `${of.event}.faq.a`)]
  // Each category has its own questions, because search engines show a question once.
  const subject = voice === 'makeup' ? 'city' : voice === 'nails' || voice === 'lessons' ? voice : 'other'
  return [
    ask('price', `${subject}.faq.price.q`, voice === 'makeup' ? 'city.faq.price.a' : 'city.faq.price.person'),
    ask('ahead', `${subject}.faq.ahead.q`, 'city.faq.ahead.a'),
    ask('near', `${subject}.faq.near.q`, 'city.faq.near.a'),
    ask('mobile', `${subject}.faq.mobile.q`, of.mobileShare === 100 ? 'city.faq.mobile.all' : 'city.faq.mobile.a'),
    ...(styled && of.textured + of.deep > 0 ? [ask('textured', 'city.faq.textured.q', 'city.faq.textured.a')] : []),
  ].filter(
    (faq) =>
      faq.answer !== '' &&
      (faq._id !== 'mobile' || of.mobileShare > 0) &&
      (faq._id !== 'ahead' || values.leadWeeks !== null),
  )
}

export const listOccasionLinks = (
  country: Country,
  category: string,
  address: string,
  here: EventSlug | null,
): { event: string; label: string; link: string }[] => [
  ...(here
    ? [
        {
          event: '',
          label: formatMessage(occasionTexts['event.any'], {}, country),
          link: getLandingPath(country, category, address),
        },
      ]
    : []),
  ...listOccasions(country)
    .filter((event) => event !== here)
    .map((event) => ({
      event,
      label: formatMessage(eventTexts[`${event}.label`], {}, country),
      link: getLandingPath(country, category, address, event),
    })),
]

export function getOccasion(
  country: Country,
  category: string,
  event: EventSlug,
): { how: string; trial: string | null; action: string } {
  const voice = voiceOf(category)
  const how = voice === 'makeup' || voice === 'hair' ? (`${event}.how` as const) : (`${voice}.event.how` as const)
  const occasion = formatMessage(occasionTexts[`${event}.in`], {}, country)
  return {
    how: formatMessage(occasionTexts[how], { occasion }, country),
    trial: how === 'wedding.how' ? formatMessage(occasionTexts['event.wedding.trial'], {}, country) : null,
    action: formatMessage(occasionTexts['event.cta'], {}, country),
  }
}

export const formatCategory = (category: string, label: string, country: Country): string => {
  const voice = voiceOf(category)
  return voice === 'other' ? label : formatMessage(contentPageTexts[`link.${voice}`], {}, country)
}

export const events = [
  'wedding',
  'engagement',
  'mehndi',
  'prom',
  'party',
  'birthday',
  'photo-shoot',
  'graduation',
  'corporate',
  'halloween',
  'eid',
  'diwali',
  'races',
  'quinceanera',
] as const
export type EventSlug = (typeof events)[number]

/** The names of the occasions in reviews, as in the catalogue. */
export const eventsByName: ReadonlyMap<string, EventSlug> = new Map([
  ['Wedding', 'wedding'],
  ['Engagement', 'engagement'],
  ['Mehndi', 'mehndi'],
  ['Prom', 'prom'],
  ['School formal', 'prom'],
  ['Party', 'party'],
  ['Birthday', 'birthday'],
  ['Photo shoot', 'photo-shoot'],
  ['Graduation', 'graduation'],
  ['Corporate event', 'corporate'],
  ['Halloween', 'halloween'],
  ['Eid', 'eid'],
  ['Diwali', 'diwali'],
  ['Race day', 'races'],
  ['Quinceañera', 'quinceanera'],
])

// As in the catalogue. The Australian school formal uses the prom's page.
const onlyIn: Partial<Record<EventSlug, readonly string[]>> = { races: ['AU', 'GB'], quinceanera: ['US', 'CA'] }

export const listOccasions = (country: string): readonly EventSlug[] =>
  events.filter((event) => onlyIn[event]?.includes(country) ?? true)

export type LandingLink = { country: string; category: string; place: string; event: EventSlug | null }

export function readLink(link: string): LandingLink | null {
  const parts = stripQuery(link)
    .replace(/^\/|\/$/g, '')
    .toLowerCase()
    .split('/')
  if (parts.length < 3 || parts.length > 4) return null
  const [country = '', category = '', place = '', event] = parts
  if (!/^(au|us|gb|ca)$/.test(country) || !/^[a-z0-9-]+$/.test(category) || !/^[a-z0-9-]+$/.test(place)) return null
  const known = listOccasions(country.toUpperCase()).find((each) => each === event)
  if (event !== undefined && !known) return null
  return { country: country.toUpperCase(), category, place, event: known ?? null }
}

export const getLandingPath = (country: string, category: string, place: string, event?: string | null): string =>
  `/${[country.toLowerCase(), category, place, ...(event ? [event] : [])].join('/')}`

export const slugify = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
