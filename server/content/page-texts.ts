import { counted, type Country, say, sayWhole } from '#contract/words.ts'
import { distance, money, score } from '#contract/format.ts'
import { type EventSlug, events, pathOf } from './landing-link.ts'
import { eventWords } from './event-words.ts'
import { pageWords } from './words.ts'

/** What was counted for one page; what is null or zero is left out of its texts. */
export type PageFigures = {
  country: Country; category: string; event: EventSlug | null
  /** The place of the page, and the city that it lies in where that is another. */
  city: string; region: string; neighborhood: boolean
  artists: number; mobileShare: number; textured: number; deep: number; nearestMetres: number | null
  reviews: number; score: number | null
  currency: string; fromPrice: number | null; makeupFrom: number | null; makeupHairFrom: number | null
  quoted: { count: number; min: number; max: number } | null
}

/** Fewer reviews than this show no score. */
export const leastReviews = 5

export type PageTexts = { title: string; metaDescription: string; seoTitle: string; seoDescription: string; intro: string; subTitle: string; placeholder: string; alt: string }

/** Title, description and introduction of a page; with nobody there, the ones that are always true. */
export function pageTexts(of: PageFigures): PageTexts {
  const { country, city, artists } = of
  const fill = { city, City: city }
  const fallback = { title: say(pageWords['city.title.fallback'], fill, country), description: say(pageWords['city.description.fallback'], fill, country) }
  const around = {
    subTitle: say(pageWords['city.banner.subTitle'], fill, country), placeholder: say(pageWords['city.banner.placeholder'], fill, country),
    alt: say(pageWords['city.banner.alt'], fill, country),
  }
  const whole = (title: string, description: string, intro: string): PageTexts =>
    ({ title, metaDescription: description, seoTitle: `${title} · Primp`, seoDescription: description, intro, ...around })
  if (artists === 0) return { ...whole(fallback.title, fallback.description, ''), seoTitle: fallback.title }

  const cityIntro = say(pageWords['city.intro'], { n: artists, city, region: of.region && !of.neighborhood ? `, ${of.region}` : '' }, country)
  const intro = of.neighborhood && of.nearestMetres !== null
    ? say(pageWords['city.neighborhood.intro'], { n: artists, neighborhood: city, distance: distance(Math.max(of.nearestMetres, 160), country) }, country)
    : cityIntro
  if (of.event) {
    const word = (part: 'title' | 'intro' | 'description') => say(eventWords[`${of.event as EventSlug}.${part}`], fill, country)
    return whole(word('title'), word('description'), word('intro'))
  }
  if (of.category === 'nails') return whole(say(pageWords['nails.city.title'], fill, country), say(pageWords['nails.city.description'], fill, country), intro)
  if (of.category === 'makeup-hair-lessons') return whole(say(pageWords['lessons.city.title'], fill, country), say(pageWords['lessons.city.description'], fill, country), intro)

  const scored = of.score !== null && of.reviews >= leastReviews
  return {
    ...whole(fallback.title, fallback.description, intro),
    ...(of.fromPrice === null ? {} : { seoTitle: say(pageWords['city.seoTitle'], { city, minPrice: money(of.fromPrice, of.currency) }, country) }),
    ...(scored ? { seoDescription: say(pageWords['city.seoDescription'], {
      city, artists: counted(artists, 'artist', 'artists'), score: score(Math.round((of.score ?? 0) * 10) / 10), reviews: counted(of.reviews, 'review', 'reviews'),
    }, country) } : {}),
  }
}

/** The questions of a page, each left out when what it tells of is not known. */
export function pageFaqs(of: PageFigures): { _id: string; question: string; answer: string }[] {
  const { country, city } = of
  const price = (amount: number | null) => (amount === null ? null : money(amount, of.currency))
  const values = {
    city, makeupFrom: price(of.makeupFrom), makeupHairFrom: price(of.makeupHairFrom), minPrice: price(of.quoted?.min ?? null), maxPrice: price(of.quoted?.max ?? null),
    mobileShare: of.mobileShare || null,
    artistsTextured: of.textured ? counted(of.textured, 'artist', 'artists') : null, artistsDeep: of.deep ? counted(of.deep, 'artist', 'artists') : null,
  }
  const ask = (id: string, question: keyof typeof pageWords, answer: keyof typeof pageWords) =>
    ({ _id: id, question: say(pageWords[question], values, country), answer: sayWhole(pageWords[answer], values, country) })
  const hair = of.category === 'makeup-hair-styling'
  const occasion = of.event && `${of.event}.faq.q` in eventWords
    ? [{ _id: of.event, question: say(eventWords[`${of.event}.faq.q` as 'wedding.faq.q'], values, country), answer: say(eventWords[`${of.event}.faq.a` as 'wedding.faq.a'], values, country) }]
    : []
  return [
    ...(hair ? [ask('price', 'city.faq.price.q', 'city.faq.price.a')] : []),
    ...occasion,
    ask('mobile', 'city.faq.mobile.q', 'city.faq.mobile.a'),
    ...(hair && of.textured + of.deep > 0 ? [ask('textured', 'city.faq.textured.q', 'city.faq.textured.a')] : []),
    ask('early', 'city.faq.early.q', 'city.faq.early.a'),
    ask('group', 'city.faq.group.q', 'city.faq.group.a'),
  ].filter((faq) => faq.answer !== '' && (faq._id !== 'mobile' || of.mobileShare > 0))
}

/** The occasions of a place, as links. */
export const eventLinks = (country: Country, category: string, slug: string): { label: string; link: string }[] => [
  ...events.map((event) => ({ label: say(eventWords[`${event}.label`], {}, country), link: pathOf(country, category, slug, event) })),
  { label: 'Lessons', link: pathOf(country, 'makeup-hair-lessons', slug) },
]
