import { defaults } from '#contract/constants.ts'
import type { SeoPage } from '#contract/content/content.ts'
import { reader } from '#contract/words.ts'
import type { LandingLink } from './landing-link.ts'
import { londonWords } from './london-words.ts'

const t = reader(londonWords, 'GB')

/** Whether that is the one page with built-in data while the sample market is on. */
export const londonAt = ({ country, category, place, event }: LandingLink): boolean =>
  country === 'GB' && category === defaults.category && place === 'london' && event === null

const faqs = (['price', 'ahead', 'mobile', 'parking'] as const).map((id) => ({
  _id: id,
  question: t(`london.faq.${id}.q`),
  answer: t(`london.faq.${id}.a`),
}))

// Sample data: these figures were given for the London page and belong to no real market.
const sampleFigures = {
  totalReviewCount: 14718,
  totalReviewScore: 4.9,
  offers: { count: 117, minPrice: 65, maxPrice: 257, currency: 'GBP' },
}

/** The built-in texts and figures of London over the artists, places and pictures that the market shows. */
export const londonPage = <P extends Omit<SeoPage, 'schemas'>>(computed: P): P => ({
  ...computed,
  ...sampleFigures,
  title: t('london.title'),
  metaDescription: t('london.description'),
  seoTitle: t('london.seoTitle'),
  seoDescription: t('london.description'),
  banner: { ...computed.banner, title: t('london.title') },
  intro: t('london.intro'),
  faqs,
  center: { lat: 51.51, lng: -0.13 },
  indexed: true,
  sample: true,
  builtIn: true,
})
